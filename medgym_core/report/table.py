"""The report of a run as a terminal table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from medgym_core.metrics import Group, Report

if TYPE_CHECKING:
    from rich.table import Table


def report_table(report: Report) -> Table:
    """A row per family, a row per category below it, and the total where there are several families."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for title in ("family", "success", "95 % interval", "episodes"):
        table.add_column(title, no_wrap=True)
    for title in ("statuses", "reward", "steps", "time", "tokens"):
        table.add_column(title)
    for name, family in report.families.items():
        table.add_row(name, *_cells(family), style="bold")
        for category, group in family.categories.items():
            table.add_row(f"  {category}", *_cells(group))
    if len(report.families) != 1:
        table.add_row("all", *_cells(report), style="bold")
    return table


def _cells(group: Group) -> tuple[str, ...]:
    low, high = group.interval or (0.0, 0.0)
    return (
        "-" if group.success_rate is None else f"{group.success_rate:.1%}",
        "-" if group.interval is None else f"{low:.1%} - {high:.1%}",
        str(group.episodes),
        ", ".join(f"{count} {status}" for status, count in group.statuses.items()),
        "-" if group.reward is None else f"{group.reward:.3f}",
        f"{group.steps:.1f}",
        f"{group.wall_s:.1f} s",
        _tokens(group),
    )


def _tokens(group: Group) -> str:
    if not group.prompt_tokens and not group.completion_tokens:
        return "-"
    price = f", ${group.cost_usd:.2f}" if group.cost_usd else ""
    return f"{group.prompt_tokens:,} in, {group.completion_tokens:,} out{price}"
