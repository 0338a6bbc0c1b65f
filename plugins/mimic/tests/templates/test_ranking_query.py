from medgym_ehr.questions.option import RANKS
from medgym_plugin_mimic.templates.ranking_query import top

THREE = RANKS[0]


def asked(database, **fields):
    query = top("drug", "FROM prescriptions WHERE TRUE", **fields)
    return [
        {name for (name,) in database.execute(query[field].format(top=THREE))} for field in ("sql", "premise")
    ]


def test_the_premise_is_what_the_list_cuts_off(database, add):
    for drug, times in (("a", 4), ("b", 3), ("c", 2), ("d", 1), ("e", 1)):
        for _ in range(times):
            add("prescriptions", drug=drug)
    assert asked(database) == [{"a", "b", "c"}, {"d", "e"}]


def test_by_another_figure_and_among_those_with_enough_rows(database, add):
    for drug, patients in (("a", (1, 1, 1)), ("b", (1, 2)), ("c", (3,))):
        for patient in patients:
            add("prescriptions", drug=drug, subject_id=patient)
    found, _ = asked(database, by="count(DISTINCT subject_id)", least="2")
    assert found == {"a", "b"}
