"""The second computation's formulas on published examples, and against scipy and lifelines."""

import math
import warnings

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from lifelines import CoxPHFitter
from scipy import stats

from medgym_plugin_biodsbench.second import lifetime, statistics

# Remission in weeks of 21 patients on 6-mercaptopurine and 21 on placebo (Freireich 1963).
_EVENTS = (6, 6, 6, 7, 10, 13, 16, 22, 23)
_CENSORED = (6, 9, 10, 11, 17, 19, 20, 25, 32, 32, 34, 35)
TREATED = [(week, 1) for week in _EVENTS] + [(week, 0) for week in _CENSORED]
PLACEBO = [(week, 1) for week in (1, 1, 2, 2, 3, 4, 4, 5, 5, 8, 8, 8, 8, 11, 11, 12, 12, 15, 17, 22, 23)]
NUMBERS = st.lists(st.integers(-20, 20), min_size=3, max_size=30).filter(lambda found: len(set(found)) > 2)


def test_the_curve_of_the_leukaemia_trial_is_the_published_one():
    found = {step.time: round(step.survival, 3) for step in lifetime.curve(TREATED)}
    assert found == {6: 0.857, 7: 0.807, 10: 0.753, 13: 0.69, 16: 0.627, 22: 0.538, 23: 0.448}
    assert lifetime.median(TREATED) == 23
    assert lifetime.median(PLACEBO) == 8
    assert lifetime.median(TREATED[-3:]) is None


def test_its_log_rank_statistic_is_the_published_one():
    statistic, p = lifetime.log_rank([TREATED, PLACEBO])
    assert statistic == pytest.approx(16.79, abs=0.005)
    assert p == pytest.approx(4.17e-5, rel=0.01)


def test_its_hazard_ratio_is_that_of_the_library():
    lives = TREATED + PLACEBO
    group = [0.0] * 21 + [1.0] * 21
    betas, errors = lifetime.cox(lives, np.array(group)[:, None])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        frame = pd.DataFrame({"time": [t for t, _ in lives], "event": [e for _, e in lives], "group": group})
        fit = CoxPHFitter().fit(
            frame, "time", "event", fit_options={"precision": 1e-14, "r_precision": 1e-16}
        )
    assert betas[0] == pytest.approx(fit.params_["group"], rel=1e-7)
    assert errors[0] == pytest.approx(fit.standard_errors_["group"], rel=1e-7)
    assert betas[0] == pytest.approx(1.57, abs=0.005)


def test_a_restricted_mean_is_an_area():
    assert lifetime.restricted_mean([(2, 1), (4, 1)], 4) == 2 * 1 + 2 * 0.5
    assert lifetime.restricted_mean([(2, 1), (4, 1)], 3) == 2 * 1 + 1 * 0.5


def test_concordance_counts_pairs_whose_order_is_known():
    lives = [(1, 1), (2, 0), (2, 1), (3, 1)]
    assert lifetime.concordance(lives, [4, 3, 2, 1]) == (pytest.approx(4 / 5), 5)
    assert lifetime.concordance(lives, [1, 1, 1, 1]) == (0.5, 5)


def test_fisher_and_his_tea():
    assert statistics.fisher(3, 1, 1, 3) == pytest.approx(34 / 70)


@given(st.tuples(*[st.integers(0, 40)] * 4).filter(lambda t: sum(t) > 0))
def test_fisher_is_that_of_scipy(square):
    a, b, c, d = square
    assert statistics.fisher(a, b, c, d) == pytest.approx(
        stats.fisher_exact([[a, b], [c, d]]).pvalue, rel=1e-6
    )


@given(st.integers(1, 200), st.data())
def test_exact_limits_are_those_of_scipy(total, data):
    hits = data.draw(st.integers(0, total))
    limits = stats.binomtest(hits, total).proportion_ci(method="exact")
    assert statistics.clopper_pearson(hits, total) == pytest.approx((limits.low, limits.high), abs=1e-9)


@given(st.floats(0.01, 60), st.integers(1, 9))
def test_the_tail_of_chi_squared_is_that_of_scipy(value, freedom):
    assert statistics.chi_squared_tail(value, freedom) == pytest.approx(
        stats.chi2.sf(value, freedom), rel=1e-8
    )


@given(NUMBERS, NUMBERS)
def test_rank_and_mean_tests_are_those_of_scipy(xs, ys):
    test = stats.mannwhitneyu(xs, ys, method="asymptotic")
    assert statistics.mann_whitney(xs, ys) == pytest.approx((test.statistic, test.pvalue), rel=1e-9)
    test = stats.kruskal(xs, ys)
    assert statistics.kruskal([xs, ys]) == pytest.approx((test.statistic, test.pvalue), rel=1e-6, abs=1e-12)
    test = stats.ttest_ind(xs, ys, equal_var=False)
    assert statistics.welch(xs, ys) == pytest.approx((test.statistic, test.pvalue), rel=1e-6, abs=1e-12)


@given(NUMBERS, st.floats(0, 1))
def test_quantiles_are_those_of_numpy(values, share):
    assert statistics.quantile(values, share) == pytest.approx(np.quantile(values, share), abs=1e-9)


def test_correlation_and_ranks():
    assert statistics.ranks([10, 20, 10]) == [1.5, 3, 1.5]
    assert statistics.pearson([1, 2, 3], [2, 4, 7]) == pytest.approx(5 / math.sqrt(2 * 38 / 3))
    assert statistics.variance([1, 2, 3]) == 1
