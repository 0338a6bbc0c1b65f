"""The studies of a user's copy: each one's tables as CSV in a folder of its own, and what prompts tell."""

from __future__ import annotations

import csv
import tarfile
from collections.abc import Iterator
from pathlib import Path

from medgym_plugin_biodsbench import study

SUFFIXES = (".txt", ".tsv", ".csv")
ABOUT = ("meta_", "case", "license", "readme")
"""How files begin that lie beside tables and are none."""
TEXT = 6_000
"""Characters of a prompt for all tables together."""
COLUMNS = 40
"""Columns of a table that are named; matrices have hundreds."""


def unpack(raw: Path, scratch: Path) -> Iterator[Path]:
    """Folders in which studies may lie: ``raw``, and what its archives hold."""
    folder = raw.parent if raw.is_file() else raw
    yield folder
    for number, archive in enumerate(sorted(folder.glob("*.tar.gz"))):
        with tarfile.open(archive) as packed:
            packed.extractall(scratch / str(number), filter="data")
        yield scratch / str(number)


def find(folders: list[Path], name: str) -> list[Path]:
    """The tables of a study: files in or below the first folder of its name."""
    for folder in folders:
        for root in sorted(
            path for path in (folder, *folder.rglob(name)) if path.name == name and path.is_dir()
        ):
            if found := [path for path in sorted(root.rglob("*")) if _is_table(path)]:
                return found
    return []


def _is_table(path: Path) -> bool:
    return path.is_file() and path.suffix in SUFFIXES and not path.name.lower().startswith(ABOUT)


def convert(paths: list[Path], target: Path) -> None:
    """Write every table as CSV, cells as they stand.

    Raises:
        DataError: if one is no text.
    """
    target.mkdir(parents=True, exist_ok=True)
    for path in paths:
        with (target / f"{path.stem}.csv").open("w", encoding="utf-8", newline="") as stream:
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
