"""The user's own question files: each becomes a task of the published splits, or is reported with the reason.

Questions and queries here are made up; none is of a published file.
"""

import json
import sqlite3
from contextlib import closing

import pytest

from medgym_core import DataError, Source, ensure_build, gold_of
from medgym_ehr.hospital import published
from medgym_ehr.testing.hospital.release import row

pytestmark = pytest.mark.slow

STAY = "select count(*) from admissions where subject_id = {patient}"


@pytest.fixture(scope="module")
def hospital(users, raw):
    """The database that the build makes of the raw files, and one of its patients."""
    path = users(raw).public / "mimic.sqlite"
    with closing(sqlite3.connect(path)) as connection:
        return path, connection.execute("SELECT min(subject_id) FROM patients").fetchone()[0]


@pytest.fixture(scope="module")
def built(users, hospital, tmp_path_factory):
    """A build of that database with five published questions beside it."""
    path, patient = hospital
    folder = tmp_path_factory.mktemp("release")
    (folder / "mimic_iii.sqlite").write_bytes(path.read_bytes())
    recent = "select count(*) from admissions where admittime >= datetime(current_time, '-9 year')"
    rows = [
        row("mimic_iii", 1, STAY.format(patient=patient), patient),
        row(
            "mimic_iii",
            2,
            "select strftime('%y', dob) from patients where subject_id = 0 or dob is not null limit 1",
            patient,
        ),
        row("mimic_iii", 3, "null", patient),
        row("mimic_iii", 4, "select unheard_of from admissions", patient),
        row("mimic_iii", 5, recent, patient),
    ]
    (folder / "valid.json").write_text(json.dumps(rows))
    return users(folder)


def test_what_holds_becomes_a_task(family, built):
    assert family.size(built, "published-valid") == 4
    assert family.size(built, "published-train") == 0
    task = family.task(built, "published-valid", 0)
    assert "made-up question 1" in task.turns[0].question
    assert "2105-12-31 23:59:00" in task.context
    assert task.category == "count"


def test_what_fails_is_reported(family, built):
    report = family.report(built)
    assert f"{4:024x}" in report
    refused = next(line for line in report.splitlines() if f"{4:024x}" in line)
    assert "names a column that is not there" in refused


def test_gold_is_executed_after_the_official_post_processing(family, built, hospital):
    connection = sqlite3.connect(hospital[0])
    golds = [gold_of(family, built, family.task(built, "published-valid", i)).turns[0] for i in range(4)]
    everyone = connection.execute("SELECT count(*) FROM admissions").fetchone()[0]
    assert golds[2] is None
    assert golds[3] == [[everyone]]
    assert golds[1][0][0].startswith(("20", "21"))


def test_references_pass_and_abstaining_is_right_once(family, built, passes):
    for index in range(4):
        task = family.task(built, "published-valid", index)
        gold = gold_of(family, built, task)
        assert passes(task, None, gold) == (index == 2)
        (call,) = family.reference(built, task)
        assert call.arguments["submit"] is True
        assert passes(task, gold.turns[0], gold)


def test_our_own_questions_stand_beside_them(family, built, users, raw):
    assert family.size(built, "test") == family.size(users(raw), "test") > 0


def test_the_chance_rate_is_that_of_the_best_constant(family, built):
    assert 0.25 <= family.chance_rate(built, "published-valid") <= 0.5


def test_without_question_files_the_splits_are_empty(family, build):
    assert not published.is_built(build)
    assert {family.size(build, split) for split in published.SPLITS} == {0}


@pytest.fixture(scope="module")
def demo(users, tmp_path_factory):
    """A folder in the layout of EHRSQL-2024 over a database of its own."""
    folder = tmp_path_factory.mktemp("demo") / "data" / "mimic_iv"
    (folder / "valid").mkdir(parents=True)
    with closing(sqlite3.connect(folder / "mimic_iv.sqlite")) as connection, connection:
        connection.execute("CREATE TABLE admissions (subject_id INTEGER, admittime TIMESTAMP)")
        connection.execute(
            "INSERT INTO admissions VALUES (1, '2100-12-30 10:00:00'), (2, '2099-01-01 10:00:00')"
        )
    asked = [
        {"id": "q1", "question": "made-up: who came lately?"},
        {"id": "q2", "question": "made-up: phone?"},
    ]
    query = "SELECT subject_id FROM admissions WHERE admittime >= datetime(current_time, '-3 day')"
    (folder / "valid" / "data.json").write_text(json.dumps({"version": "0", "data": asked}))
    (folder / "valid" / "label.json").write_text(json.dumps({"q1": query, "q2": "null"}))
    return users(folder.parents[1])


def test_ehrsql_2024_loads_over_its_own_database(family, demo):
    golds = [
        gold_of(family, demo, family.task(demo, "published-valid", index)).turns[0] for index in range(2)
    ]
    assert golds == [[[1]], None]
    context = family.task(demo, "published-valid", 0).context
    assert "2100-12-31 23:59:00" in context
    assert "admissions(subject_id, admittime)" in context


def test_our_templates_are_not_asked_of_another_schema(family, demo):
    assert {family.size(demo, split) for split in ("train", "test", "abstention")} == {0}


@pytest.fixture(scope="module")
def foreign(users, hospital, tmp_path_factory):
    """A build of that database beside questions about the patients of another one."""
    folder = tmp_path_factory.mktemp("foreign")
    (folder / "mimic_iii.sqlite").write_bytes(hospital[0].read_bytes())
    strangers = range(900_000_000, 900_000_012)
    rows = [row("mimic_iii", n, STAY.format(patient=n), n) for n in strangers]
    (folder / "valid.json").write_text(json.dumps(rows))
    return users(folder)


def test_questions_about_another_database_leave_our_own(family, foreign, users, raw):
    assert {family.size(foreign, split) for split in published.SPLITS} == {0}
    assert family.size(foreign, "test") == family.size(users(raw), "test")
    assert "0 of the 12 questions that name a patient" in family.report(foreign)


def test_a_release_that_fits_neither_its_database_nor_our_questions_is_refused(family, tmp_path):
    folder = tmp_path / "raw"
    (folder / "valid").mkdir(parents=True)
    with closing(sqlite3.connect(folder / "mimic_iv.sqlite")) as connection, connection:
        connection.execute("CREATE TABLE admissions (subject_id INTEGER)")
    ids = [f"q{n}" for n in range(3)]
    asked = [{"id": id, "question": "made-up: how many?"} for id in ids]
    labels = {id: STAY.format(patient=n) for n, id in enumerate(ids)}
    (folder / "valid" / "data.json").write_text(json.dumps(asked))
    (folder / "valid" / "label.json").write_text(json.dumps(labels))
    with pytest.raises(DataError, match=r"0 of the 3 questions .* mimic_iv\.sqlite"):
        ensure_build(family, Source.user(folder), tmp_path / "home")


def test_data_without_questions_is_refused_before_it_is_built(family, tmp_path, monkeypatch):
    monkeypatch.setattr(type(family), "build", None)
    with pytest.raises(DataError, match="there is nothing to check"):
        family.check(tmp_path, tmp_path / "home", lambda *_: None)
