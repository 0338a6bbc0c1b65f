"""Solve a power question given as data, in the form of ``Problem.model_dump()``.

Half of the reference program (``oracle.py``): its text runs in the box, so it imports nothing of ours. It
shares no code with ``power.py``, which computes gold, and uses other formulas where there are any.
"""

from collections.abc import Callable
from math import sqrt
from typing import Any, NamedTuple

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


def solve(problem: dict[str, Any]) -> float:
    """The answer: the smallest sample size in the unit that the problem counts in, or the power."""
    design = problem["design"]
    study = STUDIES[design["test"]](design)
    unit = study.block if problem["count"] == "total" else 1
    if problem["target"] == "power":
        return study.power(problem["size"] // unit)
    return smallest(study, problem["power"]) * unit


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


def t_power(design: dict[str, Any], effect: float, size: float, degrees: int) -> float:
    """Power of a t test with noncentrality effect * sqrt(size); the two-sided one as an F test."""
    alpha = design["alpha"]
    if design["sides"] == 1:
        return float(stats.nct.sf(stats.t.isf(alpha, degrees), degrees, effect * sqrt(size)))
    return float(stats.ncf.sf(stats.f.isf(alpha, 1, degrees), 1, degrees, effect**2 * size))


def one_mean(design: dict[str, Any]) -> Study:
    """Student's t test of one mean."""
    effect = abs(design["mean"] - design["reference"]) / design["sd"]
    return Study(lambda blocks: t_power(design, effect, blocks, blocks - 1))


def pairs(design: dict[str, Any]) -> Study:
    """Student's t test on within-pair differences."""
    rho = design["correlation"]
    sd = design["sd"] * (1 if rho is None else sqrt(2 * (1 - rho)))
    return Study(lambda blocks: t_power(design, abs(design["difference"]) / sd, blocks, blocks - 1))


def two_means(design: dict[str, Any]) -> Study:
    """Pooled-variance t test, ``ratio`` treated per control."""
    ratio = design["ratio"]
    effect = abs(design["difference"]) / sqrt((design["sd_treated"] ** 2 + design["sd_control"] ** 2) / 2)
    block = 1 + ratio
    return Study(lambda n: t_power(design, effect, n * ratio / block, n * block - 2), block)


def several_means(design: dict[str, Any]) -> Study:
    """Omnibus F test of equal groups."""
    groups = len(design["means"])
    cohen_f = np.std(design["means"]) / design["sd"]

    def power(blocks: int) -> float:
        between, within = groups - 1, groups * (blocks - 1)
        critical = stats.f.isf(design["alpha"], between, within)
        return float(stats.ncf.sf(critical, between, within, cohen_f**2 * groups * blocks))

    return Study(power, groups)


def cross_table(design: dict[str, Any]) -> Study:
    """Pearson's test of independence."""
    rows = np.array(design["rows"])
    block = 1 if design["joint"] else len(rows)
    cells = rows / block
    independent = np.outer(cells.sum(axis=1), cells.sum(axis=0))
    reached = independent > 0
    w2 = float(((cells - independent)[reached] ** 2 / independent[reached]).sum())
    freedom = (cells.shape[0] - 1) * (cells.shape[1] - 1)
    critical = stats.chi2.isf(design["alpha"], freedom)
    return Study(lambda n: float(stats.ncx2.sf(critical, freedom, w2 * block * n)), block, least=1)


def two_hazards(design: dict[str, Any]) -> Study:
    """Freedman's formula, ``ratio`` experimental participants per control."""
    ratio, hazard = design["ratio"], design["hazard_ratio"]
    distance = sqrt(ratio) * abs(hazard - 1) / (ratio * hazard + 1)
    events = ratio * design["event_experimental"] + design["event_control"]
    critical = stats.norm.isf(design["alpha"] / design["sides"])
    return Study(lambda n: float(stats.norm.cdf(sqrt(n * events) * distance - critical)), 1 + ratio, least=1)


STUDIES: dict[str, Callable[[dict[str, Any]], Study]] = {
    "one_sample_t": one_mean,
    "two_sample_t": two_means,
    "paired_t": pairs,
    "one_way_anova": several_means,
    "chi_square": cross_table,
    "cox_two_groups": two_hazards,
}
