"""Power and sample size of one study, from what its question states.

The reference program (``oracle.py``) is the function of one formula with what it needs, so this imports
nothing of ours. It shares no code with ``power.py``, which computes gold, and uses other formulas where
there are any.
"""

from collections.abc import Callable, Sequence
from math import sqrt
from typing import NamedTuple

import numpy as np
from scipy import stats  # type: ignore[import-untyped]


class Study(NamedTuple):
    """A test whose sample grows by blocks that keep the allocation."""

    power: Callable[[int], float]
    """Power with a number of blocks."""
    block: int = 1
    """Participants (or pairs) in a block."""
    least: int = 2
    """Fewest blocks for which the test exists."""


def smallest(study: Study, goal: float) -> int:
    """Smallest number of blocks with the power wanted."""
    high = study.least
    while study.power(high) < goal:
        high *= 2
    low = max(study.least, high // 2)
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if study.power(middle) >= goal else (middle + 1, high)
    return low


def t_power(noncentrality: float, degrees: int, alpha: float, sides: int) -> float:
    """Power of a t test; the two-sided one as an F test."""
    if sides == 1:
        return float(stats.nct.sf(stats.t.isf(alpha, degrees), degrees, noncentrality))
    return float(stats.ncf.sf(stats.f.isf(alpha, 1, degrees), 1, degrees, noncentrality**2))


def one_mean(mean: float, reference: float, sd: float, alpha: float, sides: int) -> Study:
    """Student's t test of one mean."""
    effect = abs(mean - reference) / sd
    return Study(lambda n: t_power(effect * sqrt(n), n - 1, alpha, sides))


def pairs(difference: float, sd: float, alpha: float, sides: int) -> Study:
    """Student's t test on within-pair differences."""
    effect = abs(difference) / sd
    return Study(lambda n: t_power(effect * sqrt(n), n - 1, alpha, sides))


def correlated_pairs(difference: float, sd: float, correlation: float, alpha: float, sides: int) -> Study:
    """Student's t test on within-pair differences of two correlated measurements."""
    effect = abs(difference) / (sd * sqrt(2 * (1 - correlation)))
    return Study(lambda n: t_power(effect * sqrt(n), n - 1, alpha, sides))


def two_means(difference: float, sd_control: float, sd_treated: float, alpha: float, sides: int) -> Study:
    """Pooled-variance t test of two groups of n each."""
    effect = abs(difference) / sqrt((sd_control**2 + sd_treated**2) / 2)
    return Study(lambda n: t_power(effect * sqrt(n / 2), 2 * n - 2, alpha, sides), block=2)


def unequal_means(
    difference: float, sd_control: float, sd_treated: float, ratio: int, alpha: float, sides: int
) -> Study:
    """Pooled-variance t test of n controls and ``ratio`` times as many treated."""
    effect = abs(difference) / sqrt((sd_control**2 + sd_treated**2) / 2)

    def power(controls: int) -> float:
        treated = ratio * controls
        information = 1 / (1 / controls + 1 / treated)
        return t_power(effect * sqrt(information), controls + treated - 2, alpha, sides)

    return Study(power, block=1 + ratio)


def several_means(means: Sequence[float], sd: float, alpha: float) -> Study:
    """Omnibus F test of equal groups."""
    groups = len(means)
    cohen_f = np.std(means) / sd

    def power(blocks: int) -> float:
        between, within = groups - 1, groups * (blocks - 1)
        critical = stats.f.isf(alpha, between, within)
        return float(stats.ncf.sf(critical, between, within, cohen_f**2 * groups * blocks))

    return Study(power, block=groups)


def group_table(rows: Sequence[Sequence[float]], alpha: float) -> Study:
    """Pearson's test of independence; the rows are the distributions of n each."""
    shares = np.array(rows)
    pooled = shares.mean(axis=0)
    reached = pooled > 0
    distance = float(((shares - pooled)[:, reached] ** 2 / pooled[reached]).sum())
    freedom = (len(shares) - 1) * (len(pooled) - 1)
    critical = stats.chi2.isf(alpha, freedom)
    return Study(lambda n: float(stats.ncx2.sf(critical, freedom, distance * n)), block=len(shares), least=1)


def joint_table(rows: Sequence[Sequence[float]], alpha: float) -> Study:
    """Pearson's test of independence; n people are classified twice, with these joint proportions."""
    cells = np.array(rows)
    independent = np.outer(cells.sum(axis=1), cells.sum(axis=0))
    reached = independent > 0
    w2 = float(((cells - independent)[reached] ** 2 / independent[reached]).sum())
    freedom = (cells.shape[0] - 1) * (cells.shape[1] - 1)
    critical = stats.chi2.isf(alpha, freedom)
    return Study(lambda n: float(stats.ncx2.sf(critical, freedom, w2 * n)), least=1)


def two_hazards(
    hazard_ratio: float, event_experimental: float, event_control: float, alpha: float, sides: int
) -> Study:
    """Freedman's formula for two groups of n each."""
    distance = abs(hazard_ratio - 1) / (hazard_ratio + 1)
    events = event_experimental + event_control
    critical = stats.norm.isf(alpha / sides)
    return Study(lambda n: float(stats.norm.cdf(sqrt(n * events) * distance - critical)), block=2, least=1)


def unequal_hazards(
    hazard_ratio: float, event_experimental: float, event_control: float, ratio: int, alpha: float, sides: int
) -> Study:
    """Freedman's formula for n controls and ``ratio`` experimental participants per control."""
    distance = sqrt(ratio) * abs(hazard_ratio - 1) / (ratio * hazard_ratio + 1)
    events = ratio * event_experimental + event_control
    critical = stats.norm.isf(alpha / sides)
    return Study(
        lambda n: float(stats.norm.cdf(sqrt(n * events) * distance - critical)), block=1 + ratio, least=1
    )
