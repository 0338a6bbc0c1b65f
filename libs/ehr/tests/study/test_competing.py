"""Cumulative incidence with a competing risk."""

import math
import warnings

import numpy as np
import pytest
from lifelines import AalenJohansenFitter

from medgym_ehr.study.competing import incidence, readmission, thrombocytopenia


class Records:
    """One stay, number 1."""

    def __init__(self, platelets=(), follow_up=(None, None, 10**6), **stay):
        self.stays = {1: {"minutes": 4000, "left": 5000, "died": 0} | stay}
        self._platelets, self._follow_up = [*platelets], follow_up

    def events(self, concept):
        return {"platelets": {1: self._platelets}}[concept]

    def rows(self, query):
        return {"follow_up": [(1, *self._follow_up)]}[query]


def test_without_censoring_it_is_the_share():
    assert math.isclose(incidence([(1, 1), (2, 2), (3, 1), (9, 0)]), 0.5)


def test_it_is_less_than_one_less_kaplan_meier():
    assert math.isclose(incidence([(1, 2), (2, 1), (3, 0), (4, 1)]), 0.25 + 0.5)
    assert incidence([(1, 2), (2, 1), (3, 0), (3, 0)]) < 1 - (1 - 1 / 3)


def test_it_is_lifelines():
    rng = np.random.default_rng(0)
    times, causes = rng.random(80), rng.integers(0, 3, 80)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        fit = AalenJohansenFitter(calculate_variance=False).fit(times, causes, event_of_interest=1)
    assert math.isclose(
        incidence([*zip(times.tolist(), causes.tolist(), strict=True)]), fit.cumulative_density_.iloc[-1, 0]
    )


@pytest.mark.parametrize(
    ("follow_up", "course"),
    [
        ((100, None, 10**6), (100, 1)),
        ((100, 90, 10**6), (90, 2)),
        ((None, -60, 10**6), (0, 2)),
        ((50_000, None, 10**6), (43_200, 0)),
        ((900, None, 500), (500, 0)),
    ],
)
def test_courses_after_discharge(follow_up, course):
    assert readmission(Records(follow_up=follow_up), 30) == {1: course}


def test_who_died_in_hospital_does_not_come_back():
    assert readmission(Records(died=1), 30) == {}


@pytest.mark.parametrize(
    ("records", "course"),
    [
        (Records(), (4000, 0)),
        (Records([(-5, 90), (10, 150), (900, 149), (1000, 20)]), (900, 1)),
        (Records([(4001, 20)]), (4000, 0)),
        (Records(minutes=20_000), (10_080, 0)),
        (Records(died=1, left=4240), (4000, 2)),
        (Records(died=1, left=4241), (4000, 0)),
        (Records(died=1, left=12_000, minutes=12_000), (10_080, 0)),
        (Records([(30, 20)], died=1, left=4000), (30, 1)),
    ],
)
def test_courses_to_few_platelets(records, course):
    assert thrombocytopenia(records, 7) == {1: course}
