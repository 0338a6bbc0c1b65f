"""The figures of a learned verifier: as they may leave, and as a terminal table."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from medgym_core.access import Tier
from medgym_core.access.disclosure import is_safe, withheld
from medgym_core.errors import ConfigError
from medgym_core.report.disclosure import closed_curves
from medgym_train.learned.evaluation import Evaluation, Figure, Part

if TYPE_CHECKING:
    from rich.table import Table

    from medgym_core.metrics.curve import Point

AnyPart = TypeVar("AnyPart", bound=Part)


def disclosed_evaluation(evaluation: Evaluation, tier: Tier) -> Evaluation:
    """The figures as they may leave, if they are of labelled data: only families of which enough is known.

    Raises:
        ConfigError: if too few tasks were solved or failed for any figure.
    """
    if not tier.labelled:
        return evaluation
    total = _tasks(evaluation)
    if not any(total) or not is_safe(total):
        raise ConfigError(
            f"from 1 to 10 tasks of {tier} data were solved or failed in these episodes, so that no figure "
            f"of them may leave; --exact shows them in the terminal"
        )
    hidden = withheld(total, {name: _tasks(part) for name, part in evaluation.families.items()})
    families = {name: _closed(part) for name, part in evaluation.families.items() if name not in hidden}
    return _closed(evaluation).model_copy(update={"families": families, "choices": None})


def _tasks(part: Part) -> tuple[int, int]:
    """How many tasks have a success among their samples, and how many a failure."""
    parsed = [(*map(int, name.split(" of ")), tasks) for name, tasks in part.curves.spread.items()]
    solved = sum(tasks for correct, _, tasks in parsed if correct)
    return solved, sum(tasks for correct, samples, tasks in parsed if correct < samples)


def _closed(part: AnyPart) -> AnyPart:
    safe = is_safe(part.curves.spread.values())
    return part.model_copy(update={"curves": closed_curves(part.curves, safe)})


def evaluation_table(evaluation: Evaluation) -> Table:
    """A row per family and one for all: order, calibration, and what choosing the best of k gains."""
    from medgym_core.report.fitting import FittedTable

    titles = ("family", "episodes", "AUC", "ECE", "pass@1", "best@k", "pass@k", "k")
    table = FittedTable(titles, leaving=("episodes", "ECE", "pass@1"))
    for name, part in evaluation.families.items():
        table.add_row(name, *_cells(part))
    if len(evaluation.families) > 1:
        table.add_row("all", *_cells(evaluation), style="bold")
    if chosen := evaluation.choices:
        table.caption = (
            f"of {chosen.pairs:,} pairs of replies to the same context, in {chosen.tasks:,} tasks, "
            f"the better one scores higher: {_figure(chosen.right)}"
        )
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
