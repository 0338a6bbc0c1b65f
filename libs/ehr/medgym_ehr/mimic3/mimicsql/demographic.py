"""DEMOGRAPHIC: a row for each admission, with what is known of the patient."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.compute as pc  # type: ignore[import-untyped]

from medgym_ehr.mimic3.mimicsql.name import names
from medgym_ehr.raw.reading import RawFolder

OLDEST = 89
"""Years of age above which MIMIC-III hides the age."""
HIDDEN = 300
"""Years by which it moves such a patient's birth."""


def demographic(raw: RawFolder, folder: Path) -> pa.Table:
    """The table; a patient without admission is in none of its rows.

    Raises:
        DataError: if the file of names is malformed or incomplete.
    """
    admissions = raw.table("ADMISSIONS")
    patients = raw.table("PATIENTS")
    at = pc.index_in(admissions["SUBJECT_ID"], value_set=patients["SUBJECT_ID"])
    for column in ("GENDER", "DOB", "DOD", "EXPIRE_FLAG"):
        admissions = admissions.append_column(column, patients[column].take(at))
    columns = {
        "NAME": pa.array(names(folder, admissions["SUBJECT_ID"].to_pylist()), pa.string()),
        "DOB_YEAR": pc.year(admissions["DOB"]),
        "DOD_YEAR": pc.year(admissions["DOD"]),
        "ADMITYEAR": pc.year(admissions["ADMITTIME"]),
        "DAYS_STAY": _whole_days(pc.subtract(admissions["DISCHTIME"], admissions["ADMITTIME"])),
    }
    columns["AGE"] = _age(pc.subtract(columns["ADMITYEAR"], columns["DOB_YEAR"]))
    for name, values in columns.items():
        admissions = admissions.append_column(name, values)
    return admissions


def _whole_days(spans: pa.ChunkedArray) -> pa.ChunkedArray:
    """Rounded down, so that a discharge before the admission is -1."""
    return pc.floor(pc.divide(spans.cast(pa.int64()).cast(pa.float64()), 86_400.0)).cast(pa.int64())


def _age(years: pa.ChunkedArray) -> pa.ChunkedArray:
    """From year of birth to year of admission; of those whose age is hidden, 89 and the years above 300."""
    return pc.if_else(pc.less(years, HIDDEN), years, pc.add(years, OLDEST - HIDDEN))
