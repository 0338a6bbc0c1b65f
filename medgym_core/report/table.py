"""Success of one run as terminal tables: by family, by split, by category, by kind of answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from medgym_core import registry
from medgym_core.family import NOVEL
from medgym_core.metrics import Average, Group, Report
from medgym_core.report.escape import escape

if TYPE_CHECKING:
    from rich.table import Table

    from medgym_core.report.fitting import Bar

WITHHELD = "withheld"
"""What stands for counts of labelled data that are not reported."""


def report_table(report: Report) -> Table:
    """A row per family, and the total where there are several."""
    table = success_table("family")
    for name, family in report.families.items():
        table.add_row(escape(name), *success_cells(family))
    if len(report.families) != 1:
        table.add_row("all", *success_cells(report), style="bold")
    return table


def category_table(report: Report) -> Table:
    """A row per family, and a row per category below it."""
    table = success_table("category")
    for name, family in report.families.items():
        table.add_row(escape(name), *success_cells(family), style="bold")
        for category, group in family.categories.items():
            table.add_row(f"  {escape(category)}", *success_cells(group))
    return table


def split_table(report: Report) -> Table | None:
    """A row per family with its splits side by side, each with its interval; None of a single split."""
    if len(report.splits) < 2:
        return None
    splits = ordered_splits(report)
    table = plain_table("family", *map(escape, splits))
    for name, family in report.families.items():
        table.add_row(escape(name), *(rate(family.splits.get(split)) for split in splits))
    if len(report.families) != 1:
        table.add_row("all", *(rate(report.splits[split]) for split in splits), style="bold")
    return table


def ordered_splits(report: Report) -> list[str]:
    """The splits played, from new instances to new requirements and sites, as the registry has them."""
    families = registry.load().families.values()
    ranks = {name: NOVEL.index(split.novel) for family in families for name, split in family.splits.items()}
    return sorted(report.splits, key=lambda split: (ranks.get(split, 0), split))


def rate(group: Group | None) -> str:
    """A success rate with its interval, or a dash where nothing was played or it is withheld."""
    if group is None or group.success_rate is None:
        return "-"
    return f"{group.success_rate:.1%} ({between(group.interval)})"


def kind_table(report: Report) -> Table | None:
    """A row per kind of answer; None where the records do not tell it."""
    table = success_table("answer")
    for kind, group in report.kinds.items():
        table.add_row(escape(kind), *success_cells(group))
    return table if report.kinds else None


def average_table(averages: dict[str, dict[str, Average]]) -> Table | None:
    """A row per group of each suite, with the families that are not in it; None without any."""
    table = plain_table("average of families", "success", "95 % interval", "families", "missing")
    for suite, groups in averages.items():
        for group, average in groups.items():
            rate = bar(average.success_rate)
            missing = ", ".join(average.missing) or "none"
            families = str(len(average.families))
            table.add_row(f"{suite} {group}", rate, between(average.interval), families, missing)
    return table if averages else None


def plain_table(*titles: str) -> Table:
    """An empty table with these columns that fits its window."""
    from medgym_core.report.fitting import FittedTable

    return FittedTable(titles)


def success_table(first: str) -> Table:
    """An empty table for :func:`success_cells` below the title ``first``."""
    return plain_table(first, "success", "95 % interval", "tasks", "episodes", "reward", "statuses")


def success_cells(group: Group) -> tuple[str | Bar, ...]:
    """The figures of a group for a row of :func:`success_table`."""
    return (
        bar(group.success_rate),
        between(group.interval),
        reported(group.tasks),
        reported(group.episodes),
        reported(group.reward, ".3f"),
        statuses(group),
    )


def statuses(group: Group) -> str:
    """How many episodes ended how."""
    counts = ", ".join(f"{count:,} {status}" for status, count in group.statuses.items())
    return counts or ("-" if group.episodes == 0 else WITHHELD)


def reported(value: float | None, form: str = ",") -> str:
    """A number in the given format, or a dash where it is undefined or withheld."""
    return "-" if value is None else format(value, form)


def bar(rate: float | None, style: str = "green") -> str | Bar:
    """A rate in percent behind a bar, or a dash."""
    from medgym_core.report.fitting import Bar

    return "-" if rate is None else Bar(rate, style)


def between(interval: tuple[float, float] | None) -> str:
    """An interval in percent, or a dash."""
    return "-" if interval is None else f"{interval[0]:.1%} - {interval[1]:.1%}"
