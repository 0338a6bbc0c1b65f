"""The binomial distribution: how likely chance alone gives so many successes."""

from __future__ import annotations

import math


def tail(total: float, tasks: int, rate: float) -> float:
    """Upper tail of the binomial distribution: how likely chance gives ``total`` or more.

    Exact for rewards of 0 and 1. Partial rewards of the same mean spread less; for them it is at most e
    times too small (Bentkus 2004, Ann. Probab. 32, 1650-1673).

    Args:
        total: sum of the rewards.
        tasks: number of tasks, independent of one another.
        rate: mean reward of chance, in [0, 1].
    """
    least = math.ceil(total)
    if rate in (0, 1) or least <= 0:
        return float(rate == 1 or least <= 0)

    def mass(passed: int) -> float:
        ways = math.lgamma(tasks + 1) - math.lgamma(passed + 1) - math.lgamma(tasks - passed + 1)
        return math.exp(ways + passed * math.log(rate) + (tasks - passed) * math.log1p(-rate))

    return min(1.0, math.fsum(mass(passed) for passed in range(least, tasks + 1)))
