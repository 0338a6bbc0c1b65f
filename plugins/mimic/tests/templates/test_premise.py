from medgym_plugin_mimic.templates.premise import at_least


def test_a_premise_finds_a_row_from_the_least_number_on(database, add):
    query = at_least(2, "count(DISTINCT subject_id)", "FROM patients WHERE gender = 'f'")
    assert database.execute(query).fetchone() is None
    add("patients", subject_id=1, gender="f")
    add("patients", subject_id=2, gender="m")
    assert database.execute(query).fetchone() is None
    add("patients", subject_id=3, gender="f")
    assert database.execute(query).fetchone() == (1,)
