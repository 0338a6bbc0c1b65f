"""The build: raw files in, a finished database out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.compute as pc  # type: ignore[import-untyped]

from medgym_core import Progress
from medgym_ehr.ehrsql.cost import Charged, costs
from medgym_ehr.ehrsql.database import write_database
from medgym_ehr.ehrsql.shuffle import Shuffling
from medgym_ehr.eicu.ehrsql import event
from medgym_ehr.eicu.ehrsql.cohort import Cohort, select_cohort
from medgym_ehr.eicu.ehrsql.columns import COST, MAY_LACK, READ, REQUIRED
from medgym_ehr.eicu.ehrsql.schema import INDEXES, SCHEMA
from medgym_ehr.raw.reading import RawFolder

_AROUND = (0, 0, 2, 3)
"""EHRSQL draws the prices of labs around the mean of the diagnoses."""


@dataclass(frozen=True)
class Summary:
    """What a finished database holds."""

    rows: dict[str, int]
    """Rows of each table."""
    patients: int
    """Patients drawn."""
    current: int
    """Patients of these who are in hospital now."""
    remarks: tuple[str, ...] = ()
    """What is not there, and need not be."""


def build_database(raw: Path, path: Path, progress: Progress, deid: bool = False) -> Summary:
    """EHRSQL's database of eICU, at ``path``, by the steps of this library's README.

    Holds the rows of at most 1,000 patients and the file patient; of other files one piece at a time. Most
    files are read twice, diagnosis, treatment and intakeOutput three times, vitalPeriodic once.

    Args:
        raw: folder with the files of eICU-CRD v2.0, ``NAME.csv``, packed or not, at any depth.
        path: the SQLite file to make; it appears whole or not at all.
        progress: told what is read and written.
        deid: whether values are shuffled over patients, as EHRSQL's authors did to de-identify: for comparing
            published questions. Every bond between a patient and what happened to them is lost by it.

    Raises:
        DataError: if files are missing, damaged or another dataset's, or no stay is left.

    Source: Lee et al. 2022, EHRSQL, NeurIPS datasets and benchmarks, arXiv:2301.07695.
    """
    folder = RawFolder(READ, raw, progress, required=REQUIRED, may_lack=MAY_LACK)
    cohort = select_cohort(folder, Shuffling(deid))
    rows = write_database(path, SCHEMA, INDEXES, _tables(folder, cohort), progress)
    inside = cohort.stays.filter(pc.field("hospitaldischargetime").is_null())
    return Summary(
        rows,
        len(cohort.stays["uniquepid"].unique()),
        len(inside["uniquepid"].unique()),
        tuple(folder.remarks),
    )


def _tables(raw: RawFolder, cohort: Cohort) -> Iterator[tuple[str, pa.Table]]:
    yield "patient", cohort.stays
    charged = []
    for part in _charged(raw, cohort):
        charged.append(part)
        yield part.event_type, part.events
    yield "cost", costs(charged, COST, _AROUND)
    charged.clear()
    yield "allergy", event.allergies(raw, cohort)
    yield "intakeoutput", event.fluids(raw, cohort)
    yield "microlab", event.cultures(raw, cohort)
    yield "vitalperiodic", event.vitals(raw, cohort)


def _charged(raw: RawFolder, cohort: Cohort) -> Iterator[Charged]:
    """The tables whose events cost something, in the order in which prices are drawn."""
    for event_type, read, code, time in (
        ("diagnosis", event.diagnoses, "diagnosisname", "diagnosistime"),
        ("lab", event.labs, "labname", "labresulttime"),
        ("treatment", event.treatments, "treatmentname", "treatmenttime"),
        ("medication", event.medications, "drugname", "drugstarttime"),
    ):
        rows = cohort.owned(read(raw, cohort))
        yield Charged(event_type, rows, f"{event_type}id", code, time)
