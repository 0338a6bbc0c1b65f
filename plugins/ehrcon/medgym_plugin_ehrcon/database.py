"""The 13-table database of the notes' admissions, by EHRCon's column rules; the README specifies it."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator
from pathlib import Path

import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.compute as pc  # type: ignore[import-untyped]

from medgym_core import Progress
from medgym_ehr.ehrsql.database import write_database
from medgym_ehr.mimic3.layout import LAYOUT as MIMIC_III
from medgym_ehr.mimic3.metavision import INPUTEVENTS_MV
from medgym_ehr.raw.layout import Layout
from medgym_ehr.raw.reading import RawFolder

EVENTS = (
    *("CHARTEVENTS", "INPUTEVENTS_CV", "INPUTEVENTS_MV", "MICROBIOLOGYEVENTS", "OUTPUTEVENTS"),
    *("LABEVENTS", "PRESCRIPTIONS", "PROCEDURES_ICD", "DIAGNOSES_ICD"),
)
DICTIONARIES = ("D_ITEMS", "D_LABITEMS", "D_ICD_DIAGNOSES", "D_ICD_PROCEDURES")
_FILES = {**MIMIC_III.files, INPUTEVENTS_MV.name: INPUTEVENTS_MV}
LAYOUT = Layout(MIMIC_III.title, {name: _FILES[name] for name in (*EVENTS, *DICTIONARIES)})
"""The 13 raw files, every published column."""
_TYPES = {"integer": "INTEGER", "real": "REAL", "text": "TEXT", "time": "TEXT"}
_KEPT = ("NUM", "AMOUNT", "RATE", "HADM_ID")
"""Columns whose names hold one of these are left as they are."""
_DOSE = "DOSE_VAL_RX"


def open_raw(raw: Path, progress: Progress) -> RawFolder:
    """The 13 files in a folder; reads headers only.

    Raises:
        DataError: if a file is missing, or its header is another's.
    """
    return RawFolder(LAYOUT, raw, progress, lower=False)


def build_database(
    raw: RawFolder, admissions: Collection[int], path: Path, progress: Progress
) -> dict[str, int]:
    """Write the database; event files are read in pieces, of which the rows of ``admissions`` are kept.

    Returns:
        rows of each table.

    Raises:
        DataError: if a file is damaged.
    """
    return write_database(path, schema(), _indexes(), _tables(raw, admissions), progress)


def schema() -> str:
    """The statements that create the tables, in the order of :data:`LAYOUT`."""
    return "\n".join(f"CREATE TABLE {name.lower()} ({', '.join(_columns(name))});" for name in LAYOUT.files)


def _columns(name: str) -> Iterator[str]:
    for column, kind in LAYOUT.files[name].columns.items():
        yield f"{column.lower()} {'REAL' if column == _DOSE else _TYPES[kind]}"


def _indexes() -> str:
    keys = {name: "hadm_id" for name in EVENTS} | {
        name: "icd9_code" if "ICD" in name else "itemid" for name in DICTIONARIES
    }
    return "\n".join(
        f"CREATE INDEX {name.lower()}_{key} ON {name.lower()} ({key});" for name, key in keys.items()
    )


def _tables(raw: RawFolder, admissions: Collection[int]) -> Iterator[tuple[str, pa.Table]]:
    wanted = pa.array(sorted(admissions), pa.int64())
    for name in LAYOUT.files:
        kept = [
            batch.filter(pc.is_in(batch["HADM_ID"], wanted)) if name in EVENTS else batch
            for batch in raw.batches(name)
        ]
        yield name.lower(), _tidy(pa.Table.from_batches(kept).sort_by("ROW_ID"))


def _tidy(rows: pa.Table) -> pa.Table:
    columns = {name.lower(): _column(name, rows[name]) for name in rows.column_names}
    return pa.table(columns)


def _column(name: str, values: pa.ChunkedArray) -> pa.ChunkedArray:
    if name == _DOSE:
        return pa.chunked_array([pa.array([_dose(value) for value in values.to_pylist()], pa.float64())])
    if not pa.types.is_string(values.type) or any(part in name for part in _KEPT):
        return values
    return pc.utf8_lower(values)


def _dose(text: str | None) -> float:
    """A dose as a number, 0 where it is none, such as ``1-2``."""
    try:
        dose = float(text or "")
    except ValueError:
        return 0.0
    return dose if math.isfinite(dose) else 0.0
