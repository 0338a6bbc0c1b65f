"""What an agent that ignores the questions could reach: the best constant answer of a split."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate

POWER_TOLERANCE = 0.01
"""Relative tolerance of powers."""


def best_constant(answers: Iterable[int | float]) -> tuple[float, float]:
    """The constant that passes the most answers, and the share of them that it passes.

    Args:
        answers: gold; integers are compared exactly, others within :data:`POWER_TOLERANCE`.

    Returns:
        Constant and share; ``(0.0, 0.0)`` for no answers.
    """
    golds = list(answers)
    if not golds:
        return 0.0, 0.0
    edges: list[tuple[float, int]] = []
    for gold in golds:
        slack = 0.0 if isinstance(gold, int) else POWER_TOLERANCE * gold
        edges += [(gold - slack, 1), (min(gold + slack, gold if isinstance(gold, int) else 1.0), -1)]
    edges.sort(key=lambda edge: (edge[0], -edge[1]))
    passed = list(accumulate(step for _, step in edges))
    best = max(range(len(edges)), key=lambda position: passed[position])
    return edges[best][0], passed[best] / len(golds)
