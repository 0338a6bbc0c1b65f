"""Adjust P values for multiple testing, and tell which are significant."""

from itertools import accumulate

METHOD = "bh"
ALPHA = 0.05
INCLUSIVE = True
COUNT_MISSING = False


def factor(rank: int, tests: int) -> float:
    """What the P value of a rank (1 for the smallest) is multiplied by."""
    if METHOD == "bonferroni":
        return tests
    if METHOD in ("holm", "hochberg"):
        return tests - rank + 1
    if METHOD == "by":
        return tests * sum(1 / k for k in range(1, tests + 1)) / rank
    return tests / rank


def adjust(p_values: list[float | None]) -> list[list[float | bool | None]]:
    """For every P value its adjusted value and whether it is significant."""
    order = sorted((value, index) for index, value in enumerate(p_values) if value is not None)
    tests = len(p_values) if COUNT_MISSING else len(order)
    scaled = [value * factor(rank, tests) for rank, (value, _) in enumerate(order, 1)]
    if METHOD == "holm":
        monotone = list(accumulate(scaled, max))
    else:
        monotone = list(accumulate(reversed(scaled), min))[::-1]
    rows: list[list[float | bool | None]] = [[None, None] for _ in p_values]
    for (_, index), value in zip(order, monotone, strict=True):
        adjusted = round(min(value, 1.0), 9)
        rows[index] = [adjusted, adjusted <= ALPHA if INCLUSIVE else adjusted < ALPHA]
    return rows
