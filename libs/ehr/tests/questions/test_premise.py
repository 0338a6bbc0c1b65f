from medgym_ehr.questions.premise import at_least, several


def test_a_premise_finds_a_row_from_the_least_number_on(prescribed, add):
    query = at_least(2, "count(DISTINCT patient)", "FROM prescription WHERE drug = 'a'")
    assert prescribed.execute(query).fetchone() is None
    add("prescription", patient=1, drug="a")
    add("prescription", patient=2, drug="b")
    assert prescribed.execute(query).fetchone() is None
    add("prescription", patient=3, drug="a")
    assert prescribed.execute(query).fetchone() == (1,)


def test_a_number_is_worth_asking_from_three_on(prescribed, add):
    figure = several("SELECT count(*) FROM prescription")
    for worth in (None, None, (1,)):
        add("prescription", patient=1)
        assert prescribed.execute(figure["premise"]).fetchone() == worth
    assert prescribed.execute(figure["sql"]).fetchone() == (3,)
