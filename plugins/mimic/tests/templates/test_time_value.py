import pytest

from medgym_ehr.questions.option import COMPARISONS, EXTREMES, FIRST, LAST
from medgym_plugin_mimic.templates.time_value import TEMPLATES

BY_ID = {template.id: template for template in TEMPLATES}
HIGHEST, LOWEST = EXTREMES
ABOVE, BELOW = COMPARISONS


@pytest.fixture
def rates(add):
    """Heart rates of patient 7, one an hour, and one of patient 8."""
    add("d_items", itemid=211, label="heart rate")
    for hour, rate in enumerate((80, 95, 60, 95, 70)):
        time = f"2104-01-01 0{hour}:00:00"
        add("chartevents", subject_id=7, itemid=211, charttime=time, valuenum=rate)
    add("chartevents", subject_id=8, itemid=211, charttime="2104-01-01 09:00:00", valuenum=200)


@pytest.mark.parametrize(("extreme", "hours"), [(HIGHEST, [1, 3]), (LOWEST, [2])])
def test_a_value_reached_twice_has_two_times(rates, ask, extreme, hours):
    rows = ask(BY_ID["vital_extreme_time"], {"extreme": extreme}, patient=7, vital="heart rate")
    assert sorted(rows) == [(f"2104-01-01 0{hour}:00:00",) for hour in hours]


@pytest.mark.parametrize(
    ("nth", "side", "bound", "hour"),
    [(FIRST, ABOVE, 80, 1), (LAST, ABOVE, 80, 3), (FIRST, BELOW, 70, 2), (LAST, BELOW, 95, 4)],
)
def test_a_value_at_the_bound_is_not_beyond_it(rates, ask, nth, side, bound, hour):
    fact = {"patient": 7, "vital": "heart rate", "bound": bound}
    rows = ask(BY_ID["vital_beyond_time"], {"nth": nth, "side": side}, **fact)
    assert rows == [(f"2104-01-01 0{hour}:00:00",)]
