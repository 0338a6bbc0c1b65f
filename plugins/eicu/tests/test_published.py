"""The user's own question files: each becomes a task of the published splits, or is reported with the reason.

Questions and queries here are made up; none is of a published file.
"""

import json
import sqlite3
from contextlib import closing

import pytest

from medgym_core import DataError, gold_of
from medgym_ehr.testing.hospital.release import row

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def hospital(users, raw):
    """The database that the build makes of the raw files."""
    return users(raw).public / "eicu.sqlite"


@pytest.fixture(scope="module")
def built(users, hospital, tmp_path_factory):
    """A build of that database with published questions beside it."""
    with closing(sqlite3.connect(hospital)) as connection:
        (patient,) = connection.execute("SELECT min(uniquepid) FROM patient").fetchone()
    folder = tmp_path_factory.mktemp("release")
    (folder / "eicu.sqlite").write_bytes(hospital.read_bytes())
    recent = "select count(*) from patient where unitadmittime >= datetime(current_time, '-9 year')"
    rows = [
        row("eicu", 1, f"select count(*) from patient where uniquepid = '{patient}'", patient),
        row("eicu", 2, "null", patient),
        row("eicu", 3, "select heartbeat from vitalperiodic", patient),
        row("eicu", 4, recent, patient),
        row("eicu", 5, "select count(*) from patient where uniquepid = '999-1'", "999-1"),
    ]
    (folder / "valid.json").write_text(json.dumps(rows))
    return users(folder)


def test_what_holds_becomes_a_task_and_what_fails_is_reported(family, built):
    assert family.size(built, "published-valid") == 3
    assert family.size(built, "published-train") == 0
    report = family.report(built)
    assert f"{3:024x}" in report
    assert "999-1" in report


def test_gold_is_executed_at_the_hospitals_time(family, built, hospital):
    golds = [gold_of(family, built, family.task(built, "published-valid", i)).turns[0] for i in range(3)]
    with closing(sqlite3.connect(hospital)) as connection:
        everyone = connection.execute("SELECT count(*) FROM patient").fetchone()[0]
    assert golds[1:] == [None, [[everyone]]]
    assert golds[0][0][0] >= 1


def test_references_pass_and_abstaining_is_right_once(family, built, passes):
    for index in range(3):
        task = family.task(built, "published-valid", index)
        gold = gold_of(family, built, task)
        assert passes(task, None, gold) == (index == 1)
        assert passes(task, gold.turns[0], gold)


def test_our_own_questions_stand_beside_them(family, built, users, raw):
    assert family.size(built, "test") == family.size(users(raw), "test") > 0


def test_data_without_questions_is_refused_before_it_is_built(family, tmp_path, monkeypatch):
    monkeypatch.setattr(type(family), "build", None)
    with pytest.raises(DataError, match="there is nothing to check"):
        family.check(tmp_path, tmp_path / "home", lambda *_: None)
