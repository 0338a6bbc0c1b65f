"""The family's gold against its second computation, and its texts against their slots."""

import sqlite3
from contextlib import closing

import pytest

from medgym_core.source import silent
from medgym_ehr.mimic3.mimicsql import build_database
from medgym_ehr.mimic3.synthetic import synthesise
from medgym_ehr.testing.hospital.answer_laws import test_a_wrong_solver_is_noticed  # noqa: F401
from medgym_ehr.testing.hospital.comparison import compare, shown

from .compare import SECOND
from .tables import tables


@pytest.fixture(scope="module")
def solved():
    return SECOND.solvers


@pytest.fixture(scope="module")
def asked_computed(tmp_path_factory):
    home = tmp_path_factory.mktemp("home")
    return SECOND.asked_and_computed(home, SECOND.source(home, seed=3, scale=100), each=4)


def test_every_answer_is_computed_again(asked_computed, solved):
    result = compare(*asked_computed, solved)
    assert not result.disagreed, shown(result)
    assert not result.unsolved
    assert result.agreed.total() >= 400


def test_texts_hold_names_and_numbers_of_their_slots(asked_computed):
    for case in asked_computed[0]:
        assert all(str(value) in case.text for value in case.slots.values()), case


def test_the_tables_are_computed_again(tmp_path):
    """Every cell of every table, whatever the order of rows."""
    synthesise(tmp_path, 5, 60, silent)
    build_database(tmp_path, tmp_path / "m.sqlite", silent)
    with closing(sqlite3.connect(tmp_path / "m.sqlite")) as database:
        for name, computed in tables(tmp_path).items():
            built = database.execute(f"SELECT * FROM {name}")
            columns = [column[0] for column in built.description]
            ours = [tuple(map(printed, row)) for row in computed[columns].itertuples(index=False)]
            assert sorted(ours) == sorted(tuple(map(printed, row)) for row in built)


def printed(cell):
    missing = cell is None or cell != cell
    return "" if missing else str(int(cell)) if isinstance(cell, float) else str(cell)
