"""The EHRSQL build of MIMIC-III against its second computation, row by row."""

import sqlite3
from contextlib import closing
from typing import NamedTuple

import pandas as pd
import pytest

from medgym_ehr.mimic3.ehrsql import build_database
from medgym_ehr.mimic3.synthetic import synthesise
from medgym_ehr.testing.independent.tables import tables
from medgym_ehr.testing.independent.wear import wear

NAMES = (
    *("PATIENTS", "ADMISSIONS", "D_ICD_DIAGNOSES", "D_ICD_PROCEDURES", "D_LABITEMS", "D_ITEMS"),
    *("DIAGNOSES_ICD", "PROCEDURES_ICD", "LABEVENTS", "PRESCRIPTIONS", "COST", "CHARTEVENTS"),
    *("INPUTEVENTS_CV", "OUTPUTEVENTS", "MICROBIOLOGYEVENTS", "ICUSTAYS", "TRANSFERS"),
)


class Pair(NamedTuple):
    """One source, built and computed a second time."""

    built: dict[str, pd.DataFrame]
    computed: dict[str, pd.DataFrame]


@pytest.fixture(
    scope="module",
    params=["seed 0", "seed 2", "worn", pytest.param("larger than the cohort", marks=pytest.mark.nightly)],
)
def pair(request, tmp_path_factory):
    raw = tmp_path_factory.mktemp("raw")
    SOURCES[request.param](raw)
    deid = request.param in DEIDENTIFIED
    build_database(raw, raw / "mimic.sqlite", silent, deid)
    return Pair(stored(raw / "mimic.sqlite"), tables(raw, deid))


def silent(text, share):
    """Progress that nobody hears of."""


def worn(raw):
    clean = raw / "clean"
    clean.mkdir()
    synthesise(clean, 9, 600, silent)
    wear(clean, raw, 9)


SOURCES = {
    "seed 0": lambda raw: synthesise(raw, 0, 150, silent),
    "seed 2": lambda raw: synthesise(raw, 2, 150, silent),
    "worn": worn,
    "larger than the cohort": lambda raw: synthesise(raw, 5, 3000, silent),
}


DEIDENTIFIED = {"seed 2", "worn"}
"""Sources that are built with values shuffled."""


def stored(path):
    with closing(sqlite3.connect(path)) as database:
        return {
            name: pd.read_sql(f"SELECT * FROM {name} ORDER BY ROW_ID", database, dtype=object)
            for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        }


def rows(table, columns):
    """Rows as tuples of integers, floats, texts and None; times as they are stored."""
    plain = pd.DataFrame({column: as_stored(table[column]) for column in columns}, dtype=object)
    return list(plain.itertuples(index=False, name=None))


def as_stored(column):
    if pd.api.types.is_datetime64_any_dtype(column):
        column = column.dt.strftime("%Y-%m-%d %H:%M:%S")
    return column.astype(object).where(column.notna(), None)


def test_the_database_has_these_tables_and_no_other(pair):
    assert set(pair.built) == set(pair.computed) == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_every_row_is_computed_again(pair, name):
    columns = list(pair.built[name])
    assert sorted(columns) == sorted(pair.computed[name])
    built, computed = (rows(table, columns) for table in (pair.built[name], pair.computed[name]))
    assert len(built) == len(computed) > 0
    for left, right in zip(built, computed, strict=True):
        assert left == right
