"""Cumulative incidence with a competing risk."""

import math
import warnings

import numpy as np
from lifelines import AalenJohansenFitter

from medgym_ehr.study.competing import discharge, incidence, readmission


def stay(**given):
    return {"back": None, "buried": None, "seen": 10**6, "left": 5000, "died": 0} | given


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


def test_courses_after_discharge():
    assert readmission(stay(back=100), 30) == (100, 1)
    assert readmission(stay(back=100, buried=90), 30) == (90, 2)
    assert readmission(stay(buried=-60), 30) == (0, 2)
    assert readmission(stay(back=50_000), 30) == (43_200, 0)
    assert readmission(stay(back=900, seen=500), 30) == (500, 0)


def test_courses_to_discharge():
    assert discharge(stay(), 14) == (5000, 1)
    assert discharge(stay(died=1), 14) == (5000, 2)
    assert discharge(stay(left=30_000), 14) == (20_160, 0)
