"""Tests and distributions from their formulas."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence

import numpy as np

Numbers = Sequence[float]


def quantile(values: Numbers, share: float) -> float:
    """Interpolated linearly between the two nearest ranks."""
    ordered = sorted(values)
    place = share * (len(ordered) - 1)
    below = math.floor(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (place - below) * (ordered[above] - ordered[below])


def mean(values: Numbers) -> float:
    """The arithmetic mean of one number or more."""
    return math.fsum(values) / len(values)


def variance(values: Numbers) -> float:
    """The sample variance, whose divisor is n - 1."""
    middle = mean(values)
    return math.fsum((value - middle) ** 2 for value in values) / (len(values) - 1)


def pearson(xs: Numbers, ys: Numbers) -> float:
    """Pearson's product-moment correlation of paired numbers, from -1 to 1."""
    mx, my = mean(xs), mean(ys)
    both = math.fsum((x - mx) * (y - my) for x, y in zip(xs, ys, strict=True))
    return both / math.sqrt(math.fsum((x - mx) ** 2 for x in xs) * math.fsum((y - my) ** 2 for y in ys))


def ranks(values: Numbers) -> list[float]:
    """Ranks from 1; ties share their mean rank."""
    counts = Counter(values)
    found, before = {}, 0
    for value in sorted(counts):
        found[value] = before + (counts[value] + 1) / 2
        before += counts[value]
    return [found[value] for value in values]


def mann_whitney(xs: Numbers, ys: Numbers) -> tuple[float, float]:
    """U of the first, and the two-sided p of the normal approximation with ties and continuity correction."""
    ranked = ranks([*xs, *ys])
    n, m = len(xs), len(ys)
    u = sum(ranked[:n]) - n * (n + 1) / 2
    ties = sum(t**3 - t for t in Counter(ranked).values())
    total = n + m
    spread = math.sqrt(n * m / 12 * (total + 1 - ties / (total * (total - 1))))
    z = (abs(u - n * m / 2) - 0.5) / spread
    return u, min(1.0, math.erfc(z / math.sqrt(2)))


def kruskal(groups: Sequence[Numbers]) -> tuple[float, float]:
    """H corrected for ties, and its p by the chi-squared distribution."""
    ranked = ranks([value for group in groups for value in group])
    total, start, squares = len(ranked), 0, 0.0
    for group in groups:
        squares += sum(ranked[start : start + len(group)]) ** 2 / len(group)
        start += len(group)
    h = 12 / (total * (total + 1)) * squares - 3 * (total + 1)
    h /= 1 - sum(t**3 - t for t in Counter(ranked).values()) / (total**3 - total)
    return h, chi_squared_tail(h, len(groups) - 1)


def chi_squared_tail(value: float, freedom: int) -> float:
    """P(X >= value): a finite sum for even, erfc and a finite sum for odd degrees of freedom."""
    half = value / 2
    if freedom % 2 == 0:
        return math.exp(-half) * math.fsum(half**k / math.factorial(k) for k in range(freedom // 2))
    rest = math.fsum(half ** (k + 0.5) / math.gamma(k + 1.5) for k in range((freedom - 1) // 2))
    return math.erfc(math.sqrt(half)) + math.exp(-half) * rest


def chi_squared(table: Sequence[Sequence[int]]) -> tuple[float, int]:
    """Pearson's statistic of a contingency table, and its degrees of freedom."""
    rows, columns = [sum(row) for row in table], [sum(column) for column in zip(*table, strict=True)]
    total = sum(rows)
    expected = [[r * c / total for c in columns] for r in rows]
    statistic = math.fsum(
        (seen - awaited) ** 2 / awaited
        for line, wanted in zip(table, expected, strict=True)
        for seen, awaited in zip(line, wanted, strict=True)
    )
    return statistic, (len(rows) - 1) * (len(columns) - 1)


def fisher(a: int, b: int, c: int, d: int) -> float:
    """Two-sided p of a 2x2 table: all tables that are at most as probable as the one seen."""
    row, column, total = a + b, a + c, a + b + c + d
    low, high = max(0, row + column - total), min(row, column)
    weights = [math.comb(column, k) * math.comb(total - column, row - k) for k in range(low, high + 1)]
    seen = weights[a - low]
    # The usual margin for tables that are as probable but for rounding is needed in no integer arithmetic.
    return sum(weight for weight in weights if weight <= seen) / sum(weights)


def clopper_pearson(hits: int, total: int, level: float = 0.95) -> tuple[float, float]:
    """Exact limits of a proportion, by bisection on the binomial sums."""
    tail = (1 - level) / 2
    lower = 0.0 if hits == 0 else _bisect(lambda p: _at_least(hits, total, p) - tail)
    upper = 1.0 if hits == total else _bisect(lambda p: tail - (1 - _at_least(hits + 1, total, p)))
    return lower, upper


def _at_least(hits: int, total: int, p: float) -> float:
    return math.fsum(math.comb(total, k) * p**k * (1 - p) ** (total - k) for k in range(hits, total + 1))


def _bisect(rising: Callable[[float], float]) -> float:
    low, high = 0.0, 1.0
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if rising(middle) < 0 else (low, middle)
    return (low + high) / 2


def welch(xs: Numbers, ys: Numbers) -> tuple[float, float]:
    """Welch's t and its two-sided p, the density of Student's t integrated by Gauss and Legendre."""
    vx, vy = variance(xs) / len(xs), variance(ys) / len(ys)
    t = (mean(xs) - mean(ys)) / math.sqrt(vx + vy)
    freedom = (vx + vy) ** 2 / (vx**2 / (len(xs) - 1) + vy**2 / (len(ys) - 1))
    nodes, weights = np.polynomial.legendre.leggauss(200)
    # With x = sqrt(freedom) tan(angle) the tail is a smooth integral over a finite range.
    start = math.atan(abs(t) / math.sqrt(freedom))
    angles = start + (math.pi / 2 - start) * (nodes + 1) / 2
    area = float(np.sum(weights * np.cos(angles) ** (freedom - 1))) * (math.pi / 2 - start) / 2
    scale = math.exp(math.lgamma((freedom + 1) / 2) - math.lgamma(freedom / 2)) / math.sqrt(math.pi)
    return t, 2 * scale * area
