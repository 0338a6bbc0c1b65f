"""Published rows, in either form, as one type.

The form of HuggingFace's ``biocoder_public`` is a JSON array (or JSON lines) with ``test_case_id``,
``language``, ``signature``, ``promptSummaryOnly``, ``contextCode`` and ``goldenCode``; its contexts hold fuzz
markers. The other form is JSON lines with ``idx``, ``problem``, ``signature``, ``context`` and ``solution``,
whose markers were replaced by literals when it was made.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from medgym_core import DataError
from medgym_raw import Sifted, records, sift

FORMS = {
    "test_case_id": {"problem": "promptSummaryOnly", "context": "contextCode", "golden": "goldenCode"},
    "idx": {"problem": "problem", "context": "context", "golden": "solution"},
}
"""Name of the row's id to the names of what else differs between the forms."""
_LANGUAGE = "This is in "


class Row(NamedTuple):
    """One published row."""

    where: str
    """File and row, for messages."""
    id: str
    """As published."""
    split: str
    """``published-train`` if its file is named so, else ``published-test``."""
    language: str
    """Lower case."""
    problem: str
    """What is to be written, in words."""
    signature: str
    """Its first line, with decorators on lines before."""
    context: str
    """The program around it."""
    golden: str
    """The published solution."""


def find(raw: Path) -> Sifted:
    """Files of published rows, ``raw`` itself or those at or below it, and what is said of other files."""
    forms = [(key, "signature", *names.values()) for key, names in FORMS.items()]
    return sift(raw, *forms, suffixes=(".json", ".jsonl"))


def read(paths: list[Path]) -> list[Row]:
    """All rows; one that two files hold counts where it is held out.

    Raises:
        DataError: for a file that is no JSON, or a row that lacks a field, with the place.
    """
    rows = [_row(path, one.where, one.fields) for path in paths for one in records(path)]
    held_out = {row.golden for row in rows if row.split == "published-test"}
    seen: dict[tuple[str, str], Row] = {}
    for row in rows:
        if row.split == "published-test" or row.golden not in held_out:
            seen.setdefault((row.id, row.golden), row)
    return list(seen.values())


def _row(path: Path, where: str, record: Mapping[str, Any]) -> Row:
    if not (key := next(filter(record.__contains__, FORMS), "")):
        raise DataError(f"{where}: a row has test_case_id or idx; download the file again")
    names = {"id": key, "signature": "signature", **FORMS[key]}
    missing = [name for name in names.values() if not isinstance(record.get(name), str)]
    if missing:
        raise DataError(f"{where}: {', '.join(missing)} must be text; download the file again")
    text = {field: record[name] for field, name in names.items()}
    language = str(record.get("language", "python")).lower()
    if text["problem"].startswith(_LANGUAGE):
        first, _, text["problem"] = text["problem"].partition("\n")
        language = first.removeprefix(_LANGUAGE).strip().lower()
    split = "published-train" if "train" in path.stem else "published-test"
    return Row(where=where, split=split, language=language, **text)
