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
    """Chart heart rates of patient 7."""

    def chart(*values):
        add("d_items", itemid=211, label="heart rate")
        for value in values:
            add("chartevents", subject_id=7, itemid=211, charttime="2104-03-01 06:00:00", valuenum=value)

    return chart


@pytest.mark.parametrize(
    ("comparison", "limit", "yes"), [(ABOVE, 90, 0), (ABOVE, 89, 1), (BELOW, 60, 0), (BELOW, 61, 1)]
)
def test_a_value_at_the_limit_is_not_beyond_it(measure, ask, comparison, limit, yes):
    measure(60, 75, 90)
    fact = {"patient": 7, "vital": "heart rate", "value": limit}
    assert ask(BY_ID["vital_beyond"], {"comparison": comparison}, **fact) == [(yes,)]


@pytest.mark.parametrize(("values", "yes"), [((60, 100), 0), ((60, 101), 1), ((59, 80), 1), ((), None)])
def test_the_ends_of_a_range_are_normal(measure, ask, values, yes):
    measure(*values)
    assert ask(BY_ID["vital_abnormal"], {"sign": HEART_RATE}, patient=7) == [(yes,)]


def test_ranges_are_those_that_solvers_are_told():
    told = re.sub(r"\s+", " ", CONVENTIONS)
    for sign in NORMAL_RANGES:
        assert f"{sign.words} {sign.low} to {sign.high}" in told
