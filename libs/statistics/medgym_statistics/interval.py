"""How sure one may be: 95 % intervals in which a task counts once, however often it was sampled.

The interval of a rate is Wilson's (Wilson 1927, J. Am. Stat. Assoc. 22, 209-212) at the effective sample
size ``p (1 - p) / se²``, with ``se`` the standard error clustered by task (Miller 2024, arXiv 2411.00640;
effective sizes in binomial intervals: Korn and Graubard 1998, Survey Methodology 24, 193-201). With one
sample a task this is Wilson's interval on the tasks.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import fmean

Z95 = 1.959963984540054
"""97.5th percentile of the standard normal distribution."""

Interval = tuple[float, float]
"""Lower and upper end."""


def wilson(rate: float, size: float) -> Interval:
    """Wilson's 95 % score interval of a proportion ``rate`` observed in ``size`` trials, ``size`` > 0."""
    spread = Z95**2 / size
    centre = (rate + spread / 2) / (1 + spread)
    half = math.sqrt(rate * (1 - rate) * spread + spread**2 / 4) / (1 + spread)
    return max(0.0, min(rate, centre - half)), min(1.0, max(rate, centre + half))


def effective_size(means: Sequence[float], episodes: int) -> float:
    """How many independent episodes are worth ``episodes`` of them, given each task's mean success.

    At least the number of tasks, at most the number of episodes.
    """
    tasks = len(means)
    rate = fmean(means)
    scatter = sum((mean - rate) ** 2 for mean in means)
    if not scatter:
        return tasks
    variance = scatter / tasks / max(tasks - 1, 1)
    return min(max(rate * (1 - rate) / variance, tasks), episodes)


def clustered(means: Sequence[float], episodes: int) -> Interval:
    """The 95 % interval of the mean of ``means``, one a task, each in [0, 1], from ``episodes`` in all."""
    return wilson(fmean(means), effective_size(means, episodes))


def averaged(rates: Sequence[float], intervals: Sequence[Interval]) -> Interval:
    """The 95 % interval of the mean of independent ``rates``, from the interval of each.

    Recovers each rate's variance on either side from the distance of its limit (Zou and Donner 2008,
    Statistics in Medicine 27, 1693-1702).
    """
    mean, number = fmean(rates), len(rates)
    below = math.hypot(*(rate - low for rate, (low, _) in zip(rates, intervals, strict=True)))
    above = math.hypot(*(high - rate for rate, (_, high) in zip(rates, intervals, strict=True)))
    return max(0.0, mean - below / number), min(1.0, mean + above / number)


def paired(differences: Sequence[float]) -> Interval:
    """The 95 % interval of the mean of ``differences``, one a task, each in [-1, 1].

    Wald's interval after one task is added on either side, so that it has a width where all tasks agree
    (Bonett and Price 2012, J. Educ. Behav. Stat. 37, 479-488, for proportions).
    """
    size = len(differences) + 2
    mean = sum(differences) / size
    variance = (sum(difference**2 for difference in differences) + 2) / size - mean**2
    half = Z95 * math.sqrt(variance / size)
    return max(-1.0, mean - half), min(1.0, mean + half)


def sign_test(better: int, worse: int) -> float:
    """The two-sided p-value of the exact sign test; 1 where no task differs."""
    size, fewer = better + worse, min(better, worse)
    logs = (
        math.lgamma(size + 1) - math.lgamma(number + 1) - math.lgamma(size - number + 1) - size * math.log(2)
        for number in range(fewer + 1)
    )
    return min(1.0, 2 * math.fsum(map(math.exp, logs)))
