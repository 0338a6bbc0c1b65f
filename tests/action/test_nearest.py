from medgym_core.action.nearest import by_closeness, closest


def test_case_and_separators_do_not_matter():
    assert closest("Heart Rate", ["resp_rate", "heart_rate"]) == "heart_rate"


def test_nothing_close_is_none():
    assert closest("xyz", ["heart_rate"]) is None
    assert closest("xyz", []) is None


def test_all_names_are_kept_nearest_first_and_ties_in_order():
    assert by_closeness("b", ["a", "c", "b"]) == ["b", "a", "c"]
