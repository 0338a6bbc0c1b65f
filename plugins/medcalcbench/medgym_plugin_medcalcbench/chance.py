"""What one constant answer passes: the chance rate of a split."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from medgym_core import AnswerKind, Number
from medgym_plugin_medcalcbench.calculator import Answer


class Constant(NamedTuple):
    """The answer that passes most tasks of a split."""

    answer: str
    """The answer, as text."""
    share: float
    """Share of the split's tasks that it passes."""


def best_constant(golds: Iterable[tuple[AnswerKind, Answer]]) -> Constant:
    """The constant that passes most tasks: a number may pass points and decimals, a date only dates."""
    others: Counter[str] = Counter()
    edges: list[tuple[float, int, float]] = []
    total = 0
    for kind, gold in golds:
        total += 1
        if isinstance(gold, int | float):
            slack = max(kind.abs_tol, kind.rel_tol * abs(gold)) if isinstance(kind, Number) else 0.0
            edges += [(gold - slack, -1, gold), (gold + slack, 1, gold)]
        else:
            others[str(gold)] += 1
    passed = [(count, answer) for answer, count in others.items()]
    passed += [_densest(edges)] if edges else []
    count, answer = max(passed, default=(0, ""))
    return Constant(answer, count / total if total else 0.0)


def _densest(edges: list[tuple[float, int, float]]) -> tuple[int, str]:
    """The point that most intervals cover; intervals open (-1) before they close (1)."""
    best, depth, point = 0, 0, 0.0
    for place, step, _ in sorted(edges):
        depth -= step
        if depth > best:
            best, point = depth, place
    return best, f"{point:g}"
