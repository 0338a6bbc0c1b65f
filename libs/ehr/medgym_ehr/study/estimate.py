"""Estimates of an association from counts.

Odds ratio and Woolf's interval: Woolf, Ann Hum Genet 1955;19:251-253. Pooled odds ratio: Mantel and Haenszel,
J Natl Cancer Inst 1959;22:719-748. Standardisation: Hernan and Robins, Causal Inference: What If, chapter 2.
E-value: VanderWeele and Ding, Ann Intern Med 2017;167:268-274. Standardised difference: Austin, Stat Med
2009;28:3083-3107.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

Pair = tuple[int, int]
"""Exposure and outcome of one stay, 0 or 1 each."""
Z = 1.959964
"""The 97.5th percentile of the standard normal distribution."""


def cells(pairs: Sequence[Pair]) -> tuple[int, int, int, int]:
    """Exposed with and without the event, unexposed with and without it."""
    return (pairs.count((1, 1)), pairs.count((1, 0)), pairs.count((0, 1)), pairs.count((0, 0)))


def risks(pairs: Sequence[Pair]) -> tuple[float, float]:
    """Risk in the exposed and in the unexposed."""
    a, b, c, d = cells(pairs)
    return a / (a + b), c / (c + d)


def odds_ratio(pairs: Sequence[Pair]) -> tuple[float, float, float]:
    """Odds ratio with Woolf's 95% interval."""
    a, b, c, d = cells(pairs)
    ratio, error = a * d / (b * c), math.sqrt(1 / a + 1 / b + 1 / c + 1 / d)
    return ratio, ratio * math.exp(-Z * error), ratio * math.exp(Z * error)


def pooled(strata: Sequence[Sequence[Pair]]) -> float:
    """Mantel and Haenszel's odds ratio over strata."""
    above = below = 0.0
    for pairs in strata:
        a, b, c, d = cells(pairs)
        above += a * d / len(pairs)
        below += b * c / len(pairs)
    return above / below


def standardised(strata: Sequence[Sequence[Pair]]) -> tuple[float, int]:
    """Risk difference standardised to all stays, and how many stays lie in strata that lack an arm."""
    whole = [pairs for pairs in strata if {exposed for exposed, _ in pairs} == {0, 1}]
    total, difference = sum(map(len, whole)), 0.0
    for pairs in whole:
        exposed, unexposed = risks(pairs)
        difference += (exposed - unexposed) * len(pairs) / total
    return difference, sum(map(len, strata)) - total


def e_value(ratio: float) -> float:
    """E-value of a risk ratio; one below 1 is inverted first."""
    ratio = max(ratio, 1 / ratio)
    return ratio + math.sqrt(ratio * (ratio - 1))


def difference(exposed: Sequence[float], unexposed: Sequence[float], binary: bool) -> float:
    """Standardised difference, exposed less unexposed: over the root of the mean of the two variances.

    The variance of a yes or no is p(1 - p), that of a number has n - 1 in its denominator.
    """
    means = [sum(arm) / len(arm) for arm in (exposed, unexposed)]
    if binary:
        variances = [mean * (1 - mean) for mean in means]
    else:
        variances = [
            sum((one - mean) ** 2 for one in arm) / (len(arm) - 1)
            for arm, mean in zip((exposed, unexposed), means, strict=True)
        ]
    return (means[0] - means[1]) / math.sqrt(sum(variances) / 2)


def logistic(rows: Sequence[Sequence[float]], events: Sequence[int]) -> list[float]:
    """Coefficients of a logistic regression by maximum likelihood, that of the constant first.

    Raises:
        ValueError: if it does not converge, as where the data are separated.
    """
    design = np.array([[1.0, *row] for row in rows])
    outcome = np.array(events, dtype=float)
    beta = np.zeros(design.shape[1])
    for _ in range(50):
        risk = 1 / (1 + np.exp(-np.clip(design @ beta, -30, 30)))
        information = (design * (risk * (1 - risk))[:, None]).T @ design
        step = np.linalg.solve(information, design.T @ (outcome - risk))
        beta = beta + step
        if float(np.abs(step).max()) < 1e-10:
            return [float(one) for one in beta]
    raise ValueError("the regression does not converge")
