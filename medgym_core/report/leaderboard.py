"""Several runs side by side, as a terminal table."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from medgym_core.env.prompt import PAPER_NOTICE
from medgym_core.report.escape import escape
from medgym_core.report.figures import RunFigures, Standings
from medgym_core.report.table import bar, between, reported

if TYPE_CHECKING:
    from rich.console import Group

FAMILIES = 6
"""With more families in all, the table leaves their columns out."""


def leaderboard(standings: Standings) -> Group:
    """A row per run: who played, under which protocol, success with its interval, and so on.

    The best comes first. Runs that are not comparable have no ranks, and below them stands why. Last comes
    what the protocol makes of rewards.
    """
    from rich.console import Group

    from medgym_core.report.fitting import FittedTable

    families = list(dict.fromkeys(name for run in standings.runs for name in run.families))
    shown = families if 1 < len(families) <= FAMILIES else []
    titles = ("", "run", "agent", "protocol", "success", "95 % interval", *map(escape, shown))
    leaving = ("voids", "USD", *map(escape, reversed(shown)), "tasks", "agent", "95 % interval", "protocol")
    table = FittedTable((*titles, "tasks", "voids", "USD"), names=("run", "agent"), leaving=leaving)
    for rank, run in enumerate(standings.runs, 1):
        rates = (_rate(run, name) for name in shown)
        who = map(escape, (Path(run.run).name, ", ".join(run.agents), ", ".join(run.protocols)))
        price = reported(run.cost_usd, ".2f")
        counts = (reported(run.tasks), reported(run.voids), price)
        table.add_row(
            str(rank) if standings.comparable else "",
            *who,
            bar(run.success_rate),
            between(run.interval),
            *rates,
            *counts,
        )
    lines = [f"not comparable: {difference}" for difference in standings.differences]
    if standings.overlap and not standings.comparable:
        lines.append("`medgym compare` takes the tasks that two runs share")
    lines += [PAPER_NOTICE] if any("paper" in run.protocols for run in standings.runs) else []
    return Group(table, *map(escape, lines))


def _rate(run: RunFigures, family: str) -> str:
    group = run.families.get(family)
    return "-" if group is None or group.success_rate is None else f"{group.success_rate:.1%}"
