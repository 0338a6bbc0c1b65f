"""The macro average of a suite: every family counts the same, however many tasks it has."""

from __future__ import annotations

from collections.abc import Mapping
from statistics import fmean

from medgym_core.metrics.summary import Report
from medgym_sandbox.boundary.frozen import Frozen
from medgym_statistics.interval import Interval, averaged


class Average(Frozen):
    """The mean success rate of the families of one group of a suite."""

    success_rate: float | None
    """Mean of the families' success rates; None where none of them has one."""
    interval: Interval | None
    """95 % interval of it."""
    families: tuple[str, ...]
    """Families in it."""
    missing: tuple[str, ...]
    """Families of the group that the run does not hold, or only with errors; they are not in it."""


def averages(report: Report, suite: Mapping[str, str]) -> dict[str, Average]:
    """The average of each group of ``suite``, which maps family to group."""
    groups: dict[str, list[str]] = {}
    for family, group in sorted(suite.items(), key=lambda item: item[::-1]):
        groups.setdefault(group, []).append(family)
    return {group: _average(report, families) for group, families in groups.items()}


def _average(report: Report, families: list[str]) -> Average:
    held = {name: report.families[name] for name in families if name in report.families}
    known = {
        name: (group.success_rate, group.interval)
        for name, group in held.items()
        if group.success_rate is not None and group.interval is not None
    }
    rates, intervals = [rate for rate, _ in known.values()], [interval for _, interval in known.values()]
    return Average(
        success_rate=fmean(rates) if rates else None,
        interval=averaged(rates, intervals) if rates else None,
        families=tuple(known),
        missing=tuple(name for name in families if name not in known),
    )
