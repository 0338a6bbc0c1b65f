from dataclasses import replace

import pytest

from medgym_core import Text
from medgym_ehr.questions.dialect import connect
from medgym_ehr.questions.unanswerable import Unanswerable, mentions, plan_unanswerable

PHONE = Unanswerable(
    id="phone",
    wordings=(
        "What is the phone number of patient {patient}?",
        "How is {patient} called?",
        "Phone of {patient}?",
    ),
    facts="SELECT patient FROM visit",
    answer=Text(),
    keywords=("phone",),
)


@pytest.fixture
def plan(database, dialect):
    return lambda template, count=6: plan_unanswerable(database, dialect, template, "train", count)


def test_questions_are_filled_and_differ(plan):
    questions = plan(PHONE)
    assert len({question.text for question in questions}) == 6
    assert all(question.answer is None and question.sql == "" for question in questions)


def test_what_the_database_holds_is_not_unanswerable(plan, database):
    assert plan(replace(PHONE, keywords=("nitrogly",))) == []
    assert list(mentions(connect(database), ("drug",))) == ["drug"]
    assert plan(replace(PHONE, keywords=("heparin",))) == []


def test_a_query_must_find_no_row(plan):
    absent = replace(
        PHONE,
        facts="SELECT patient + 30 AS patient FROM visit",
        keywords=(),
        sql="SELECT came FROM visit WHERE patient = {patient}",
    )
    asked = plan(absent, count=60)
    assert asked
    assert all(question.slots["patient"] > 60 for question in asked)


def test_periods_are_those_of_other_questions(plan):
    timed = replace(
        PHONE,
        facts="SELECT patient, came AS at FROM visit",
        wordings=("Phone of patient {patient} {period}?",),
        tags=("abs-year-in", "rel-hosp-cur", "rel-day-this", "none"),
    )
    asked = plan(timed, count=60)
    assert {tag for question in asked for tag in question.tags} == {
        "unanswerable",
        "abs-year-in",
        "rel-hosp-cur",
    }
    assert all(" ?" not in question.text for question in asked)
    dated = [question for question in asked if "abs-year-in" in question.tags]
    assert all(f" in {question.slots['period']['value']}?" in question.text for question in dated)
