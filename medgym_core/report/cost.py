"""What a run took, as a terminal table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from medgym_core.metrics import Group, Report
from medgym_core.report.escape import escape
from medgym_core.report.table import plain_table, reported

if TYPE_CHECKING:
    from rich.table import Table


def cost_table(report: Report) -> Table:
    """A row per family: actions and times of a mean episode; tokens and price in all."""
    times, spent = ("seconds", "in box", "in model"), ("tokens read", "written", "USD", "USD a success")
    table = plain_table("cost", "actions", *times, *spent)
    for name, family in report.families.items():
        table.add_row(escape(name), *_cells(family))
    if len(report.families) > 1:
        table.add_row("all", *_cells(report), style="bold")
    return table


def _cells(group: Group) -> tuple[str, ...]:
    successes = group.statuses.get("success", 0)
    means = (group.steps, group.wall_s, group.box_s, group.latency_s)
    return (
        *(reported(mean, ".1f") for mean in means),
        reported(group.prompt_tokens),
        reported(group.completion_tokens),
        reported(group.cost_usd, ".2f"),
        reported(None if group.cost_usd is None or not successes else group.cost_usd / successes, ".4f"),
    )
