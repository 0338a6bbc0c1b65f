"""The runs below a folder: what each plays, how far it is, and how well it went."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from medgym_core.access import Tier
from medgym_core.errors import ConfigError, DataError
from medgym_core.journal import read_index
from medgym_core.metrics import summarise
from medgym_core.report.disclosure import disclosed
from medgym_core.report.escape import escape
from medgym_core.rollout import folder
from medgym_sandbox.boundary.frozen import Frozen

if TYPE_CHECKING:
    from rich.table import Table


class ShelvedRun(Frozen):
    """One run as a list of runs shows it."""

    run: Path
    """Its folder."""
    began: datetime
    """When it was started."""
    task: tuple[str, ...]
    """Families that it plays; empty if its configuration cannot be read, as are the fields below."""
    split: tuple[str, ...]
    """Splits of each."""
    agent: str
    """Who plays."""
    model: str
    """Model at the endpoint; empty for agents without one."""
    tags: dict[str, str]
    """What it is to be found by."""
    playing: bool
    """Whether a process plays it now."""
    tier: Tier
    """The strictest tier of its data."""
    episodes: int | None
    """Episodes recorded; None where the number may not be shown."""
    success_rate: float | None
    """Share of success among those with a reward; None if there is none, or it may not be shown."""
    error: str = ""
    """Why its configuration or journal cannot be read; empty if both can."""


def shelved(run: Path) -> ShelvedRun:
    """What the folder ``run`` holds, as far as it can be read; figures of labelled data as may be shown."""
    try:
        config, _ = folder.load(run)
    except ConfigError as fault:
        return _unreadable(run, str(fault))
    tier, episodes, rate, error = Tier.SYNTHETIC, None, None, ""
    try:
        report = disclosed(summarise(read_index(run)[0]))
        tier, episodes, rate = report.tier, report.episodes, report.success_rate
    except DataError as fault:
        error = str(fault)
    return ShelvedRun(
        run=run,
        began=_began(run),
        task=config.task,
        split=config.split,
        agent=config.agent,
        model=config.model,
        tags=config.tags,
        playing=folder.driven(run),
        tier=tier,
        episodes=episodes,
        success_rate=rate,
        error=error,
    )


def _unreadable(run: Path, why: str) -> ShelvedRun:
    return ShelvedRun(
        run=run,
        began=_began(run),
        task=(),
        split=(),
        agent="",
        model="",
        tags={},
        playing=folder.driven(run),
        tier=Tier.SYNTHETIC,
        episodes=None,
        success_rate=None,
        error=why,
    )


def _began(run: Path) -> datetime:
    kept = run / "manifest.json"
    return datetime.fromtimestamp((kept if kept.exists() else run).stat().st_mtime, UTC)


def runs_below(top: Path) -> list[ShelvedRun]:
    """Every run in ``top`` and the folders below it, the newest first.

    Raises:
        ConfigError: if ``top`` is no folder.
    """
    if not top.is_dir():
        raise ConfigError(f"there is no folder {top}; name the one that your runs lie in")
    return sorted(_runs_below(top), key=lambda one: (one.began, one.run), reverse=True)


def _runs_below(top: Path) -> Iterator[ShelvedRun]:
    if (top / "config.json").is_file() and (top / "journal").is_dir():
        yield shelved(top)
        return
    for below in sorted(path for path in top.iterdir() if path.is_dir() and not path.is_symlink()):
        yield from _runs_below(below)


def matching(
    runs: list[ShelvedRun], task: tuple[str, ...], agent: str, tags: Mapping[str, str]
) -> list[ShelvedRun]:
    """Those that play one of the families (any if none is named), with that agent or model and these tags."""
    return [
        run
        for run in runs
        if (not task or set(task) & set(run.task))
        and (not agent or agent in (run.agent, run.model))
        and tags.items() <= run.tags.items()
    ]


def shelf_table(runs: list[ShelvedRun], top: Path) -> Table:
    """A row a run, named by its place in ``top``."""
    from medgym_core.report.fitting import FittedTable

    titles = ("run", "began", "families", "agent", "episodes", "success", "tags")
    table = FittedTable(titles, names=("families", "agent"))
    for run in runs:
        figures = "unreadable" if run.error else "-" if run.episodes is None else f"{run.episodes}"
        table.add_row(
            escape(str(run.run.relative_to(top)) if run.run != top else str(top)),
            run.began.strftime("%Y-%m-%d %H:%M"),
            escape(", ".join(run.task)),
            escape(run.model or run.agent),
            figures + (" (playing)" if run.playing else ""),
            "-" if run.success_rate is None else f"{run.success_rate:.1%}",
            escape(" ".join(f"{name}={value}" for name, value in run.tags.items())),
        )
    return table
