"""Two runs side by side, as a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from medgym_core.report.escape import escape

if TYPE_CHECKING:
    from rich.console import Group

    from medgym_core.metrics import Comparison
    from medgym_core.metrics.comparison import Pair


def comparison_text(comparison: Comparison) -> Group:
    """A row for each family and for all, below it what else differs between the runs."""
    from rich.box import SIMPLE_HEAD
    from rich.console import Group
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("family", no_wrap=True)
    for title in ("first", "second", "difference", "95 % interval", "better", "worse", "equal", "p"):
        table.add_column(title, no_wrap=True, justify="right")
    for name, pair in comparison.families.items():
        table.add_row(escape(name), *_cells(pair))
    if len(comparison.families) > 1:
        table.add_row("all", *_cells(comparison), style="bold")
    only = f"{comparison.only_first} only the first holds, {comparison.only_second} only the second"
    lines = [f"{comparison.tasks} tasks that both runs hold; {only}"]
    lines += [f"not the same: {difference}" for difference in comparison.differences]
    return Group(table, *map(escape, lines))


def _cells(pair: Pair) -> tuple[str, ...]:
    low, high = pair.interval
    return (
        f"{pair.first:.1%}",
        f"{pair.second:.1%}",
        f"{100 * pair.difference:+.1f}",
        f"{100 * low:+.1f} to {100 * high:+.1f}",
        *map(str, (pair.better, pair.worse, pair.equal)),
        f"{pair.p_value:.3f}" if pair.p_value >= 0.001 else "<0.001",
    )
