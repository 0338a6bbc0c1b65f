"""What an agent that ignores the questions could reach: the best constant answers of a split."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate

from medgym_plugin_npowerai.design import Target

POWER_TOLERANCE = 0.01
"""Relative tolerance of powers."""


def best_constants(answers: Sequence[int | float]) -> dict[Target, tuple[float, float]]:
    """For each target the constant that passes the most answers, and the share of *all* answers it passes.

    Integers are sizes, other numbers powers. The prompt states the kind of answer besides the question, so
    an agent that reads no question may give either constant in its place: the shares add up.
    """
    golds: dict[Target, list[int | float]] = {"size": [], "power": []}
    for answer in answers:
        golds["size" if isinstance(answer, int) else "power"].append(answer)
    best = {target: best_constant(group) for target, group in golds.items()}
    return {
        target: (constant, share * len(golds[target]) / len(answers))
        for target, (constant, share) in best.items()
        if golds[target]
    }


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
