"""What a conformance suite found, as a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from medgym_core.report.escape import escape

if TYPE_CHECKING:
    from rich.table import Table

    from medgym_prove.conformance import Conformance


def conformance_table(report: Conformance) -> Table:
    """A row per behaviour: its guarantee, whether that is declared, whether the behaviour holds."""
    from medgym_core.report.fitting import FittedTable

    titles = ("behaviour", "guarantee", "declared", "holds", "seen")
    table = FittedTable(titles, names=("guarantee",), leaving=("guarantee", "declared"))
    for result in report.results:
        declared, holds = ("yes" if fact else "no" for fact in (result.declared, result.held))
        table.add_row(result.name, result.guarantee, declared, holds, escape(result.seen))
    return table
