"""The build: raw files in, a finished database out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa  # type: ignore[import-untyped]

from medgym_core import Progress
from medgym_ehr.ehrsql.database import write_database
from medgym_ehr.mimic3.mimicsql.columns import READ, REQUIRED
from medgym_ehr.mimic3.mimicsql.demographic import demographic
from medgym_ehr.mimic3.mimicsql.event import coded, labs, prescriptions
from medgym_ehr.mimic3.mimicsql.schema import INDEXES, SCHEMA
from medgym_ehr.raw.reading import RawFolder


def build_database(raw: Path, path: Path, progress: Progress) -> dict[str, int]:
    """MIMICSQL's database of MIMIC-III, all admissions, at ``path``, by the steps of this library's README.

    Holds PATIENTS, ADMISSIONS and the dictionaries, and of each event file one piece at a time.

    Args:
        raw: folder with the files of MIMIC-III v1.4, ``NAME.csv`` or ``NAME.csv.gz``, and perhaps
            ``id2name.csv``.
        path: the SQLite file to make; it appears whole or not at all.
        progress: told what is read and written.

    Returns:
        rows of each table.

    Raises:
        DataError: if files are missing, damaged or another dataset's.

    Source: Wang, Shi, Reddy 2020, Text-to-SQL generation for question answering on electronic medical
    records, The Web Conference, arXiv:1908.01839.
    """
    folder = RawFolder(READ, raw, progress, lower=False, required=REQUIRED)
    return write_database(path, SCHEMA, INDEXES, _tables(folder, raw), progress)


def _tables(folder: RawFolder, raw: Path) -> Iterator[tuple[str, pa.Table]]:
    yield "DEMOGRAPHIC", demographic(folder, raw)
    streams = {
        "DIAGNOSES": coded(folder, "DIAGNOSES_ICD", "D_ICD_DIAGNOSES"),
        "PROCEDURES": coded(folder, "PROCEDURES_ICD", "D_ICD_PROCEDURES"),
        "PRESCRIPTIONS": prescriptions(folder),
        "LAB": labs(folder),
    }
    for name, pieces in streams.items():
        for piece in pieces:
            yield name, piece
