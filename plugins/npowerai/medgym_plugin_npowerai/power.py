"""Power and sample size of a design: the formulas behind gold.

statsmodels computes the power of the t, F and chi-square tests; where it returns NaN the t test falls back
on its definition. Sample sizes are searched for, not solved for, so they are exact integers.

Sources: Cohen, Statistical Power Analysis for the Behavioral Sciences, 2nd ed., 1988 (chapters 2, 7 and 8:
d, w and f, and the noncentral distributions); Freedman, Statistics in Medicine 1:121-129, 1982,
doi:10.1002/sim.4780010204, in the form for unequal groups of Rosner, Fundamentals of Biostatistics, 14.12.
"""

from __future__ import annotations

import math
from functools import lru_cache

from medgym_plugin_npowerai.design import (
    ChiSquare,
    CoxTwoGroups,
    OneSampleT,
    OneWayAnova,
    PairedT,
    Problem,
    StudyDesign,
    TwoSampleT,
)

LARGEST = 10**9
"""Sample sizes above are refused: the effect is then a typing error."""


@lru_cache(maxsize=4096)
def answer(problem: Problem) -> int | float:
    """Gold: the smallest sample size in the unit of ``problem.count``, or the power.

    Raises:
        ValueError: if no sample size below :data:`LARGEST` reaches the power.
    """
    if problem.power is not None:
        return smallest_total(problem.design, problem.power) // problem.unit
    if problem.size is None:
        raise ValueError("a power question needs a sample size")
    return power(problem.design, problem.size * problem.unit)


def smallest_total(design: StudyDesign, target: float) -> int:
    """Smallest whole number of blocks whose power reaches ``target``, as a total of participants.

    Doubles until the target is passed, then bisects; power grows with the sample size.
    """
    low, high = 0, _fewest_blocks(design)
    while power(design, high * design.block) < target:
        low, high = high, 2 * high
        if high * design.block > LARGEST:
            raise ValueError(f"no sample size up to {LARGEST} reaches a power of {target:g}")
    while high - low > 1:
        middle = (low + high) // 2
        enough = middle >= _fewest_blocks(design) and power(design, middle * design.block) >= target
        low, high = (low, middle) if enough else (middle, high)
    return high * design.block


def power(design: StudyDesign, total: int) -> float:
    """Power of ``design`` with ``total`` participants (pairs), in the design's allocation.

    Args:
        design: one of the six designs.
        total: a whole number of blocks.

    Returns:
        The probability of rejecting the null hypothesis, in [0, 1].
    """
    match design:
        case OneSampleT() | PairedT():
            return _t_power(design.effect * math.sqrt(total), total - 1, design.alpha, design.sides)
        case TwoSampleT():
            control = total / design.block
            information = control * design.ratio / (1 + design.ratio)
            return _t_power(design.effect * math.sqrt(information), total - 2, design.alpha, design.sides)
        case OneWayAnova():
            return _anova_power(design, total)
        case ChiSquare():
            return _chi_square_power(design, total)
        case CoxTwoGroups():
            return _cox_power(design, total)
    raise TypeError(f"no formula for {type(design).__name__}")


def _fewest_blocks(design: StudyDesign) -> int:
    """Fewest blocks for which the test exists: t and F need a residual degree of freedom."""
    return 1 if isinstance(design, ChiSquare | CoxTwoGroups) else 2


def _t_power(noncentrality: float, degrees: float, alpha: float, sides: int) -> float:
    """Power of Student's t test; a one-sided test looks in the direction of the effect (Cohen 1988, 2).

    Both tails count in a two-sided test.
    """
    from scipy import stats  # type: ignore[import-untyped]

    critical = float(stats.t.isf(alpha / sides, degrees))
    upper = float(stats.nct.sf(critical, degrees, noncentrality))
    if math.isnan(upper):
        upper = noncentral_t_tail(critical, degrees, noncentrality)
    if sides == 1:
        return min(upper, 1.0)
    lower = float(stats.nct.cdf(-critical, degrees, noncentrality))
    if math.isnan(lower):
        lower = noncentral_t_tail(critical, degrees, -noncentrality)
    return min(upper + lower, 1.0)


def noncentral_t_tail(critical: float, degrees: float, noncentrality: float) -> float:
    """``P(T > critical)`` of the noncentral t by definition: ``T = (Z + noncentrality) / sqrt(V / degrees)``.

    Integrates the normal tail over the quantiles of the chi-square V, which stays finite where the series in
    scipy's ``nct`` does not (large noncentrality).
    """
    from scipy import integrate, stats

    def given_quantile(level: float) -> float:
        scale = math.sqrt(stats.chi2.ppf(level, degrees) / degrees)
        return float(stats.norm.sf(critical * scale - noncentrality))

    return float(integrate.quad(given_quantile, 0, 1, limit=200)[0])


def _anova_power(design: OneWayAnova, total: int) -> float:
    """Power of the one-way F test, noncentrality ``f^2 total`` (Cohen 1988, 8)."""
    from statsmodels.stats.power import FTestAnovaPower  # type: ignore[import-untyped]

    groups = len(design.means)
    return float(FTestAnovaPower().power(design.effect, total, design.alpha, k_groups=groups))


def _chi_square_power(design: ChiSquare, total: int) -> float:
    """Power of Pearson's chi-square test, noncentrality ``w^2 total`` (Cohen 1988, 7)."""
    from statsmodels.stats.power import GofChisquarePower

    bins = design.degrees + 1
    return float(GofChisquarePower().power(design.effect, total, design.alpha, n_bins=bins))


def _cox_power(design: CoxTwoGroups, total: int) -> float:
    """Power of the two-group log-rank or Cox test by Freedman's formula.

    With k experimental participants per control and m expected events,
    ``power = Phi(sqrt(k m) |HR - 1| / (k HR + 1) - z_(1 - alpha/sides))``.
    """
    from scipy import stats

    control = total / design.block
    events = control * (design.ratio * design.event_experimental + design.event_control)
    distance = abs(design.hazard_ratio - 1) / (design.ratio * design.hazard_ratio + 1)
    drift = math.sqrt(design.ratio * events) * distance
    return float(stats.norm.cdf(drift - stats.norm.isf(design.alpha / design.sides)))
