"""What a conformance suite found, as a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from medgym_core.report.escape import escape

if TYPE_CHECKING:
    from rich.table import Table

    from medgym_prove.conformance import Report


def conformance_table(report: Report) -> Table:
    """A row per behaviour: its guarantee, whether that is declared, whether the behaviour holds."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table("behaviour", "guarantee", "declared", "holds", "seen", box=SIMPLE_HEAD, pad_edge=False)
    for result in report.results:
        declared, holds = ("yes" if fact else "no" for fact in (result.declared, result.held))
        table.add_row(result.name, result.guarantee, declared, holds, escape(result.seen))
    return table
