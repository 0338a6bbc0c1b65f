from collections import Counter
from dataclasses import replace

import pytest

from medgym_core import DateTime
from medgym_ehr.ledger import half_of
from medgym_ehr.questions.dialect import connect
from medgym_ehr.questions.option import PLACES
from medgym_ehr.questions.planner import Planner, tag_cycle
from medgym_ehr.questions.template import When
from medgym_ehr.questions.within import Events


@pytest.fixture
def plan(database, dialect):
    def run(template, half="train", count=12):
        return Planner(database, dialect).plan(template, half, count)

    return run


def test_the_same_plan_twice(plan, counting):
    assert plan(counting) == plan(counting)


def test_answers_are_those_of_the_queries_and_never_trivial(plan, database, counting):
    connection = connect(database)
    for question in plan(counting):
        assert connection.execute(question.sql).fetchall() == [(question.answer,)]
        assert question.answer > 1


def test_patients_are_of_the_half(plan, counting):
    for half in ("train", "test"):
        patients = {question.slots["patient"] for question in plan(counting, half)}
        assert patients
        assert {half_of("small", "patient", patient) for patient in patients} == {half}


def test_no_question_is_asked_twice_and_tags_take_turns(plan, counting):
    questions = plan(counting, count=10)
    assert len({question.text for question in questions}) == len(questions) == 10
    tags = Counter(tag for question in questions for tag in question.tags)
    assert set(tags) == {"abs-year-in", "abs-month-since", "rel-hosp-cur"}


def test_no_answer_is_given_too_often(plan, counting):
    answers = Counter(question.answer for question in plan(counting, count=10))
    assert max(answers.values()) <= 2


def test_a_question_names_all_that_it_is_about(plan, counting):
    named = plan(replace(counting, wordings=counting.wordings[:2]))
    assert all(str(question.slots["patient"]) in question.text for question in named)
    assert all("  " not in question.text and " ?" not in question.text for question in named)


def test_tied_rows_that_differ_are_not_asked_about(plan, database, counting):
    first = replace(
        counting,
        wordings=("When did {patient} get the {nth} drug?",),
        options={"nth": PLACES},
        sql="""SELECT drug FROM (SELECT drug, {rank}() OVER (ORDER BY date(at) {nth.direction}) AS place
               FROM given WHERE patient = {patient} OR patient = {patient} + 1) WHERE place = {nth.sql}""",
        answer=DateTime(),
        period=None,
    )
    for question in plan(first):
        rows = connect(database).execute(question.sql).fetchall()
        assert len(set(rows)) == 1


def test_a_premise_without_a_row_leaves_no_question(plan, counting):
    late = replace(counting, premise="SELECT 1 FROM visit WHERE patient = {patient} AND patient > 30")
    assert {question.slots["patient"] > 30 for question in plan(late)} == {True}


def test_a_template_that_the_data_cannot_fill_gives_fewer(plan, counting):
    assert plan(replace(counting, sql="SELECT 1")) == []
    assert plan(replace(counting, facts="SELECT patient, drug, at FROM given WHERE patient < 0")) == []


def test_the_cycle_holds_every_tag(counting):
    both = replace(
        counting, period2=When("at", tags=("abs-day-in", "rel-day-this", "none")), within=Events("at", "at")
    )
    first, second, close = (set(tags) for tags in zip(*tag_cycle(both), strict=True))
    assert first == set(counting.period.tags)
    assert second == {"abs-day-in", "rel-day-this", "none"}
    assert len(close) == 6
