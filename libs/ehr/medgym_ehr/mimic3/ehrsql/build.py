"""The build: raw files in, a finished database out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa  # type: ignore[import-untyped]

from medgym_core import Progress
from medgym_ehr.ehrsql.cost import Charged, costs
from medgym_ehr.ehrsql.database import write_database
from medgym_ehr.ehrsql.numbering import renumbered
from medgym_ehr.ehrsql.shuffle import Shuffling
from medgym_ehr.mimic3.ehrsql import event
from medgym_ehr.mimic3.ehrsql.cohort import Cohort, select_cohort
from medgym_ehr.mimic3.ehrsql.columns import COST, MAY_LACK, READ, REQUIRED
from medgym_ehr.mimic3.ehrsql.dictionary import read_dictionaries
from medgym_ehr.mimic3.ehrsql.schema import INDEXES, SCHEMA
from medgym_ehr.raw.reading import RawFolder


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
    """EHRSQL's database of MIMIC-III, at ``path``, by the steps of this library's README.

    Holds the rows of at most 1,000 patients, the dictionaries, PATIENTS and ADMISSIONS; of other files one
    piece at a time. LABEVENTS and the like are read twice, PRESCRIPTIONS three times, CHARTEVENTS once.

    Args:
        raw: folder with the files of MIMIC-III v1.4, ``NAME.csv``, packed or not, at any depth.
        path: the SQLite file to make; it appears whole or not at all.
        progress: told what is read and written.
        deid: whether values are shuffled over patients, as EHRSQL's authors did to de-identify: for comparing
            published questions. Every bond between a patient and what happened to them is lost by it.

    Raises:
        DataError: if files are missing, damaged or another dataset's, or no admission is left.

    Source: Lee et al. 2022, EHRSQL, NeurIPS datasets and benchmarks, arXiv:2301.07695.
    """
    folder = RawFolder(READ, raw, progress, required=REQUIRED, may_lack=MAY_LACK)
    cohort = select_cohort(folder, Shuffling(deid))
    rows = write_database(path, SCHEMA, INDEXES, _tables(folder, cohort), progress)
    inside = cohort.admissions.filter(cohort.admissions["DISCHTIME"].is_null())
    return Summary(rows, len(cohort.patients), len(inside["SUBJECT_ID"].unique()), tuple(folder.remarks))


def _tables(raw: RawFolder, cohort: Cohort) -> Iterator[tuple[str, pa.Table]]:
    dictionaries = read_dictionaries(raw)
    yield "PATIENTS", renumbered(cohort.patients)
    yield "ADMISSIONS", renumbered(cohort.admissions)
    yield "ICUSTAYS", renumbered(cohort.icustays)
    yield "TRANSFERS", renumbered(cohort.transfers)
    yield "D_ICD_DIAGNOSES", renumbered(dictionaries.diagnoses)
    yield "D_ICD_PROCEDURES", renumbered(dictionaries.procedures)
    yield "D_LABITEMS", renumbered(dictionaries.labs)
    yield "D_ITEMS", renumbered(dictionaries.items)
    charged = []
    for part in _charged(raw, cohort, dictionaries.diagnoses, dictionaries.procedures, dictionaries.labs):
        charged.append(part)
        yield part.event_type.upper(), part.events
    yield "COST", costs(charged, COST)
    charged.clear()
    items = dictionaries.items
    yield "CHARTEVENTS", event.vitals(raw, cohort)
    yield "INPUTEVENTS_CV", event.fluids(raw, cohort, "INPUTEVENTS_CV", items, "AMOUNT", "AMOUNTUOM")
    yield "OUTPUTEVENTS", event.fluids(raw, cohort, "OUTPUTEVENTS", items, "VALUE", "VALUEUOM")
    yield "MICROBIOLOGYEVENTS", event.cultures(raw, cohort)


def _charged(
    raw: RawFolder, cohort: Cohort, diagnoses: pa.Table, procedures: pa.Table, labs: pa.Table
) -> Iterator[Charged]:
    """The tables whose events cost something, in the order in which prices are drawn."""
    rows = event.coded(raw, cohort, "DIAGNOSES_ICD", diagnoses, "ADMITTIME")
    yield Charged("diagnoses_icd", rows, "ROW_ID", "ICD9_CODE", "CHARTTIME")
    yield Charged("labevents", event.labs(raw, cohort, labs), "ROW_ID", "ITEMID", "CHARTTIME")
    rows = event.coded(raw, cohort, "PROCEDURES_ICD", procedures, "DISCHTIME")
    yield Charged("procedures_icd", rows, "ROW_ID", "ICD9_CODE", "CHARTTIME")
    yield Charged("prescriptions", event.prescriptions(raw, cohort), "ROW_ID", "DRUG", "STARTDATE")
