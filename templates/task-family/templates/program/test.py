def test_hidden_cases_hold_the_edges():
    cases = oracle.gold({"P0001": [Visit("P0001", 1, 150, 80)]}, 140, 90).turns[0]["cases"]
    assert [case["expected"] for case in cases] == [0, 1, 1, 0, 0.5, 1]


def test_hidden_cases_come_from_the_patients_of_the_split(build):
    task = FAMILY.task(build, "test", 0)
    (hidden,) = gold_of(FAMILY, build, task).turns
    seen = loader.patients(build, "test").values()
    first = [[visit.sbp, visit.dbp] for visit in next(iter(seen))]
    assert [first] in [case["args"] for case in hidden["cases"]]
