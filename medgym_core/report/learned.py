"""The figures of a learned verifier as a terminal table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from medgym_core.learned.evaluation import Evaluation, Figure, Part

if TYPE_CHECKING:
    from rich.table import Table

    from medgym_core.metrics.curve import Point


def evaluation_table(evaluation: Evaluation) -> Table:
    """A row per family and one for all: order, calibration, and what choosing the best of k gains."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for title in ("family", "episodes", "AUC", "ECE", "pass@1", "best@k", "pass@k", "k"):
        table.add_column(title, no_wrap=True)
    for name, part in evaluation.families.items():
        table.add_row(name, *_cells(part))
    if len(evaluation.families) > 1:
        table.add_row("all", *_cells(evaluation), style="bold")
    return table


def _cells(part: Part) -> tuple[str, ...]:
    k = max((point.k for point in part.curves.best_at_k), default=0)
    return (
        f"{part.episodes:,} of {part.tasks:,} tasks",
        _figure(part.auc),
        _figure(part.ece),
        _at(part.curves.pass_at_k, 1),
        _at(part.curves.best_at_k, k),
        _at(part.curves.pass_at_k, k),
        str(k) if k else "-",
    )


def _figure(figure: Figure | None) -> str:
    return "-" if figure is None else "{:.3f} ({:.3f} - {:.3f})".format(figure.value, *figure.interval)


def _at(curve: tuple[Point, ...], k: int) -> str:
    return next((f"{point.value:.1%}" for point in curve if point.k == k), "-")
