"""A study as cBioPortal publishes it: a folder of tables, tab-separated with ``#`` lines or CSV.

A user's download and an invented study are read by this code alone. :func:`convert` checks the tables and
writes them as CSV, every cell as it stood; :func:`load` reads those.
"""

from __future__ import annotations

import csv
import math
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from medgym_core import DataError
from medgym_raw import base_name, files, open_text

Cell = str | None
Row = Mapping[str, Cell]
SUFFIXES = ("txt", "tsv", "csv")
"""How names of tables end, beside what compression adds."""
MISSING = ("", "NA", "N/A", "NaN", "[Not Available]", "[Not Applicable]")
"""What a missing cell holds once surrounding blanks are stripped."""


class Layout(NamedTuple):
    """What a table must look like."""

    stems: tuple[str, ...]
    """Published file names without suffix, whatever their case; the first is that of the converted file."""
    columns: tuple[str, ...]
    """Columns that must be there."""
    key: str | None = None
    """Column that no two rows share."""


TABLES = {
    "patient": Layout(("data_clinical_patient",), ("PATIENT_ID",), "PATIENT_ID"),
    "sample": Layout(("data_clinical_sample",), ("SAMPLE_ID", "PATIENT_ID"), "SAMPLE_ID"),
    "mutations": Layout(
        ("data_mutations", "data_mutations_extended"),
        ("Hugo_Symbol", "Tumor_Sample_Barcode", "Variant_Classification"),
    ),
    "cna": Layout(("data_cna",), ("Hugo_Symbol",)),
    "log2_cna": Layout(("data_log2_cna", "data_log2cna"), ("Hugo_Symbol",)),
    "expression": Layout(
        ("data_mrna_seq_v2_rsem", "data_mrna_seq_rpkm", "data_mrna_seq_fpkm"), ("Hugo_Symbol",)
    ),
    "sv": Layout(("data_sv",), ("Sample_Id", "Site1_Hugo_Symbol", "Site2_Hugo_Symbol")),
    "treatment": Layout(("data_timeline_treatment",), ("PATIENT_ID", "START_DATE", "STOP_DATE")),
    "status": Layout(("data_timeline_status",), ("PATIENT_ID", "START_DATE")),
    "panel": Layout(("data_gene_panel_matrix",), ("SAMPLE_ID",), "SAMPLE_ID"),
    "mutsig": Layout(("data_mutsig",), ("gene", "q")),
    "rppa": Layout(("data_rppa",), ("Composite.Element.REF",), "Composite.Element.REF"),
    "methylation": Layout(("data_methylation_hm450", "data_methylation_hm27"), ("Hugo_Symbol",)),
    "lab_test": Layout(("data_timeline_lab_test",), ("PATIENT_ID", "START_DATE", "TEST", "RESULT")),
}
"""The tables that questions are about; further files of a study are left alone."""
MATRICES = ("cna", "log2_cna", "expression", "rppa", "methylation")
"""Tables of a gene, or an antibody, a row and a sample a column."""
REQUIRED = ("patient", "sample")
"""Tables without which a folder is no study."""


class Study(NamedTuple):
    """A converted study in memory; cells are stripped, missing ones None."""

    id: str
    """Identifier, as in ``meta_study.txt``."""
    tables: Mapping[str, tuple[Row, ...]]
    """The tables that it has, by the names of :data:`TABLES`."""


def find(raw: Path) -> dict[str, Path]:
    """Study identifier to folder, of every study at or below ``raw``.

    Raises:
        DataError: if two folders hold the same study.
    """
    found: dict[str, Path] = {}
    for folder in sorted({path.parent for path in files(raw) if _is_sample(path)}):
        name = identifier(folder)
        if name in found:
            raise DataError(f"{folder} and {found[name]} both hold the study {name}; keep one of them")
        found[name] = folder
    return found


def _is_sample(path: Path) -> bool:
    stem, _, suffix = base_name(path).rpartition(".")
    return stem in TABLES["sample"].stems and suffix in SUFFIXES


def identifier(folder: Path) -> str:
    """The study's identifier: of ``meta_study.txt`` if there is one, else the folder's name."""
    meta = folder / "meta_study.txt"
    if not meta.is_file():
        return _plain(folder.resolve().name)
    for line in text(meta).splitlines():
        key, _, value = line.partition(":")
        if key.strip() == "cancer_study_identifier" and value.strip():
            return _plain(value.strip())
    raise DataError(f"{meta} names no cancer_study_identifier; add the line or remove the file")


def _plain(name: str) -> str:
    kept = "".join(letter if letter.isascii() and letter.isalnum() else "_" for letter in name)
    return kept.strip("_") or "study"


def convert(folder: Path, target: Path) -> list[str]:
    """Check the tables of ``folder`` and write each to ``target`` as CSV; returns which there are.

    Raises:
        DataError: with file, line and fix, if a table is missing or damaged.
    """
    paths = {name: _path(folder, layout) for name, layout in TABLES.items()}
    for name in REQUIRED:
        if paths[name] is None:
            raise DataError(f"{folder} holds no {TABLES[name].stems[0]} (.txt or .csv); a study needs it")
    target.mkdir(parents=True)
    for name, path in paths.items():
        if path is not None:
            rows = _checked(path, TABLES[name])
            with (target / f"{TABLES[name].stems[0]}.csv").open("w", encoding="utf-8", newline="") as out:
                csv.writer(out, lineterminator="\n").writerows(rows)
    return [name for name, path in paths.items() if path is not None]


def _path(folder: Path, layout: Layout) -> Path | None:
    there = {base_name(path): path for path in sorted(folder.iterdir()) if path.is_file()}
    names = [f"{stem}.{suffix}" for stem in layout.stems for suffix in SUFFIXES]
    return next((there[name] for name in names if name in there), None)


def _checked(path: Path, layout: Layout) -> list[list[str]]:
    (_, header), *rows = list(lines(path)) or [(1, [])]
    absent = [column for column in layout.columns if column not in header]
    if absent:
        raise DataError(f"{path}: no column {', '.join(absent)}; the header has {', '.join(header[:12])}")
    if len(set(header)) != len(header):
        raise DataError(f"{path}: the header names a column twice")
    seen: dict[str, int] = {}
    for number, row in rows:
        if len(row) != len(header):
            raise DataError(
                f"{path}, line {number}: {len(row)} cells under {len(header)} columns; fix the line"
            )
        if layout.key is not None:
            _once(row[header.index(layout.key)].strip(), seen, number, f"{path}, line {number}: {layout.key}")
    if not rows:
        raise DataError(f"{path} has no row; remove the file or take it from the study again")
    return [header, *(row for _, row in rows)]


def _once(key: str, seen: dict[str, int], number: int, place: str) -> None:
    if not key:
        raise DataError(f"{place} is empty; every row needs one")
    if seen.setdefault(key, number) != number:
        raise DataError(f"{place} {key} is that of line {seen[key]} too; keep one of the rows")


def lines(path: Path) -> Iterator[tuple[int, list[str]]]:
    """Lines as (number, cells), without those that begin with ``#`` above the header."""
    whole = text(path).replace("\r\n", "\n").split("\n")
    start = next((at for at, line in enumerate(whole) if not line.startswith("#")), len(whole))
    tabs = start < len(whole) and "\t" in whole[start]
    reader = (
        csv.reader(whole[start:], delimiter="\t", quoting=csv.QUOTE_NONE)
        if tabs
        else csv.reader(whole[start:])
    )
    yield from ((start + reader.line_num, row) for row in reader if row)


def text(path: Path) -> str:
    """A file's text.

    Raises:
        DataError: if it is none.
    """
    try:
        with open_text(path) as stream:
            return stream.read()
    except (UnicodeError, EOFError, OSError) as error:
        raise DataError(f"{path} is no UTF-8 text ({error}); save it as UTF-8") from error


@lru_cache(maxsize=6)
def load(folder: Path) -> Study:
    """The study that :func:`convert` wrote to ``folder``."""
    tables = {}
    for name, layout in TABLES.items():
        path = folder / f"{layout.stems[0]}.csv"
        if path.is_file():
            with path.open(encoding="utf-8", newline="") as stream:
                tables[name] = tuple(
                    {column: _cell(cell) for column, cell in row.items()} for row in csv.DictReader(stream)
                )
    return Study(folder.name, tables)


def _cell(cell: str) -> Cell:
    cell = cell.strip()
    return None if cell in MISSING else cell


def number(cell: Cell) -> float | None:
    """The number that a cell holds; None if it is missing or holds anything else, such as ``2-3``."""
    try:
        value = math.nan if cell is None else float(cell)
    except ValueError:
        return None
    return value if math.isfinite(value) else None
