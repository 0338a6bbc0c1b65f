"""Which version of a release the question files are: a guess from their wording."""

from __future__ import annotations

from collections.abc import Sequence

from medgym_ehr.published.record import Record
from medgym_ehr.published.release import Release


def guess(release: Release, records: Sequence[Record], stated: str) -> str:
    """The version, as far as the text tells.

    EHRSQL v1.0 begins its questions in lower case; v1.5.0 capitalises them and ends all with a question mark;
    v1.5.1 ends imperatives with a full stop.
    """
    if release.layout == "pairs":
        return f"{release.title}, {stated or 'no version stated'}"
    texts = [record.question for record in records]
    if 2 * sum(text[0].islower() for text in texts) > len(texts):
        version = "v1.0"
    elif any(text.endswith(".") for text in texts):
        version = "v1.5.1"
    else:
        version = "v1.5.0"
    return f"{release.title}, {version} by its wording"
