"""Formulas against textbooks, against statsmodels' own solvers, and against simulation."""

import math

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.power import FTestAnovaPower, GofChisquarePower, TTestIndPower, TTestPower

from medgym_plugin_npowerai.design import (
    ChiSquare,
    CoxTwoGroups,
    OneSampleT,
    OneWayAnova,
    PairedT,
    Problem,
    TwoSampleT,
)
from medgym_plugin_npowerai.power import answer, noncentral_t_tail, power, smallest_total


def two_sample(effect, **other):
    return TwoSampleT(difference=effect, sd_control=1, sd_treated=1, **{"alpha": 0.05, "sides": 2} | other)


def four_means(f):
    """Four means of Cohen's f under a standard deviation of 1."""
    return OneWayAnova(means=(-f, f, -f, f), sd=1, alpha=0.05)


def two_by_two(w):
    """A 2 x 2 table of Cohen's w."""
    return ChiSquare(
        rows=((0.25 + w / 4, 0.25 - w / 4), (0.25 - w / 4, 0.25 + w / 4)), joint=True, alpha=0.05
    )


@pytest.mark.parametrize(("effect", "per_group"), [(0.2, 394), (0.5, 64), (0.8, 26)])
def test_cohens_sample_sizes_for_two_means(effect, per_group):
    assert smallest_total(two_sample(effect), 0.8) == 2 * per_group


@pytest.mark.parametrize(("f", "per_group"), [(0.1, 274), (0.25, 45)])
def test_cohens_sample_sizes_for_four_groups(f, per_group):
    assert smallest_total(four_means(f), 0.8) == 4 * per_group


@pytest.mark.parametrize(("w", "total"), [(0.1, 785), (0.3, 88), (0.5, 32)])
def test_cohens_sample_sizes_for_one_degree_of_freedom(w, total):
    assert smallest_total(two_by_two(w), 0.8) == total


def test_medium_effect_in_pairs_needs_34():
    assert smallest_total(PairedT(difference=0.5, sd=1, alpha=0.05, sides=2), 0.8) == 34


def test_freedman_by_hand():
    design = CoxTwoGroups(
        hazard_ratio=0.7, event_experimental=0.3707, event_control=0.489, alpha=0.05, sides=2
    )
    events = (1.7 / 0.3) ** 2 * (stats.norm.isf(0.025) + stats.norm.isf(0.2)) ** 2
    assert smallest_total(design, 0.8) == 2 * math.ceil(events / (0.3707 + 0.489)) == 588
    assert power(design, 588) == pytest.approx(0.801110746829021, abs=1e-12)


def test_freedman_with_unequal_groups_by_hand():
    design = CoxTwoGroups(
        hazard_ratio=0.5, event_experimental=0.2, event_control=0.4, alpha=0.05, sides=1, ratio=2
    )
    events = (2 / 0.5) ** 2 / 2 * (stats.norm.isf(0.05) + stats.norm.isf(0.1)) ** 2
    assert smallest_total(design, 0.9) == 3 * math.ceil(events / (2 * 0.2 + 0.4))


@pytest.mark.parametrize("sides", [1, 2])
@pytest.mark.parametrize("ratio", [1, 2, 3])
def test_two_means_agree_with_statsmodels_solver(sides, ratio):
    alternative = "two-sided" if sides == 2 else "larger"
    root = TTestIndPower().solve_power(0.4, None, 0.02, 0.85, ratio=ratio, alternative=alternative)
    total = smallest_total(two_sample(0.4, alpha=0.02, sides=sides, ratio=ratio), 0.85)
    assert total == (1 + ratio) * math.ceil(root)


def test_one_mean_agrees_with_statsmodels_solver():
    design = OneSampleT(mean=103, reference=100, sd=8, alpha=0.01, sides=2)
    assert smallest_total(design, 0.9) == math.ceil(TTestPower().solve_power(3 / 8, None, 0.01, 0.9))


def test_anova_and_chi_square_agree_with_statsmodels_solvers():
    anova = FTestAnovaPower().solve_power(0.2, None, 0.05, 0.9, k_groups=4)
    assert smallest_total(four_means(0.2), 0.9) == 4 * math.ceil(anova / 4)
    table = GofChisquarePower().solve_power(0.2, None, 0.05, 0.9, n_bins=2)
    assert smallest_total(two_by_two(0.2), 0.9) == math.ceil(table)


def test_simulated_two_means_with_unequal_groups():
    rng = np.random.default_rng(1)
    control, treated = rng.normal(0, 1, (20_000, 15)), rng.normal(0.7, 1, (20_000, 30))
    rejected = (stats.ttest_ind(treated, control, axis=1).pvalue < 0.05).mean()
    assert power(two_sample(0.7, ratio=2), 45) == pytest.approx(rejected, abs=0.012)


def test_simulated_pairs_with_a_correlation():
    rng = np.random.default_rng(2)
    pairs = rng.multivariate_normal([0, 2], [[25, 15], [15, 25]], (20_000, 30))
    rejected = stats.ttest_rel(pairs[..., 1], pairs[..., 0], axis=1, alternative="greater").pvalue < 0.05
    design = PairedT(difference=2, sd=5, correlation=0.6, alpha=0.05, sides=1)
    assert power(design, 30) == pytest.approx(rejected.mean(), abs=0.012)


def test_simulated_anova_uses_the_population_spread_of_the_means():
    rng = np.random.default_rng(3)
    groups = [rng.normal(mean, 10, (20_000, 12)) for mean in (50, 56, 61)]
    rejected = (stats.f_oneway(*groups, axis=1).pvalue < 0.05).mean()
    design = OneWayAnova(means=(50, 56, 61), sd=10, alpha=0.05)
    assert power(design, 36) == pytest.approx(rejected, abs=0.012)


def test_simulated_table_of_equal_groups():
    rng = np.random.default_rng(4)
    shares = ((0.5, 0.3, 0.2), (0.35, 0.35, 0.3))
    counts = np.stack([rng.multinomial(120, row, 4_000) for row in shares], axis=1)
    expected = counts.sum(axis=1, keepdims=True) / 2
    statistic = ((counts - expected) ** 2 / expected).sum(axis=(1, 2))
    design = ChiSquare(rows=shares, joint=False, alpha=0.05)
    assert power(design, 240) == pytest.approx((statistic > stats.chi2.isf(0.05, 2)).mean(), abs=0.03)


@pytest.mark.parametrize(("degrees", "noncentrality"), [(4, 1.0), (36, 3.5), (200, 2.0)])
def test_the_integral_agrees_with_scipy_where_that_is_finite(degrees, noncentrality):
    critical = stats.t.isf(0.025, degrees)
    expected = stats.nct.sf(critical, degrees, noncentrality)
    assert noncentral_t_tail(critical, degrees, noncentrality) == pytest.approx(expected, abs=1e-7)


def test_power_is_finite_where_scipy_is_not():
    effect = 16 / math.sqrt(37)
    assert math.isnan(TTestPower().power(effect, 37, 0.05))
    design = OneSampleT(mean=effect, reference=0, sd=1, alpha=0.05, sides=2)
    assert power(design, 37) == pytest.approx(1.0)


def test_answers_are_counted_as_asked():
    design = two_sample(0.5, ratio=3)
    total = answer(Problem(design=design, target="size", count="total", power=0.8))
    control = answer(Problem(design=design, target="size", count="group", power=0.8))
    assert total == 4 * control
    by_total = Problem(design=design, target="power", count="total", size=total)
    by_control = Problem(design=design, target="power", count="group", size=control)
    assert answer(by_total) == answer(by_control) >= 0.8


def test_the_size_is_the_smallest():
    for design in (two_sample(0.33), four_means(0.15), two_by_two(0.12)):
        total = smallest_total(design, 0.83)
        assert power(design, total) >= 0.83 > power(design, total - design.block)


def test_an_effect_that_no_study_could_show_is_refused():
    with pytest.raises(ValueError, match="no sample size"):
        smallest_total(two_sample(1e-6), 0.9)
