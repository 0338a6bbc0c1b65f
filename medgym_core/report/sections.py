"""The report of one run or several in the terminal, section by section."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from medgym_core.errors import ConfigError
from medgym_core.report.conduct import (
    actions_text,
    failures_table,
    family_failures,
    omitted,
    voids_table,
    warnings,
)
from medgym_core.report.cost import cost_table
from medgym_core.report.curves import curves_text
from medgym_core.report.escape import escape
from medgym_core.report.figures import RunFigures, Standings
from medgym_core.report.leaderboard import leaderboard
from medgym_core.report.table import (
    average_table,
    category_table,
    kind_table,
    report_table,
    reported,
    split_table,
)

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

SECTIONS: dict[str, Callable[[RunFigures], RenderableType | None]] = {
    "success": report_table,
    "average": lambda figures: average_table(figures.averages),
    "splits": split_table,
    "categories": category_table,
    "answers": kind_table,
    "curves": lambda figures: curves_text(figures.curves),
    "voids": voids_table,
    "failures": failures_table,
    "by-family": family_failures,
    "actions": actions_text,
    "cost": cost_table,
}
"""Section to what it shows; nothing where a run has nothing of the kind."""
DEFAULT = ("success", "splits", "voids", "curves", "failures", "cost")
"""What is shown unless other sections are named."""


def chosen(show: str | None) -> tuple[str, ...] | None:
    """The sections named in ``show``, with commas between; all of them for ``all``, None for None.

    Raises:
        ConfigError: if there is no such section.
    """
    if show is None or show.strip() == "all":
        return tuple(SECTIONS) if show else None
    names = tuple(name.strip() for name in show.split(","))
    for name in names:
        if name not in SECTIONS:
            raise ConfigError(f"a report has no section {name!r}; it has: {', '.join(SECTIONS)}, or all")
    return names


def print_report(console: Console, standings: Standings, names: tuple[str, ...] | None) -> None:
    """Print the sections of one run (by default :data:`DEFAULT`), or of several a leaderboard before them."""
    if len(standings.runs) == 1:
        console.print(_headline(standings.runs[0]))
        return _print_sections(console, standings.runs[0], names or DEFAULT)
    console.print(leaderboard(standings))
    for figures in standings.runs if names else ():
        console.rule(escape(figures.run))
        _print_sections(console, figures, names or ())


def _headline(figures: RunFigures) -> str:
    """Who played what on which data, under which protocol and isolation, and what binds whoever reads it."""
    if figures.episodes == 0:
        return f"no episode stands recorded in {escape(figures.run)} yet"
    agents, levels = ", ".join(figures.agents), ", ".join(figures.levels) or "no box"
    protocols = ", ".join(figures.protocols)
    headline = (
        f"{agents}: {reported(figures.episodes)} episodes, {reported(figures.tasks)} tasks, "
        f"protocol {protocols}, in {levels}, on {figures.tier} data"
    )
    return escape(f"{headline}\n{figures.tier.notice}".rstrip())


def _print_sections(console: Console, figures: RunFigures, names: Iterable[str]) -> None:
    """The sections ``names`` of a run, in that order, and what its course warns of."""
    for name in names:
        if (shown := SECTIONS[name](figures)) is not None:
            console.print(shown)
    for line in (*warnings(figures), *map(escape, omitted(figures))):
        console.print(line)
