"""Estimates against figures worked out by hand and by statsmodels."""

import math

import numpy as np
import pytest
import statsmodels.api as sm

from medgym_ehr.study.estimate import cells, difference, e_value, logistic, odds_ratio, pooled, standardised


def pairs(a, b, c, d):
    return [(1, 1)] * a + [(1, 0)] * b + [(0, 1)] * c + [(0, 0)] * d


def test_cells_and_odds_ratio():
    assert cells(pairs(10, 20, 5, 40)) == (10, 20, 5, 40)
    ratio, low, high = odds_ratio(pairs(10, 20, 5, 40))
    assert ratio == 4
    assert math.isclose(math.log(high / ratio), 1.959964 * math.sqrt(1 / 10 + 1 / 20 + 1 / 5 + 1 / 40))
    assert math.isclose(low * high, ratio**2)


def test_pooling_equal_strata_gives_their_odds_ratio_and_simpsons_paradox_is_undone():
    assert math.isclose(pooled([pairs(10, 20, 5, 40), pairs(20, 40, 10, 80)]), 4)
    one, other = pairs(81, 6, 234, 36), pairs(192, 71, 55, 25)
    assert odds_ratio(one + other)[0] < 1 < pooled([one, other])


def test_strata_without_an_arm_are_left_out():
    change, left = standardised([pairs(5, 5, 2, 8), pairs(3, 4, 0, 0)])
    assert math.isclose(change, 0.3)
    assert left == 7


def test_e_value_is_that_of_the_paper():
    assert math.isclose(e_value(3.9), 7.26, abs_tol=0.005)
    assert math.isclose(e_value(1 / 3.9), e_value(3.9))


def test_standardised_difference():
    assert math.isclose(difference([1, 2, 3], [2, 3, 4], binary=False), -1)
    assert math.isclose(difference([1, 1, 0, 0], [0, 0, 0, 1], binary=True), 0.25 / math.sqrt(0.4375 / 2))


def test_logistic_regression_is_statsmodels():
    rng = np.random.default_rng(0)
    rows = rng.normal(size=(200, 2))
    events = (rng.random(200) < 1 / (1 + np.exp(-rows[:, 0]))).astype(int)
    fit = sm.Logit(events, sm.add_constant(rows)).fit(disp=0)
    assert np.allclose(logistic(rows, events), fit.params)


def test_separated_data_are_refused():
    with pytest.raises((ValueError, np.linalg.LinAlgError)):
        logistic([[0.0], [0.0], [1.0], [1.0]], [0, 0, 1, 1])
