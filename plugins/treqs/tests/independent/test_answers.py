"""The family's gold against its second computation, and its texts against their slots."""

import sqlite3
from contextlib import closing

import pytest

from medgym_core.source import silent
from medgym_ehr.mimic3.mimicsql import build_database
from medgym_ehr.mimic3.synthetic import synthesise
from plugins.treqs.tests.independent.answers import solver
from plugins.treqs.tests.independent.compare import asked_and_computed, compare, differs
from plugins.treqs.tests.independent.tables import tables


@pytest.fixture(scope="module")
def asked_computed(tmp_path_factory):
    return asked_and_computed(tmp_path_factory.mktemp("home"), seed=3, scale=100, each=4)


def test_every_answer_is_computed_again(asked_computed):
    agreed, differences = compare(*asked_computed)
    assert not differences, "\n".join(differences)
    assert agreed.total() >= 400


def test_a_wrong_answer_is_noticed(asked_computed):
    asked, computed = asked_computed
    for case in asked[:100]:
        answer = solver(case.template)(computed, case.slots)
        wrong = (
            answer[1:]
            if isinstance(answer, list)
            else f"{answer}1"
            if isinstance(answer, str)
            else answer + 1
        )
        assert differs(case, computed, wrong)


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
            ours = [tuple(map(shown, row)) for row in computed[columns].itertuples(index=False)]
            assert sorted(ours) == sorted(tuple(map(shown, row)) for row in built)


def shown(cell):
    missing = cell is None or cell != cell
    return "" if missing else str(int(cell)) if isinstance(cell, float) else str(cell)
