import pytest

from medgym_core import SetOf, Text
from medgym_ehr.questions.candidate import Candidate
from medgym_ehr.questions.option import RANKS
from medgym_ehr.questions.shard import Shard
from medgym_ehr.questions.template import Template
from medgym_ehr.questions.top import top

THREE = RANKS[0]


def asked(prescribed, **fields):
    query = top("drug", "FROM prescription WHERE TRUE", **fields)["sql"]
    return {name for (name,) in prescribed.execute(query.format(top=THREE))}


def test_equal_figures_share_a_rank(prescribed, add):
    for drug, times in (("a", 4), ("b", 3), ("c", 2), ("d", 2), ("e", 1)):
        for _ in range(times):
            add("prescription", drug=drug)
    assert asked(prescribed) == {"a", "b", "c", "d"}


def test_by_another_figure_and_among_those_with_enough_rows(prescribed, add):
    for drug, patients in (("a", (1, 1, 1)), ("b", (1, 2)), ("c", (3,))):
        for patient in patients:
            add("prescription", drug=drug, patient=patient)
    assert asked(prescribed, by="count(DISTINCT patient)", least="2") == {"a", "b"}


@pytest.mark.parametrize(("third", "kept"), [("c", ["abc"]), ("cd", ["abcd"]), ("cde", [])])
def test_a_list_that_ties_make_more_than_one_longer_is_not_asked_for(prescribed, add, dialect, third, kept):
    for times, drugs in ((4, "a"), (3, "b"), (2, third), (1, "z")):
        for drug in drugs * times:
            add("prescription", drug=drug)
    ranked = top("drug", "FROM prescription")
    template = Template("drugs", "ranking", ("Top {top}?",), "", answer=SetOf(items=Text()), **ranked)
    shard = Shard(prescribed, template, 9)
    shard.fill([Candidate(template, dialect, {}, {"top": THREE})])
    assert ["".join(sorted(question.answer)) for question in shard.questions] == kept
