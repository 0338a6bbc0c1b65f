"""The report of one run or several as one page that needs nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from medgym_core.access.tier import strictest
from medgym_core.errors import ConfigError
from medgym_core.files import replace_file
from medgym_core.metrics.curve import Point
from medgym_core.report.conduct import omitted, warnings
from medgym_core.report.curves import NAMES, NOTES
from medgym_core.report.disclosure import disclosed_standings
from medgym_core.report.figures import RunFigures, Standings
from medgym_core.report.table import reported
from medgym_view.plot import Plot, plot
from medgym_view.render import render
from medgym_view.sections import (
    action_table,
    average_table,
    category_table,
    cost_table,
    failure_table,
    kind_table,
    leaderboard,
    split_table,
    success_table,
    task_table,
    void_table,
)
from medgym_view.table import Table

SCRIPT = "sort.js"
"""The script of the page."""


@dataclass(frozen=True)
class Chapter:
    """What the page says of one run."""

    name: str
    facts: tuple[tuple[str, str], ...]
    """Title and text of the figures at its head."""
    alarms: tuple[str, ...]
    """Damage of the journal, and what warns of collapse."""
    tables: tuple[Table, ...]
    curves: Plot | None
    remark: str
    """How samples relate, where that must be known to read the curves."""


def report_page(standings: Standings, viewer: str = "") -> str:
    """The whole page as HTML, of labelled data what may leave.

    It holds no address but that of the ``viewer`` that shows it, if one does: to its episodes the tasks lead.
    Nothing is loaded, whatever agents wrote.
    """
    standings = disclosed_standings(standings)
    several = len(standings.runs) > 1
    return render(
        "report.html",
        SCRIPT,
        notice=strictest(run.tier for run in standings.runs).notice,
        title=f"medgym report: {', '.join(Path(run.run).name for run in standings.runs)}",
        board=leaderboard(standings) if several else None,
        compared=plot("pass@k of the runs", _compared(standings)) if several else None,
        chapters=[_chapter(run, viewer) for run in standings.runs],
        viewer=viewer,
    )


def write_report(path: Path, standings: Standings) -> None:
    """Write the page to ``path``, whole or not at all; of labelled data only its owner can read it.

    Raises:
        ConfigError: if it cannot be written.
    """
    try:
        replace_file(path, report_page(standings).encode())
        if not any(run.tier.labelled for run in standings.runs):
            path.chmod(0o644)
    except OSError as error:
        raise ConfigError(f"cannot write {path}: {error.strerror}; choose another --html") from error


def _compared(standings: Standings) -> Iterator[tuple[str, tuple[Point, ...]]]:
    for run in standings.runs:
        yield f"{Path(run.run).name} pass@k", run.curves.pass_at_k


def _chapter(run: RunFigures, viewer: str) -> Chapter:
    tables = (
        success_table(run),
        split_table(run),
        average_table(run),
        category_table(run),
        kind_table(run),
        void_table(run),
        failure_table(run),
        action_table(run),
        cost_table(run),
        task_table(run, viewer),
    )
    drawn = ((label, getattr(run.curves, name)) for name, label in NAMES.items() if name != "max_at_k")
    return Chapter(
        name=Path(run.run).name,
        facts=_facts(run),
        alarms=(*map(_sentence, run.remarks), *warnings(run), *omitted(run)),
        tables=tuple(table for table in tables if table.rows),
        curves=plot("Success over k samples", drawn),
        remark=NOTES[run.curves.sampling],
    )


def _sentence(remark: str) -> str:
    return f"{remark[:1].upper()}{remark[1:]}."


def _facts(run: RunFigures) -> tuple[tuple[str, str], ...]:
    rate, interval = run.success_rate, run.interval
    success = "-" if rate is None else f"{rate:.1%}"
    range_ = "" if interval is None else f" ({interval[0]:.1%} to {interval[1]:.1%})"
    return (
        ("success", success + range_),
        ("agent", ", ".join(run.agents)),
        ("tasks", reported(run.tasks)),
        ("episodes", reported(run.episodes)),
        ("protocol", ", ".join(run.protocols)),
        ("data", run.tier.value),
        ("isolation", ", ".join(run.levels) or "no box"),
        ("price", f"{run.cost_usd:,.2f} USD" if run.cost_usd is not None else "unknown"),
    )
