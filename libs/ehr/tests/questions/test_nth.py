import pytest

from medgym_ehr.questions.nth import at_nth, nth_time
from medgym_ehr.questions.option import LAST, PLACES, SECOND

TIMES = ("2104-01-03 08:00:00", "2104-01-01 08:00:00", "2104-01-02 08:00:00", "2104-01-03 08:00:00")
ROWS = "FROM prescription WHERE patient = 7"


@pytest.fixture
def query(prescribed, add):
    """Rows that a query of routes finds, given the days of patient 7's prescriptions and their routes."""

    def rows(field, made, **places):
        for day, route in made:
            add("prescription", patient=7, startdate=f"2104-03-0{day} 00:00:00", route=route)
        return prescribed.execute(at_nth("route", "startdate", ROWS)[field].format_map(places)).fetchall()

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


@pytest.fixture
def at(add, prescribed):
    """Days at which the nth lab test was done, under one way to tell ties."""
    for time in TIMES:
        add("prescription", startdate=time)

    def days(nth, rank):
        sql = nth_time("startdate", "FROM prescription").format(nth=nth, rank=rank)
        return [int(time[8:10]) for (time,) in prescribed.execute(sql)]

    return days


@pytest.mark.parametrize(("place", "day"), list(enumerate([1, 3, 2, 2])))
def test_events_at_one_time_share_a_place(at, place, day):
    assert at(PLACES[place], "dense_rank") == [day]


@pytest.mark.parametrize(("place", "days"), list(enumerate([[1], [3], [2], []])))
def test_another_reading_tells_a_tie(at, place, days):
    assert at(PLACES[place], "rank") == days
