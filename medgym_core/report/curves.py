"""Curves over k as a terminal table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from medgym_core.metrics import Curves
from medgym_core.metrics.curve import Point
from medgym_core.report.table import between, plain_table

if TYPE_CHECKING:
    from rich.console import Group

NAMES = {"pass_at_k": "pass@k", "best_at_k": "best@k", "pass_hat_k": "pass^k", "max_at_k": "max@k reward"}
"""Curve to how it is called, in the order of the table."""
NOTES = {
    "exchangeable": "",
    "anchored": "The first sample of each task was drawn apart and is in every draw of k.",
    "mixed": "Samples of a task were drawn in more than two ways; no estimator over k holds.",
}


def curves_text(curves: Curves) -> Group | None:
    """A row for each curve at k = 1, 2, 4... with intervals; None where a task has one sample only."""
    from rich.console import Group

    numbers = [point.k for point in curves.pass_at_k]
    if len(numbers) < 2 and curves.sampling != "mixed":
        return None
    shown = [k for k in numbers if k & (k - 1) == 0 or k == numbers[-1]]
    table = plain_table("", *(f"k = {k}" for k in shown))
    for name, label in NAMES.items():
        points = {point.k: point for point in getattr(curves, name)}
        if points and not (name == "max_at_k" and _same(curves)):
            table.add_row(label, *(_cell(points.get(k)) for k in shown))
    return Group(*([table] if shown else []), *_notes(curves))


def _same(curves: Curves) -> bool:
    """Whether max@k tells no more than pass@k, rewards being 0 or 1."""
    pairs = zip(curves.pass_at_k, curves.max_at_k, strict=False)
    return all(abs(left.value - right.value) < 1e-9 for left, right in pairs)


def _cell(point: Point | None) -> str:
    return "-" if point is None else f"{point.value:.1%}\n{between(point.interval)}"


def _notes(curves: Curves) -> Iterator[str]:
    if note := NOTES[curves.sampling]:
        yield note
    tasks = [point.tasks for point in curves.pass_at_k]
    if tasks and min(tasks) < max(tasks):
        yield f"Of {max(tasks)} tasks, {min(tasks)} have samples enough for the largest k."
