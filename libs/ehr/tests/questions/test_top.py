from medgym_ehr.questions.option import RANKS
from medgym_ehr.questions.top import top

THREE = RANKS[0]


def asked(prescribed, **fields):
    query = top("drug", "FROM prescription WHERE TRUE", **fields)
    return [
        {name for (name,) in prescribed.execute(query[field].format(top=THREE))}
        for field in ("sql", "premise")
    ]


def test_the_premise_is_what_the_list_cuts_off(prescribed, add):
    for drug, times in (("a", 4), ("b", 3), ("c", 2), ("d", 1), ("e", 1)):
        for _ in range(times):
            add("prescription", drug=drug)
    assert asked(prescribed) == [{"a", "b", "c"}, {"d", "e"}]


def test_by_another_figure_and_among_those_with_enough_rows(prescribed, add):
    for drug, patients in (("a", (1, 1, 1)), ("b", (1, 2)), ("c", (3,))):
        for patient in patients:
            add("prescription", drug=drug, patient=patient)
    found, _ = asked(prescribed, by="count(DISTINCT patient)", least="2")
    assert found == {"a", "b"}
