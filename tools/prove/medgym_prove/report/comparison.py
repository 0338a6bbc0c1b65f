"""The table of a registry that was held against what is installed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from medgym_core.report.escape import escape

if TYPE_CHECKING:
    from rich.console import Group

    from medgym_prove.comparison import Comparison


def comparison_report(comparison: Comparison) -> Group:
    """Every difference on a line, and a row for the certificate of each family."""
    from rich.console import Group

    from medgym_core.report.fitting import FittedTable

    verdict = "differs from" if comparison.differences else "is"
    lines = [f"{comparison.file} {verdict} what the installed families say"]
    lines += [f"- {difference}" for difference in comparison.differences]
    table = FittedTable(("family", "certificate", "why"))
    for name, standing in comparison.certificates.items():
        table.add_row(*map(escape, (name, standing.status, "; ".join(standing.reasons))))
    return Group(*map(escape, lines), table)
