"""The table of a look at the families' health: a row for each, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from medgym_core.report.escape import escape
from medgym_prove.health import Checkup

if TYPE_CHECKING:
    from rich.table import Table


def health_table(checkups: Sequence[Checkup]) -> Table:
    """Every family: how many tasks were played, broke, broke anew and recovered, and what is wrong."""
    from medgym_core.report.fitting import FittedTable

    titles = ("family", "played", "broken", "new", "recovered", "what is wrong")
    table = FittedTable(titles, leaving=("recovered", "new"))
    for found in checkups:
        lines = [f"{task.split}/{task.index}: {task.reason}" for task in found.new] + [*found.problems]
        counts = (found.played, len(found.broken), len(found.new), len(found.recovered))
        table.add_row(found.family, *map(str, counts), escape("\n".join(lines)))
    return table
