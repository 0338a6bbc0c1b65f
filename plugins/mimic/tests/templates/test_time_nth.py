import pytest

from medgym_ehr.questions.option import PLACES
from medgym_plugin_mimic.templates.time_nth import nth_time

TIMES = ("2104-01-03 08:00:00", "2104-01-01 08:00:00", "2104-01-02 08:00:00", "2104-01-03 08:00:00")


@pytest.fixture
def at(add, database):
    """Days at which the nth lab test was done, under one way to tell ties."""
    for time in TIMES:
        add("labevents", charttime=time)

    def days(nth, rank):
        sql = nth_time("charttime", "FROM labevents").format(nth=nth, rank=rank)
        return [int(time[8:10]) for (time,) in database.execute(sql)]

    return days


@pytest.mark.parametrize(("place", "day"), list(enumerate([1, 3, 2, 2])))
def test_events_at_one_time_share_a_place(at, place, day):
    assert at(PLACES[place], "dense_rank") == [day]


@pytest.mark.parametrize(("place", "days"), list(enumerate([[1], [3], [2], []])))
def test_another_reading_tells_a_tie(at, place, days):
    assert at(PLACES[place], "rank") == days
