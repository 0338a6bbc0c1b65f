"""Size factors of samples by the median of ratios."""

from collections.abc import Sequence
from math import exp, log

MIN_COUNT = 1
MIN_GENES = 2
MIDDLE = "mean"
CENTRED = False


def geometric_mean(values: Sequence[float]) -> float:
    """Geometric mean of positive numbers."""
    return exp(sum(log(value) for value in values) / len(values))


def size_factors(counts: list[list[int]]) -> list[float]:
    """One size factor per sample, from a table of genes by samples."""
    if not counts:
        return []
    usable = [row for row in counts if min(row) >= MIN_COUNT]
    if len(usable) < MIN_GENES:
        return [1.0] * len(counts[0])
    references = [geometric_mean(row) for row in usable]
    factors = []
    for column in zip(*usable, strict=True):
        ratios = sorted(count / reference for count, reference in zip(column, references, strict=True))
        low, high = ratios[(len(ratios) - 1) // 2], ratios[len(ratios) // 2]
        factors.append((low + high) / 2 if MIDDLE == "mean" else low)
    scale = geometric_mean(factors) if CENTRED else 1.0
    return [factor / scale for factor in factors]
