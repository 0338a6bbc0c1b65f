"""Where in a note drugs are spoken of that are no orders of the stay: taken at home, or on leaving.

No table of the database holds what somebody takes before or after the stay, so it can neither agree nor
differ.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

DRUG_TABLES = frozenset({"prescriptions", "inputevents_cv", "inputevents_mv"})
"""Tables of what is given during a stay."""
_AWAY = r"(?:discharge|home|outpatient|pre-?admission|admission|admitting)"
_DRUGS = r"(?:medications?|medicines|meds|drugs|prescriptions)"
_LIST = re.compile(
    rf"\W*(?:{_AWAY} {_DRUGS}|{_DRUGS} (?:on|at|upon|prior to|before) {_AWAY})\b.*?:", re.IGNORECASE
)
_SENTENCE = re.compile(
    rf"\bdischarged (?:home )?(?:on|with)\b|\b(?:at|on|upon) discharge\b"
    rf"|\bhome (?:dose|{_DRUGS})\b|\btakes? at home\b",
    re.IGNORECASE,
)


def outside_the_stay(lines: Sequence[str], line: int, place: tuple[int, int]) -> bool:
    """Whether the words at ``place`` of ``lines[line]``, a drug, are of home or discharge medication.

    They are if the sentence around them says so, or the heading of their list: the nearest line, theirs or
    above, that ends with a colon or begins as the heading of such a list.
    """
    text = lines[line]
    begin = max(text.rfind(mark, 0, place[0]) for mark in (". ", "; ")) + 1
    ends = [found for mark in (". ", "; ") if (found := text.find(mark, place[1])) >= 0]
    if _SENTENCE.search(text[begin : min(ends, default=len(text))]):
        return True
    for above in reversed(lines[: line + 1]):
        if _LIST.match(above):
            return True
        if above.rstrip().endswith(":"):
            return False
    return False
