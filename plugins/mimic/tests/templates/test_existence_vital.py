import re

import pytest

from medgym_ehr.mimic3.ehrsql.conventions import CONVENTIONS
from medgym_ehr.questions.option import COMPARISONS
from medgym_plugin_mimic.templates.existence_vital import NORMAL_RANGES, TEMPLATES

BY_ID = {template.id: template for template in TEMPLATES}
ABOVE, BELOW = COMPARISONS
(HEART_RATE,) = (one for one in NORMAL_RANGES if one.words == "heart rate")


@pytest.fixture
def measure(add):
    """Chart heart rates of patient 7, one a day from 2104-03-01 on."""

    def chart(*values):
        add("d_items", itemid=211, label="heart rate")
        for day, value in enumerate(values, start=1):
            times = {"charttime": f"2104-03-0{day} 06:00:00"}
            add("chartevents", subject_id=7, itemid=211, valuenum=value, **times)

    return chart


@pytest.mark.parametrize(
    ("comparison", "limit", "days"),
    [(ABOVE, 90, []), (ABOVE, 70, [2, 3]), (BELOW, 60, []), (BELOW, 90, [1, 2])],
)
def test_a_value_at_the_limit_is_not_beyond_it(measure, ask, comparison, limit, days):
    measure(60, 75, 90)
    fact = {"patient": 7, "vital": "heart rate", "value": limit}
    found = ask(BY_ID["vital_beyond"], {"comparison": comparison}, **fact)
    assert found == [(f"2104-03-0{day}",) for day in days]


def test_the_ends_of_a_range_are_normal(measure, add, ask):
    measure(60, 101, 100, 59)
    add("chartevents", subject_id=7, itemid=211, charttime="2104-03-04 09:00:00", valuenum=140)
    found = ask(BY_ID["vital_abnormal"], {"vital": HEART_RATE}, patient=7)
    assert found == [("2104-03-02", 1), ("2104-03-04", 2)]


def test_ranges_are_those_that_solvers_are_told():
    told = re.sub(r"\s+", " ", CONVENTIONS)
    for sign in NORMAL_RANGES:
        assert f"{sign.words} {sign.low} to {sign.high}" in told
