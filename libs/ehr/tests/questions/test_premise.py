from medgym_ehr.questions.premise import at_least


def test_a_premise_finds_a_row_from_the_least_number_on(prescribed, add):
    query = at_least(2, "count(DISTINCT patient)", "FROM prescription WHERE drug = 'a'")
    assert prescribed.execute(query).fetchone() is None
    add("prescription", patient=1, drug="a")
    add("prescription", patient=2, drug="b")
    assert prescribed.execute(query).fetchone() is None
    add("prescription", patient=3, drug="a")
    assert prescribed.execute(query).fetchone() == (1,)
