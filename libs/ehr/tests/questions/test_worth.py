"""Which questions are worth asking."""

from dataclasses import replace
from datetime import datetime

import pytest

from medgym_core import Boolean, SetOf, Text
from medgym_ehr.questions.answers import UnfitError
from medgym_ehr.questions.candidate import Candidate
from medgym_ehr.questions.dialect import connect
from medgym_ehr.questions.option import Option
from medgym_ehr.questions.period import Period
from medgym_ehr.questions.planner import Planner
from medgym_ehr.questions.template import When
from medgym_ehr.questions.within import Events, Within
from medgym_ehr.questions.worth import Conditions, alike

NOW = datetime(2105, 12, 31, 23, 59)


@pytest.fixture
def require(database, dialect, counting):
    connection = connect(database)

    def run(period, sql=counting.sql, **changed):
        template = replace(counting, sql=sql, **changed)
        fact = {"patient": 1, "drug": "aspirin", "at": "2101-02-11 09:00:00"}
        candidate = Candidate(template, dialect, fact, {}, period)
        answer = candidate.query().run(connection).fetchone()[0]
        answer = bool(answer) if isinstance(template.answer, Boolean) else answer
        return Conditions(connection).require(candidate, template.answer, answer)

    return run


def test_a_condition_that_changes_the_answer_is_stated(require):
    assert require(Period("abs-year-in", "2101")) == ["patient = '{patient}'", '"{period}"']


@pytest.mark.parametrize(
    ("period", "sql"),
    [
        (
            Period("abs-year-since", "2100"),
            "SELECT count(*) FROM given WHERE patient = {patient} AND {period}",
        ),
        (Period("abs-year-in", "2101"), "SELECT 3 WHERE (SELECT count(*) FROM given WHERE {period}) > 0"),
    ],
)
def test_a_condition_that_is_idle_is_refused(require, period, sql):
    with pytest.raises(UnfitError, match="stays without"):
        require(period, sql)


def test_without_a_condition_of_a_yes_no_question_the_answer_is_yes(require):
    asked = "SELECT count(*) > 0 FROM given WHERE patient = {patient} AND {period}"
    for year in ("2101", "2102"):
        require(Period("abs-year-in", year), asked, answer=Boolean())
    with pytest.raises(UnfitError, match="stays without"):
        require(
            Period("abs-year-in", "2099"), asked.replace("{patient}", "{patient} + 1000"), answer=Boolean()
        )


def test_a_visit_matters_by_each_of_its_conditions(dialect, counting):
    candidate = Candidate(counting, dialect, {"patient": 10}, {}, Period("rel-hosp-cur"))
    stated = {condition: str(candidate.bind(query)) for condition, query in candidate.relaxed}
    assert "left IS NULL" in stated
    assert stated["patient = '{patient}'"].count("10") == 0


def test_first_visits_are_those_of_anyone_without_the_patient(dialect, counting):
    first = "SELECT id FROM visit WHERE patient = {patient} AND came = (SELECT min(came) FROM visit v"
    known = replace(dialect, visits={"first": f"{first} WHERE v.patient = {{patient}})"})
    candidate = Candidate(counting, known, {"patient": 10}, {}, Period("rel-hosp-first"))
    stated = {condition: str(candidate.bind(query)) for condition, query in candidate.relaxed}
    earliest = next(condition for condition in stated if condition.startswith("came = "))
    assert set(stated) == {earliest, "patient = '{patient}'", '"{period}"'}
    assert "10" not in stated["patient = '{patient}'"]
    assert "MIN" not in stated[earliest]
    assert stated[earliest].count("patient = 10") == 2
    assert stated['"{period}"'].count("patient = 10") == 1


def test_no_planned_question_has_an_idle_period(database, dialect, counting):
    for question in Planner(database, dialect).plan(counting, "train", 12):
        bare = f"SELECT count(*) FROM given WHERE patient = {question.slots['patient']}"
        timed = connect(database).execute(bare).fetchone()[0]
        assert ("period" in question.slots) == (timed != question.answer)


def test_earlier_queries_are_conditions_as_a_whole(dialect, counting):
    later = replace(counting, sql="SELECT count(*) FROM given WHERE visit IN ({turn1})", period=None)
    candidate = Candidate(later, dialect, {}, {}, found={"turn1": "SELECT id FROM visit WHERE patient = 1"})
    ((_, without),) = candidate.relaxed
    assert str(candidate.bind(without)) == "SELECT COUNT(*) FROM given WHERE TRUE"


def test_rows_are_read_up_to_the_first_that_differs(database, dialect, counting):
    sql = "SELECT DISTINCT drug FROM given WHERE drug = {drug}"
    listed = replace(counting, sql=sql, answer=SetOf(items=Text()), period=None)
    first, second = connect(database).execute("SELECT DISTINCT drug FROM given LIMIT 2").fetchall()
    conditions = Conditions(connect(database))
    for drug in (second, first):
        asked = Candidate(listed, dialect, {"drug": drug[0]}, {})
        assert conditions.require(asked, listed.answer, [*drug]) == ["drug = '{drug}'"]
    every = sorted({drug for (drug,) in connect(database).execute("SELECT drug FROM given")})
    with pytest.raises(UnfitError, match="stays without"):
        conditions.require(Candidate(listed, dialect, {"drug": "a"}, {}), listed.answer, every)


@pytest.mark.parametrize(
    ("answer", "other", "same"),
    [
        (12.341, 12.349, True),
        (12.34, 12.36, False),
        (0.512, 0.5125, True),
        (0.512, 0.514, False),
        ("Oral", "oral", True),
        (["a", "b"], ["b", "a"], True),
        (["a"], ["a", "b"], False),
        ([["x", 1.0]], [["x", 1.5]], False),
        (3, None, False),
    ],
)
def test_answers_that_could_be_taken_for_each_other(answer, other, same):
    assert alike(answer, other) == same


@pytest.mark.parametrize(
    ("period", "within", "over"),
    [
        (Period("abs-month-in", "2105-09"), Within("within-n_month", 2), True),
        (Period("abs-month-in", "2105-10"), Within("within-n_month", 2), False),
        (Period("abs-year-since", "2101"), Within("within-n_day", 1), False),
        (Period("rel-day-until", "9"), Within("within-n_day", 7), True),
        (Period("rel-day-until", "3"), Within("within-n_day", 7), False),
        (Period("mix-day-this_month", "20"), Within("within-n_day", 7), True),
        (Period("abs-year-since", "2101"), Within("within-hosp"), True),
    ],
)
def test_windows_that_reach_beyond_the_clock_are_noticed(dialect, counting, period, within, over):
    template = replace(counting, within=Events("a", "b"), period=When("a"))
    candidate = Candidate(template, dialect, {}, {"x": Option("")}, period, within=within)
    assert candidate.is_over() == over


@pytest.mark.parametrize(
    ("period", "named", "latest"),
    [
        (Period("abs-day-in", "2104-05-17"), "2104-05-17", "2104-05-18"),
        (Period("rel-month-last"), "2105-11", "2105-12-01"),
        (Period("mix-month-last_year", "02"), "2104-02", "2104-03-01"),
        (Period("abs-month-until", "2104-02"), "", "2104-03-01"),
        (Period("rel-year-since", "2"), "", "2105-12-31"),
        (Period("rel-year-until", "2"), "", "2103-12-31"),
        (Period("rel-hosp-cur"), "", "2105-12-31"),
    ],
)
def test_what_a_period_covers(period, named, latest):
    assert period.named(NOW) == named
    assert f"{period.latest(NOW):%Y-%m-%d}" == latest
