"""The studies of a user's copy: each one's tables as CSV in a folder of its own, and their descriptions."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path

from medgym_plugin_biodsbench import study
from medgym_raw import base_name, files

SUFFIXES = (".txt", ".tsv", ".csv")
ABOUT = ("meta_", "case", "license", "readme")
"""How files begin that lie beside tables and are none."""
ARCHIVES = (".tar.gz", ".tgz", ".zip", ".tar")
_META = ("pmid", "cancer_study_identifier")
TEXT = 6_000
"""Characters of a prompt for all tables together."""
COLUMNS = 40
"""Columns of a table that are named; matrices have hundreds."""


def find(folder: Path, names: Sequence[str]) -> list[Path]:
    """The tables of a study: files in or below the first folder that bears one of its names.

    A folder bears the name of its study by its own, by what was unpacked into it, or by its
    ``meta_study.txt``.
    """
    folders = sorted({up for path in files(folder) for up in path.relative_to(folder).parents})
    known = [(folder / below, _names(folder / below)) for below in folders]
    roots = [root for name in names for root, own in known if name.lower() in own]
    tables = ([path for path in files(root) if _is_table(path)] for root in roots)
    return next((found for found in tables if found), [])


def _names(folder: Path) -> set[str]:
    own = folder.name.lower()
    names = {own, next((own.removesuffix(end) for end in ARCHIVES if own.endswith(end)), own)}
    meta = folder / "meta_study.txt"
    if meta.is_file():
        lines = study.text(meta).splitlines()
        pairs = [line.partition(":")[::2] for line in lines]
        names |= {
            one.strip().lower() for key, value in pairs if key.strip() in _META for one in value.split(",")
        }
    return names


def _is_table(path: Path) -> bool:
    return base_name(path).endswith(SUFFIXES) and not path.name.lower().startswith(ABOUT)


def convert(paths: list[Path], target: Path) -> None:
    """Write every table as CSV, cells as they stand.

    Raises:
        DataError: if one is no text.
    """
    target.mkdir(parents=True, exist_ok=True)
    for path in paths:
        with (target / f"{base_name(path).rpartition('.')[0]}.csv").open(
            "w", encoding="utf-8", newline=""
        ) as stream:
            csv.writer(stream, lineterminator="\n").writerows(row for _, row in study.lines(path))


def describe(folder: Path) -> str:
    """Names, sizes and columns of a study's tables, each column with an example, within :data:`TEXT`."""
    paths = sorted(folder.glob("*.csv"))
    return "\n".join(_described(path, TEXT // max(1, len(paths))) for path in paths)


def _described(path: Path, room: int) -> str:
    with path.open(encoding="utf-8", newline="") as stream:
        header, *rows = csv.reader(stream)
    examples = [
        next((row[place] for row in rows if place < len(row) and row[place]), "")
        for place in range(len(header))
    ]
    columns = [f"{name} ({example[:24]})" for name, example in zip(header, examples, strict=True)][:COLUMNS]
    text = f"{path.name}, {len(rows)} rows, {len(header)} columns: {', '.join(columns)}"
    return text if len(text) <= room else f"{text[: room - 4]} ..."


def texts(folder: Path) -> frozenset[str]:
    """Every text, numbers aside, that stands in a cell of a study's tables or heads a column of a matrix."""
    found: set[str] = set()
    for path in sorted(folder.glob("*.csv")):
        with path.open(encoding="utf-8", newline="") as stream:
            header, *rows = csv.reader(stream)
        found.update(cell.strip() for row in rows for cell in row if study.number(cell) is None)
        if len(header) > COLUMNS and header[0] == "Hugo_Symbol":
            found.update(header[1:])
    return frozenset(found)
