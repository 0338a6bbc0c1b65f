"""The user's own copy of EHR-SeqSQL: each session becomes a task of its splits, or is reported with why.

Questions and queries here are made up; none is of the published file.
"""

import json
import shutil
import sqlite3
from contextlib import closing

import pytest

from medgym_core import DataError, gold_of, plugins
from medgym_ehr.hospital import deid
from medgym_plugin_ehr_seqsql import loader, published
from medgym_prove.soundness import measure

pytestmark = pytest.mark.slow


def row(number, queries, random="test", compositional="train", **fields):
    """One session in the published layout."""
    return {
        "id": f"{number:024x}",
        "seed_question": f"made-up end {number}?",
        "value": {},
        "question": [f"made-up question {number}.{turn}?" for turn in range(len(queries))],
        "question_template": [f"template {turn}" for turn in range(len(queries))],
        "seqsql": queries,
        "sql": queries,
        "random_split": random,
        "compositional_split": compositional,
        **fields,
    }


@pytest.fixture(scope="module")
def patient(users, raw):
    """A patient with prescriptions."""
    with closing(sqlite3.connect(users(raw).public / loader.DATABASE)) as connection:
        return connection.execute("SELECT min(subject_id) FROM prescriptions").fetchone()[0]


@pytest.fixture(scope="module")
def built(users, raw, patient, tmp_path_factory):
    """A build of the same raw files with eight published sessions beside them."""
    folder = shutil.copytree(raw, tmp_path_factory.mktemp("release") / "raw")
    column = "select distinct prescriptions.{} from prescriptions where prescriptions"
    drugs = f"{column.format('drug')}.subject_id = {patient}"
    routes = f"{column.format('route')}.drug in prev_query"
    narrowed = f"{column.format('drug')}.drug in (prev_query)"
    long_ago = (
        "select count(*) from admissions where admissions.admittime < datetime(current_time, '-1 year')"
    )
    rows = [
        row(0, [drugs, "select count(*) from prescriptions where prescriptions.drug in ( prev_query )"]),
        row(1, [drugs, routes], random="train"),
        row(2, [drugs, f"{narrowed} and prescriptions.route = 'po'"], compositional=""),
        row(3, [long_ago]),
        row(4, ["select 3", "select ( select 5 ) - ( prev_query )"]),
        row(5, [drugs, "select unheard_of from prescriptions"]),
        row(6, [drugs, "select drug from prescriptions where drug = 'nothing at all'"]),
        row(7, ["select count(*) from prescriptions where prescriptions.subject_id = 999999999"]),
    ]
    (folder / "data.json").write_text(json.dumps(rows))
    return users(folder)


def golds(family, built, split):
    tasks = [family.task(built, split, index) for index in range(family.size(built, split))]
    return [gold_of(family, built, task).turns for task in tasks]


def test_what_holds_becomes_a_task_of_its_splits(family, built):
    assert {split: family.size(built, split) for split in published.SPLITS} == {
        "published-random-train": 1,
        "published-random-test": 4,
        "published-compositional-train": 4,
        "published-compositional-test": 0,
    }
    task = family.task(built, "published-random-test", 0)
    assert [turn.question for turn in task.turns] == ["made-up question 0.0?", "made-up question 0.1?"]
    assert "made-up end" not in task.model_dump_json()
    assert "current time is 2105-12-31 23:59:00" in task.context


def test_what_fails_is_reported_with_turn_and_reason(family, built):
    report = family.report(built)
    for number, reason in (
        (5, "names a column that is not there"),
        (6, "the result has no row"),
        (7, "names a patient that the database does not have"),
    ):
        assert f"{reason}: {number:024x}" in report
    assert "turn 2" in (built.private / published.REPORT).read_text()
    assert "sha256" in report


def test_every_turn_has_every_row_as_gold(family, built, patient):
    first, *_ = golds(family, built, "published-random-test")
    with closing(sqlite3.connect(built.public / loader.DATABASE)) as connection:
        query = "SELECT DISTINCT drug FROM prescriptions WHERE subject_id = ?"
        drugs = connection.execute(query, (patient,)).fetchall()
        query = f"SELECT count(*) FROM prescriptions WHERE drug IN ({', '.join('?' * len(drugs))})"
        counted = connection.execute(query, [drug for (drug,) in drugs]).fetchone()
    assert sorted(first[0]) == sorted(map(list, drugs))
    assert first[1] == [list(counted)]


def test_the_official_clock_is_the_hospitals(family, built):
    with closing(sqlite3.connect(built.public / loader.DATABASE)) as connection:
        query = "SELECT count(*) FROM admissions WHERE admittime < '2104-12-31 23:59:00'"
        expected = connection.execute(query).fetchone()
    assert golds(family, built, "published-random-test")[2] == ([list(expected)],)


def test_categories_are_told_by_the_last_query(family, built):
    random = [family.task(built, "published-random-test", index).category for index in range(4)]
    assert random == ["summary", "narrowing", "summary", "comparison"]
    assert family.task(built, "published-random-train", 0).category == "following"


@pytest.mark.slow
def test_references_pass_and_constants_do_no_better_than_the_chance_rate(family, built):
    players = ("reference", "nop", "attack:constants")
    found = measure(family, built, plugins.sandbox("process"), "published-random-test", agents=players)
    assert found.sound, found


def test_without_the_file_the_splits_are_empty(family, build):
    assert {family.size(build, split) for split in published.SPLITS} == {0}
    assert not any(family.splits[split].counted for split in published.SPLITS)
    assert "EHR-SeqSQL" not in family.report(build)


def test_our_own_sessions_stand_beside_them(family, built, users, raw, tmp_path):
    """They are those of the same files, de-identified."""
    alone = shutil.copytree(raw, tmp_path / "raw")
    (alone / deid.FILE).touch()
    assert family.size(built, "test") == family.size(users(alone), "test") > 0


def test_sessions_about_another_database_are_left_out_and_our_own_are_built(family, users, raw, tmp_path):
    folder = shutil.copytree(raw, tmp_path / "raw")
    queries = [f"select gender from patients where subject_id = {900_000_000 + n}" for n in range(20)]
    (folder / "data.json").write_text(json.dumps([row(n, [sql]) for n, sql in enumerate(queries)]))
    built = users(folder)
    assert {family.size(built, split) for split in published.SPLITS} == {0}
    assert family.size(built, "test") > 0
    assert "0 of the 20 questions that name a patient name only patients of this" in family.report(built)


def test_data_without_questions_is_refused_before_it_is_built(family, tmp_path, monkeypatch):
    monkeypatch.setattr(type(family), "build", None)
    with pytest.raises(DataError, match="there is nothing to check"):
        family.check(tmp_path, tmp_path / "home", lambda *_: None)
