from dataclasses import replace

import pytest

from medgym_ehr.questions.candidate import Candidate
from medgym_ehr.questions.option import RANKS, Option
from medgym_ehr.questions.period import Period
from medgym_ehr.questions.within import Events, Within

FACT = {"patient": 7, "drug": "st john's wort", "at": "2104-05-06 00:00:00"}


@pytest.fixture
def candidate(counting, dialect):
    return Candidate(counting, dialect, FACT, {}, Period("rel-month-since", "3"))


def test_literals_are_quoted(counting, dialect):
    asked = replace(counting, sql="SELECT {drug}", wordings=("{drug}?",))
    made = Candidate(asked, dialect, FACT, {})
    assert str(made.query()) == "SELECT 'st john''s wort'"
    assert made.question(2, 0).text == "St john's wort?"


def test_months_ago_have_two_readings(candidate):
    first, second = map(str, (candidate.query(), *candidate.other_readings()))
    assert "at >= datetime('2105-12-31 23:59:00', '-3 month')" in first
    assert "at >= '2105-09-30 23:59:00'" in second


def test_ties_have_two_readings(counting, dialect):
    asked = replace(counting, sql="SELECT {rank}()")
    candidate = Candidate(asked, dialect, FACT, {})
    assert str(candidate.query()) == "SELECT dense_rank()"
    assert list(map(str, candidate.other_readings())) == ["SELECT rank()"]


def test_options_of_the_same_words_keep_their_own_parts(counting, dialect):
    bounds = [Option("temperature", "warmth", parts={"bound": bound}) for bound in ("36.5", "37")]
    asked = replace(
        counting, sql="SELECT 1 WHERE {vital.sql} < {vital.bound}", options={"vital": tuple(bounds)}
    )
    found = [str(Candidate(asked, dialect, FACT, {"vital": bound}).query()) for bound in bounds]
    assert found == ["SELECT 1 WHERE warmth < 36.5", "SELECT 1 WHERE warmth < 37"]


def test_visits_are_the_dialects(counting, dialect):
    made = Candidate(counting, dialect, FACT, {}, Period("rel-hosp-cur"))
    assert list(map(str, made.premises())) == ["SELECT id FROM visit WHERE patient = 7 AND left IS NULL"]
    assert "visit IN (SELECT id FROM visit WHERE patient = 7 AND left IS NULL)" in str(made.query())


def test_names_keep_their_blanks(counting, dialect):
    asked = replace(counting, wordings=("How much  of {drug} {period} ?",))
    made = Candidate(asked, dialect, FACT | {"drug": " .45%  saline"}, {})
    assert made.question(2, 0).text == "How much of  .45%  saline?"


@pytest.mark.parametrize("drug", ["rbc, packed", "or packed rbc", "d5w and saline"])
def test_names_that_could_be_misread_are_quoted(counting, dialect, drug):
    asked = replace(counting, wordings=("Did {patient} get {drug} at {at}?",))
    made = Candidate(asked, dialect, FACT | {"drug": drug}, {})
    assert made.question(2, 0).text == f'Did 7 get "{drug}" at 2104-05-06 00:00:00?'


def test_the_premise_is_filled_like_the_query(counting, dialect):
    asked = replace(counting, premise="SELECT 1 FROM given WHERE patient = {patient} AND {period}")
    made = Candidate(asked, dialect, FACT, {}, Period("abs-year-in", "2104"))
    assert list(map(str, made.premises())) == [
        "SELECT 1 FROM given WHERE patient = 7 AND substr(at, 1, 4) = '2104'"
    ]


def test_slots_hold_what_the_question_depends_on(counting, dialect):
    asked = replace(counting, options={"n": RANKS}, within=Events("at", "at"))
    made = Candidate(
        asked, dialect, FACT, {"n": RANKS[1]}, Period("abs-year-in", "2104"), within=Within("within-n_day", 3)
    )
    assert made.slots == {
        "patient": 7,
        "n": "four",
        "period": {"tag": "abs-year-in", "value": "2104"},
        "within": {"tag": "within-n_day", "count": 3},
    }
    assert made.question(5, 0).tags == ("abs-year-in", "within-n_day", "n_rank")


def test_a_question_about_nobody_is_in_one_half_itself(counting, dialect):
    asked = replace(
        counting, wordings=("How many {period}?",), sql="SELECT count(*) FROM given WHERE {period}"
    )
    made = [
        Candidate(asked, dialect, FACT, {}, Period("abs-day-in", f"2104-01-{day:02}")) for day in range(1, 32)
    ]
    owned = [{half for half in ("train", "test") if one.owned_by(half)} for one in made]
    assert all(len(halves) == 1 for halves in owned)
    assert len(set.union(*owned)) == 2


@pytest.mark.parametrize(
    ("said", "other"),
    [
        (Period("rel-year-last"), Period("abs-year-in", "2104")),
        (Period("mix-day-this_year", "01-05"), Period("abs-day-in", "2105-01-05")),
    ],
)
def test_a_question_about_nobody_is_in_one_half_however_it_says_when(counting, dialect, said, other):
    sql = "SELECT count(*) FROM given WHERE {period}"
    for number in range(20):
        asked = replace(counting, id=f"asked_{number}", wordings=("How many {period}?",), sql=sql)
        one, same = (Candidate(asked, dialect, FACT, {}, period) for period in (said, other))
        assert one.slots != same.slots
        assert str(one.query()) == str(same.query())
        assert one.owned_by("train") == same.owned_by("train")
