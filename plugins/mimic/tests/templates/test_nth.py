import pytest

from medgym_ehr.questions.option import LAST, SECOND
from medgym_plugin_mimic.templates.nth import at_nth

ROWS = "FROM prescriptions WHERE subject_id = 7"


@pytest.fixture
def query(database, add):
    """Rows that a query of routes finds, given the days of patient 7's prescriptions and their routes."""

    def rows(field, prescribed, **places):
        for day, route in prescribed:
            add("prescriptions", subject_id=7, startdate=f"2104-03-0{day} 00:00:00", route=route)
        return database.execute(at_nth("route", "startdate", ROWS)[field].format_map(places)).fetchall()

    return rows


def test_equal_values_at_one_time_are_one(query):
    assert query("sql", [(1, "im"), (2, "iv"), (2, "iv")], nth=LAST, rank="rank") == [("iv",)]


def test_other_values_at_one_time_are_all_found(query):
    assert sorted(query("sql", [(1, "im"), (2, "iv"), (2, "po")], nth=LAST, rank="rank")) == [
        ("iv",),
        ("po",),
    ]


@pytest.mark.parametrize(("rank", "routes"), [("dense_rank", [("po",)]), ("rank", [])])
def test_readings_of_the_second_differ_after_a_tie(query, rank, routes):
    assert query("sql", [(1, "im"), (1, "iv"), (2, "po")], nth=SECOND, rank=rank) == routes


@pytest.mark.parametrize(("days", "worth"), [((1, 1), []), ((1, 2), [(1,)])])
def test_the_order_of_one_time_is_not_worth_asking(query, days, worth):
    assert query("premise", [(day, "iv") for day in days]) == worth
