"""The user's own question files: each becomes a task of the published splits, or is reported with the reason.

Questions and queries here are made up; none is of a published file.
"""

import json
import shutil
import sqlite3
from contextlib import closing

import pytest

from medgym_core import DataError, gold_of, plugins
from medgym_plugin_treqs import loader, published
from medgym_prove.soundness import measure

SPLIT = "published-natural_v2-test"
COUNT = 'SELECT COUNT ( DISTINCT DEMOGRAPHIC."SUBJECT_ID" ) FROM DEMOGRAPHIC'
JOINED = "INNER JOIN PRESCRIPTIONS on DEMOGRAPHIC.HADM_ID = PRESCRIPTIONS.HADM_ID"


def line(number, sql, selected):
    """One line in MIMICSQL's layout."""
    return {
        "key": f"{number:032x}",
        "format": {"table": [0], "cond": [], "agg_col": [[0, 0]], "sel": selected},
        "question_refine": f"made-up question {number}?",
        "sql": sql,
        "question_refine_tok": [],
        "sql_tok": [],
    }


@pytest.fixture(scope="module")
def patient(users, raw):
    """A patient who has died and has prescriptions: number, year of death, a drug in capitals."""
    with closing(sqlite3.connect(users(raw).public / loader.DATABASE)) as connection:
        query = (
            "SELECT d.SUBJECT_ID, d.DOD_YEAR, upper(p.DRUG) FROM DEMOGRAPHIC d JOIN PRESCRIPTIONS p "
            "USING (HADM_ID) WHERE d.DOD_YEAR IS NOT NULL AND p.DRUG NOT LIKE '%''%' ORDER BY 1, 3"
        )
        return connection.execute(query).fetchone()


@pytest.fixture(scope="module")
def built(users, raw, patient, tmp_path_factory):
    """A build of the same raw files with seven published questions beside them."""
    folder = shutil.copytree(raw, tmp_path_factory.mktemp("release") / "raw")
    subject, died, drug = patient
    queries = [
        (f'{COUNT} {JOINED} WHERE PRESCRIPTIONS."DRUG" = "{drug}"', 1),
        (f'{COUNT} WHERE DEMOGRAPHIC."DOD_YEAR" <= "{died}.0"', 1),
        (
            f'SELECT DEMOGRAPHIC."GENDER",DEMOGRAPHIC."DOB" FROM DEMOGRAPHIC {JOINED} WHERE '
            f'DEMOGRAPHIC."SUBJECT_ID" = "{subject}"',
            0,
        ),
        (f'SELECT PRESCRIPTIONS."DRUG_TYPE" FROM PRESCRIPTIONS WHERE PRESCRIPTIONS."DRUG" = "{drug}"', 0),
        ('SELECT AVG ( DEMOGRAPHIC."AGE" ) FROM DEMOGRAPHIC WHERE DEMOGRAPHIC."DOB_YEAR" > "2000"', 4),
        ('SELECT DEMOGRAPHIC."UNHEARD_OF" FROM DEMOGRAPHIC WHERE DEMOGRAPHIC."AGE" > "0"', 0),
        (f'{COUNT} WHERE DEMOGRAPHIC."NAME" = "nobody at all"', 1),
    ]
    path = folder / "mimicsql_data" / "mimicsql_natural_v2" / "test.json"
    path.parent.mkdir(parents=True)
    path.write_text("".join(f"{json.dumps(line(n, *query))}\n" for n, query in enumerate(queries)))
    return users(folder)


def golds(family, built):
    tasks = [family.task(built, SPLIT, index) for index in range(family.size(built, SPLIT))]
    return [gold_of(family, built, task).turns[0] for task in tasks]


def test_what_holds_becomes_a_task(family, built):
    assert {split: family.size(built, split) for split in published.SPLITS} == {
        split: 5 * (split == SPLIT) for split in published.SPLITS
    }
    task = family.task(built, SPLIT, 0)
    assert task.turns[0].question == "made-up question 0?"
    assert "whatever their case" in task.context
    categories = [family.task(built, SPLIT, index).category for index in range(5)]
    assert categories == ["counting", "counting", "patient", "lookup", "aggregate"]


def test_what_fails_is_reported(family, built):
    report = family.report(built)
    assert f"names a column that is not there: {5:032x}" in report
    assert f"the result has no row: {6:032x}" in report
    assert "sha256" in report


def test_texts_are_compared_whatever_their_case(family, built, patient):
    with closing(sqlite3.connect(built.public / loader.DATABASE)) as connection:
        query = "SELECT count(DISTINCT SUBJECT_ID) FROM PRESCRIPTIONS WHERE lower(DRUG) = ?"
        expected = connection.execute(query, (patient[2].lower(),)).fetchone()[0]
    assert golds(family, built)[0] == [[expected]]


def test_a_year_that_is_written_as_a_fraction_is_a_number(family, built, patient):
    with closing(sqlite3.connect(built.public / loader.DATABASE)) as connection:
        query = "SELECT count(DISTINCT SUBJECT_ID) FROM DEMOGRAPHIC WHERE DOD_YEAR <= ?"
        expected = connection.execute(query, (patient[1],)).fetchone()[0]
    assert golds(family, built)[1] == [[expected]]


def test_every_row_is_gold_and_each_once(family, built, passes):
    """A join gives a patient's attributes once for each prescription."""
    rows = golds(family, built)[2]
    assert len(rows) == 1
    assert len(rows[0]) == 2
    task = family.task(built, SPLIT, 2)
    gold = gold_of(family, built, task)
    assert passes(task, rows, gold)
    assert not passes(task, [rows[0][:1]], gold)


@pytest.mark.parametrize(
    ("sql", "executable"),
    [
        (
            'SELECT A."B" FROM A WHERE A."B" = "x y"',
            'SELECT A."B" FROM A WHERE A."B" = \'x y\' COLLATE NOCASE',
        ),
        (
            'SELECT A."B" FROM A WHERE A."C" <= "2164.0"',
            'SELECT A."B" FROM A WHERE A."C" <= \'2164.0\' COLLATE NOCASE',
        ),
        (
            'SELECT B FROM A WHERE C = "it\'s;\\n/ x";',
            "SELECT B FROM A WHERE C = 'it''s;\\n/ x' COLLATE NOCASE",
        ),
    ],
)
def test_literals_are_compared_without_case_and_columns_stay(sql, executable):
    assert published.executable(sql) == executable


@pytest.mark.slow
def test_references_pass_and_doing_nothing_does_not(family, built):
    players = ("reference", "nop")
    found = measure(family, built, plugins.sandbox("process"), SPLIT, agents=players)
    assert found.sound, found
    assert family.chance_rate(built, SPLIT) <= 0.4


def test_our_own_questions_stand_beside_them(family, built, users, raw):
    assert family.size(built, "test") == family.size(users(raw), "test") > 0


def test_data_without_questions_is_refused_before_it_is_built(family, tmp_path, monkeypatch):
    monkeypatch.setattr(type(family), "build", None)
    with pytest.raises(DataError, match="there is nothing to check"):
        family.check(tmp_path, tmp_path / "home", lambda *_: None)
