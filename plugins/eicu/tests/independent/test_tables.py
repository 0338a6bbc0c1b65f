"""The EHRSQL build of eICU against its second computation, row by row."""

import sqlite3
from contextlib import closing

import pandas as pd
import pytest

from medgym_core.source import silent
from medgym_ehr.eicu.ehrsql import build_database

from .compare import SECOND
from .tables import tables

NAMES = (
    *("patient", "diagnosis", "treatment", "lab", "medication", "cost"),
    *("allergy", "intakeoutput", "microlab", "vitalperiodic"),
)


SOURCES = {
    "tidy": {"seed": 0, "scale": 150},
    "worn": {"seed": 9, "scale": 150, "worn": True},
    "larger than the cohort": {"seed": 5, "scale": 3000},
}


@pytest.fixture(
    scope="module", params=["tidy", "worn", pytest.param("larger than the cohort", marks=pytest.mark.nightly)]
)
def pair(request, tmp_path_factory):
    home = tmp_path_factory.mktemp("home")
    raw = SECOND.source(home, **SOURCES[request.param])
    deid = request.param == "worn"
    build_database(raw, home / "eicu.sqlite", silent, deid)
    return stored(home / "eicu.sqlite"), tables(raw, deid)


def stored(path):
    with closing(sqlite3.connect(path)) as database:
        names = database.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        return {
            name: pd.read_sql(f"SELECT * FROM {name} ORDER BY rowid", database, dtype=object)
            for (name,) in names
        }


def rows(table, columns):
    """Rows as tuples of numbers, texts and None; times as they are stored."""
    plain = pd.DataFrame({column: as_stored(table[column]) for column in columns}, dtype=object)
    return list(plain.itertuples(index=False, name=None))


def as_stored(column):
    if pd.api.types.is_datetime64_any_dtype(column):
        column = column.dt.strftime("%Y-%m-%d %H:%M:%S")
    return column.astype(object).where(column.notna(), None)


def test_the_database_has_these_tables_and_no_other(pair):
    built, computed = pair
    assert set(built) == set(computed) == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_every_row_is_computed_again(pair, name):
    tables_of_name = [side[name] for side in pair]
    columns = list(tables_of_name[0])
    assert sorted(columns) == sorted(tables_of_name[1])
    built, computed = (rows(table, columns) for table in tables_of_name)
    assert len(built) == len(computed) > 0
    for left, right in zip(built, computed, strict=True):
        assert left == right
