from collections import Counter

import pytest

from medgym_core import Column, DateTime, Integer, Table
from medgym_ehr.questions.facts import Facts
from medgym_ehr.questions.planner import Planner
from medgym_ehr.questions.template import Template, When
from medgym_ehr.questions.three import Three

ROWS = Facts(("patient", "drug"), [(1, "aspirin"), (1, "heparin"), (2, "insulin"), (2, "Aspirin")])
PLACES = ("drug", "drug2", "drug3")


@pytest.fixture
def numbered():
    """Which of three drugs a patient was given, and when first."""
    return Template(
        id="given_of_three",
        category="existence",
        wordings=("Which of (1) {drug}, (2) {drug2} and (3) {drug3} did {patient} get {period}?",) * 3,
        facts="SELECT patient, drug, at FROM given",
        three=Three("drug", sharing="patient"),
        period=When("at", tags=("abs-year-in", "abs-month-in")),
        sql="""
WITH asked(number, name) AS (VALUES (1, {drug}), (2, {drug2}), (3, {drug3}))
SELECT number, min(at) FROM given JOIN asked ON name = drug
WHERE patient = {patient} AND {period} GROUP BY number""",
        answer=Table(
            columns=(Column(name="number", kind=Integer()), Column(name="earliest", kind=DateTime()))
        ),
        most=2,
    )


def test_three_differ_and_are_the_facts_one_another_of_the_patient_and_any_other():
    for pick in range(100):
        if drawn := Three("drug", sharing="patient").around(ROWS, 0, pick):
            assert {drawn[place] for place in PLACES} == {"aspirin", "heparin", "insulin"}
            assert drawn["patient"] == 1


def test_names_that_differ_in_case_alone_are_no_three():
    assert not any(Three("drug").around(Facts(ROWS.columns, ROWS.rows[:1] * 3), 0, pick) for pick in range(9))
    twice = Facts(ROWS.columns, [(1, "aspirin"), (1, "Aspirin"), (1, "insulin")])
    assert not any(Three("drug").around(twice, 0, pick) for pick in range(100))


def test_the_same_three_stand_in_one_order_whatever_was_drawn():
    orders = {
        tuple(drawn[place] for place in PLACES)
        for place in range(2)
        for pick in range(100)
        if (drawn := Three("drug", sharing="patient").around(ROWS, place, pick))
    }
    assert len(orders) == 1


def test_every_number_is_an_answer_and_not_all_three(database, dialect, numbered):
    asked = Planner(database, dialect).plan(numbered, "train", 40)
    assert len(asked) >= 20
    assert {len(question.answer) for question in asked} == {1, 2}
    assert set(Counter(number for question in asked for number, _ in question.answer)) == {1, 2, 3}
