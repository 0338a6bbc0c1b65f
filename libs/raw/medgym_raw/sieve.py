"""Which files of a copy are a family's, and what is said of the others."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import NamedTuple

from medgym_core import DataError
from medgym_raw.record import records
from medgym_raw.tree import base_name, files, told

TABULAR = (".csv", ".tsv", ".json", ".jsonl", ".ndjson")
"""How names of files of rows end."""


class Sifted(NamedTuple):
    """Files of rows, and the others."""

    paths: list[Path]
    """Those whose first row has the columns that are needed."""
    remarks: list[str]
    """One line for each other file of rows: which it is, and why it is not read."""


def sift(raw: Path, *forms: Collection[str], suffixes: Sequence[str] = TABULAR) -> Sifted:
    """Part the files of rows at or below ``raw``.

    Args:
        raw: a folder, or one file.
        forms: sets of columns; a file is read if its first row has all of one of them.
        suffixes: how names of such files end, beside what compression adds; other files are none of rows.
    """
    found = Sifted([], [])
    for path in files(raw):
        if not base_name(path).endswith(tuple(suffixes)):
            continue
        if why := _foreign(path, forms):
            found.remarks.append(f"{told(path, raw)} is not read: {why}")
        else:
            found.paths.append(path)
    return found


def _foreign(path: Path, forms: Sequence[Collection[str]]) -> str:
    """Why a file is none of the forms; empty if it is one."""
    wanted = [column for form in forms for column in form]
    try:
        first = next(records(path, wanted), None)
    except DataError as error:
        return str(error).removeprefix(f"{path.name}").lstrip(":, ")
    if first is None:
        return "it holds no row"
    lacking = min(([name for name in sorted(form) if name not in first.fields] for form in forms), key=len)
    return f"no {', '.join(lacking)}" if lacking else ""
