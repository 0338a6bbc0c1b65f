"""Two runs side by side, as a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from medgym_core.env.prompt import PAPER_NOTICE
from medgym_core.report.escape import escape
from medgym_core.report.table import WITHHELD, reported

if TYPE_CHECKING:
    from rich.console import Group

    from medgym_core.metrics import Comparison
    from medgym_core.metrics.comparison import Pair


def comparison_text(comparison: Comparison) -> Group:
    """A row for each family and for all, below it what else differs between the runs."""
    from rich.console import Group

    from medgym_core.report.fitting import FittedTable

    titles = ("family", "first", "second", "difference", "95 % interval", "better", "worse", "equal", "p")
    table = FittedTable(titles, leaving=("equal", "worse", "better", "p"))
    for name, pair in comparison.families.items():
        table.add_row(escape(name), *_cells(pair))
    if len(comparison.families) > 1:
        table.add_row("all", *_cells(comparison), style="bold")
    first, second = reported(comparison.only_first), reported(comparison.only_second)
    only = f"{first} only the first holds, {second} only the second"
    lines = [f"{reported(comparison.tasks)} tasks that both runs hold; {only}", comparison.tier.notice]
    lines += [PAPER_NOTICE] if "paper" in comparison.protocols else []
    lines += [f"not the same: {difference}" for difference in comparison.differences]
    return Group(table, *map(escape, filter(None, lines)))


def _cells(pair: Pair) -> tuple[str, ...]:
    if pair.interval is None or pair.difference is None:
        return (WITHHELD, *["-"] * 7)
    low, high = pair.interval
    return (
        reported(pair.first, ".1%"),
        reported(pair.second, ".1%"),
        f"{100 * pair.difference:+.1f}",
        f"{100 * low:+.1f} to {100 * high:+.1f}",
        *map(reported, (pair.better, pair.worse, pair.equal)),
        "<0.001" if (pair.p_value or 0) < 0.001 else reported(pair.p_value, ".3f"),
    )
