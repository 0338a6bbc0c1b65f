"""What is kept of the candidates: turns that build on each other, none trivial or ambiguous."""

import pytest

from medgym_core import Boolean, Integer, SetOf, Text
from medgym_ehr.mimic3.ehrsql.dialect import DIALECT
from medgym_ehr.questions.candidate import Candidate
from medgym_ehr.questions.option import RANKS
from medgym_ehr.testing.hospital.tiny import inserting, opened
from medgym_plugin_ehr_seqsql.session import SessionTemplate, Step
from medgym_plugin_ehr_seqsql.shard import SessionShard

NAMES = SetOf(items=Text())
DRUGS = Step(
    ("Which drugs has {patient}?", "Drugs of {patient}?"), "SELECT drug FROM rx WHERE p = {patient}", NAMES
)
COUNT = Step(
    ("How many have these?", "Count who has them."),
    "SELECT count(DISTINCT p) FROM rx WHERE drug IN ({turn1})",
    Integer(),
)


@pytest.fixture
def database():
    """Patients 1 to 4 and their drugs; others have another one, so that what is asked of these matters."""
    tables = opened({"rx": "p, drug, dose"})
    add = inserting(tables)
    for patient, drugs in ((1, "abc"), (2, "ab"), (3, "ac"), (4, "abc"), (5, "d"), (6, "abd")):
        for dose, drug in enumerate(drugs):
            add("rx", p=patient, drug=drug, dose=dose)
    return tables


@pytest.fixture
def offered(database):
    """The sessions kept of candidates about patients."""

    def offer(steps, patients=(1, 2, 3, 4), count=10, **options):
        template = SessionTemplate("drugs", "summary", "SELECT p AS patient FROM rx", tuple(steps))
        shard = SessionShard(database, template, count)
        for patient in patients:
            shard.fill([Candidate(template.lead, DIALECT, {"patient": patient}, options)])
        return shard.sessions

    return offer


def test_a_later_turn_holds_the_earlier_query(offered):
    one = offered((DRUGS, COUNT), patients=(1,))[0]
    assert one.turns[1].sql == f"SELECT count(DISTINCT p) FROM rx WHERE drug IN ({one.turns[0].sql})"
    assert [turn.answer for turn in one.turns] == [["a", "b", "c"], 5]
    assert one.slots == {"patient": 1}


def test_a_third_turn_may_refer_to_the_first(offered):
    more = Step(
        ("Which others?", "Others?"), "SELECT drug FROM rx WHERE p = 4 AND drug NOT IN ({turn1})", NAMES
    )
    (one,) = offered((DRUGS, COUNT, more), patients=(2,))
    assert one.turns[2].answer == ["c"]


def test_nothing_is_asked_twice(offered):
    assert len(offered((DRUGS, COUNT), patients=(1, 1, 1))) == 1


def test_no_two_sessions_have_the_same_answers(offered):
    """Patients 1 and 4 have the same drugs."""
    assert [one.slots["patient"] for one in offered((DRUGS, COUNT), count=100)] == [1, 2, 3]


def test_an_answer_given_before_ends_the_session(offered):
    again = Step(("Again?", "Once more?"), "SELECT drug FROM rx WHERE p = 4 AND drug IN ({turn1})", NAMES)
    assert offered((DRUGS, again), patients=(2,)) == []


def test_trivial_and_missing_answers_are_not_asked(offered):
    one = Step(("How many?", "Count?"), "SELECT 1 FROM ({turn1})", Integer())
    null = Step(("Which?", "What?"), "SELECT NULL FROM ({turn1})", Text())
    empty = Step(("Which?", "What?"), "SELECT drug FROM rx WHERE drug = 'x' AND drug IN ({turn1})", NAMES)
    assert [offered((DRUGS, step)) for step in (one, null, empty)] == [[], [], []]


def test_too_many_rows_are_not_asked(offered):
    narrow = Step(DRUGS.wordings, DRUGS.sql, NAMES, fewest=3)
    short = Step(DRUGS.wordings, DRUGS.sql, NAMES, most=2)
    assert [one.slots["patient"] for one in offered((narrow, COUNT))] == [1]
    assert [one.slots["patient"] for one in offered((short, COUNT))] == [2, 3]


def test_a_top_list_that_ties_make_more_than_one_longer_is_not_asked_for(offered):
    ranked = "SELECT DISTINCT p FROM rx WHERE p >= {patient}"
    top = Step(("The top {top} from {patient}?", "Top {top}, {patient}?"), ranked, SetOf(items=Integer()))
    drugs = Step(("Their drugs?", "And drugs?"), "SELECT count(*) FROM rx WHERE p IN ({turn1})", Integer())
    assert [one.slots["patient"] for one in offered((top, drugs), top=RANKS[0])] == [3, 4]


def test_what_is_narrowed_must_lose_something(offered):
    kept = "SELECT drug FROM rx WHERE p = 6 AND drug IN ({turn1})"
    step = Step(("Which of these?", "Of those?"), kept, NAMES, narrows=True)
    assert [one.slots["patient"] for one in offered((DRUGS, step))] == [1, 3]


def test_readings_that_differ_are_not_asked(offered):
    """Ranked densely or not, the third place is another's."""
    ranked = (
        "SELECT drug FROM (SELECT drug, {rank}() OVER (ORDER BY min(dose, 1)) AS place FROM rx "
        "WHERE p = 1 AND drug IN ({turn1})) WHERE place <= 2"
    )
    assert len(offered((DRUGS, Step(("Top?", "First?"), ranked, NAMES, narrows=True)), patients=(1,))) == 0


def test_yes_and_no_stay_in_balance(offered):
    has = Step(("Is it c?", "Has it c?"), "SELECT 'c' IN ({turn1})", Boolean())
    answers = [one.turns[1].answer for one in offered((DRUGS, has), patients=(1, 4, 3, 2))]
    assert answers == [True, False]


def test_a_premise_must_find_a_row(offered):
    step = Step(COUNT.wordings, COUNT.sql, Integer(), premise="SELECT 1 WHERE 'b' IN ({turn1})")
    assert [one.slots["patient"] for one in offered((DRUGS, step))] == [1, 2]


def test_a_fact_with_a_gap_is_not_asked(offered):
    assert offered((DRUGS, COUNT), patients=(None,)) == []
