"""Published rows, in either form, as one type.

The form of HuggingFace's ``biocoder_public`` is a JSON array (or JSON lines) with ``test_case_id``,
``language``, ``signature``, ``promptSummaryOnly``, ``contextCode`` and ``goldenCode``; its contexts hold fuzz
markers. The other form is JSON lines with ``idx``, ``problem``, ``signature``, ``context`` and ``solution``,
whose markers were replaced by literals when it was made.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from medgym_core import DataError

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


def find(raw: Path) -> list[Path]:
    """Files of published rows: ``raw`` itself, or those that lie in it."""
    files = [raw] if raw.is_file() else sorted(raw.iterdir())
    named = [path for path in files if path.suffix in (".json", ".jsonl") and path.is_file()]
    return [path for path in named if _is_published(path)]


def read(paths: list[Path]) -> list[Row]:
    """All rows; one that two files hold counts where it is held out.

    Raises:
        DataError: for a file that is no JSON, or a row that lacks a field, with the place.
    """
    rows = [_row(path, number, record) for path in paths for number, record in _records(path)]
    held_out = {row.golden for row in rows if row.split == "published-test"}
    seen: dict[tuple[str, str], Row] = {}
    for row in rows:
        if row.split == "published-test" or row.golden not in held_out:
            seen.setdefault((row.id, row.golden), row)
    return list(seen.values())


def _is_published(path: Path) -> bool:
    try:
        first = next(_records(path))[1]
    except (DataError, StopIteration):
        return False
    return isinstance(first, dict) and any(
        {key, *names.values()} <= first.keys() for key, names in FORMS.items()
    )


def _records(path: Path) -> Iterator[tuple[int, Any]]:
    """Number of a row, from 1, and what stands there."""
    text = path.read_text(encoding="utf-8")
    try:
        if text.lstrip().startswith("["):
            yield from enumerate(json.loads(text), 1)
            return
        for number, line in enumerate(text.splitlines(), 1):
            if line.strip():
                yield number, json.loads(line)
    except (json.JSONDecodeError, RecursionError) as error:
        raise DataError(f"{path} is no JSON array and no JSON lines ({error}); download it again") from error


def _row(path: Path, number: int, record: Any) -> Row:
    where = f"{path.name}, row {number}"
    if not isinstance(record, dict) or not (key := next(filter(record.__contains__, FORMS), "")):
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
