"""Crossings find nothing, are worded as questions that find something, and cross what there is to cross."""

import sqlite3
from contextlib import closing
from dataclasses import replace

import pytest

from medgym_core import DateTime, Number, SetOf
from medgym_ehr.questions.answers import nothing
from medgym_ehr.questions.crossing import KEY, LATER, ONLY, crossed, strangers, unheard
from medgym_ehr.questions.dialect import connect
from medgym_ehr.questions.nearness import Nearness, nearness, seen
from medgym_ehr.questions.planner import Planner
from medgym_ehr.questions.template import Template, When
from medgym_ehr.questions.unanswerable import TAG


@pytest.fixture
def known(dialect):
    return replace(dialect, strangers="SELECT DISTINCT patient + 1000 FROM visit ORDER BY 1")


@pytest.fixture
def cross(database, known):
    return lambda template, count=30: crossed(Planner(database, known), template, "train", count)


@pytest.fixture
def given():
    """When a patient was last given a drug."""
    return Template(
        id="last_given",
        category="time",
        wordings=(
            "When did patient {patient} last get {drug} {period}?",
            "When was {drug} last given to patient {patient} {period}?",
            "At what time did patient {patient} get the last {drug} {period}?",
        ),
        facts="SELECT patient, drug, at FROM given",
        sql="SELECT max(at) FROM given WHERE patient = {patient} AND drug = {drug} AND {period}",
        answer=DateTime(),
        period=When("at", visit="visit", tags=("abs-year-in", "abs-month-since", "rel-hosp-cur", "none")),
    )


def test_nothing_is_found_and_that_is_said(cross, given, database):
    questions = cross(given)
    assert len(questions) == 30
    with closing(sqlite3.connect(database)) as connection:
        assert all(nothing(connection.execute(question.sql).fetchall()) for question in questions)
    assert all(question.answer is None and question.tags[0] == TAG for question in questions)
    assert len({question.text for question in questions}) == 30


def test_every_way_to_cross_takes_its_turn(cross, given, database):
    questions = cross(given)
    with closing(sqlite3.connect(database)) as connection:
        patients = {patient for (patient,) in connection.execute("SELECT patient FROM visit")}
    known = [question for question in questions if question.slots["patient"] in patients]
    later = [question for question in known if question.slots["drug"] in LATER["drug"]]
    periods = [question for question in known if question not in later and "period" in question.slots]
    assert 0 < len(questions) - len(known) < 20
    assert later
    assert periods


@pytest.fixture
def watched(known):
    """Where it is known when a patient was there: whenever any drug was given."""
    return replace(known, seen="SELECT at FROM given WHERE patient = {patient}")


def test_most_ask_for_what_is_missing_while_the_patient_was_there(database, watched, given):
    dated = replace(given, period=When("at", tags=("abs-month-in",)))
    with closing(sqlite3.connect(database)) as connection:
        found = "SELECT count(*) FROM given WHERE patient = ? AND substr(at, 1, 7) = ?"
        there = [
            connection.execute(found, (asked.slots["patient"], asked.slots["period"]["value"])).fetchone()[0]
            for asked in crossed(Planner(database, watched), dated, "train", 30)
        ]
    assert len(there) > 20
    assert sum(map(bool, there)) > 0.7 * len(there)


def test_what_was_given_another_time_is_near_but_for_the_item(database, watched, given):
    dated = replace(given, period=When("at", tags=("abs-month-in",)))
    one = next(Planner(database, watched).candidates(dated, "train", KEY))
    drug, month = replace(one, fact=one.fact | {"drug": "none"}), replace(one.period, value="2100-01")
    connection = connect(database)
    assert nearness(drug, connection) == Nearness.OF_KIND
    assert nearness(replace(one, period=month), connection) == Nearness.ABSENT
    assert one.fact["at"] in seen(one, connection)


def test_what_always_has_an_answer_is_never_crossed(cross, counting):
    assert cross(counting) == []


def test_without_patients_and_drugs_only_times_are_crossed(cross, given):
    closed = replace(
        given,
        facts="SELECT at FROM given",
        wordings=("When was the last given {period}?",) * 3,
        sql="SELECT max(at) FROM given WHERE patient < 4 AND {period}",
        period=When("at", tags=("abs-month-in",)),
    )
    months = [question.slots["period"]["value"] for question in cross(closed)]
    assert len(months) == len(set(months)) > 0


def test_strangers_are_of_one_half(database, known):
    halves = [set(strangers(connect(database), known, half)) for half in ("train", "test")]
    assert not halves[0] & halves[1]
    assert set.union(*halves) == set(range(1001, 1061))
    assert all(known.owns("test", "patient", number) for number in halves[1])


def test_a_later_drug_that_is_held_after_all_is_not_asked_about(known, tmp_path):
    path = tmp_path / "held.sqlite"
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("CREATE TABLE given (drug TEXT)")
        database.execute("INSERT INTO given VALUES ('Semaglutide 1 mg pen')")
    names = [name for half in ("train", "test") for name in unheard(connect(path), known, half, "drug")]
    assert sorted([*names, "semaglutide"]) == sorted(LATER["drug"])


@pytest.fixture
def once(given):
    """When a patient was given a drug, which may have been several times."""
    return replace(
        given,
        id="given",
        wordings=("When was patient {patient} given {drug} {period}?",) * 3,
        sql="SELECT at FROM given WHERE patient = {patient} AND drug = {drug} AND {period}",
    )


def several(question):
    return question.sql.startswith("WITH found")


def test_one_of_several_is_asked_for_in_the_same_words(cross, once, database):
    ambiguous = [question for question in cross(once) if several(question)]
    assert ambiguous
    with closing(sqlite3.connect(database)) as connection:
        for question in ambiguous:
            query = question.sql.removeprefix("WITH found(value) AS (").rpartition(")\nSELECT CASE")[0]
            assert len(set(connection.execute(query).fetchall())) > 1
            assert nothing(connection.execute(question.sql).fetchall())
            assert connection.execute(ONLY.format(sql=f"{query} LIMIT 1")).fetchone() != (None,)


def test_a_list_is_never_one_of_several(cross, once):
    listed = replace(once, answer=SetOf(items=DateTime()))
    assert not any(map(several, cross(listed)))


def test_what_could_be_taken_for_each_other_is_not_several(cross, once):
    close = replace(once, answer=Number(), sql=f"SELECT 5 + random() % 2 / 1e6 FROM ({once.sql})")
    assert not any(map(several, cross(close)))
