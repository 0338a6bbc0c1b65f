"""The driver of a run: the one process that decides what is played and alone writes it down."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from medgym_core.access.keeping import own_folder
from medgym_core.access.redaction import redaction
from medgym_core.errors import DataError
from medgym_core.errors.wording import how_many
from medgym_core.journal import Damage, Index, Journal, JournalWriter, Result, read_index
from medgym_core.journal.event import RunFinished
from medgym_core.journal.partial import Partials
from medgym_core.rollout import folder
from medgym_core.rollout.alarm import Alarm
from medgym_core.rollout.audience import Audience
from medgym_core.rollout.budget import Budget
from medgym_core.rollout.config import RunConfig, amend
from medgym_core.rollout.executor import executor
from medgym_core.rollout.halt import Halt, before_episodes
from medgym_core.rollout.plan import Work, missing, plan
from medgym_core.rollout.preparation import Places, check, prepare, refuse_other
from medgym_core.rollout.progress import RunProgress, successes
from medgym_core.rollout.worker import Runners

if TYPE_CHECKING:
    from rich.console import Console


LOG = logging.getLogger(__name__)


@dataclass(frozen=True)
class RunResult:
    """What a run, or one driver's part of it, came to."""

    run: Path
    """Folder of the run."""
    index: Index
    """All that stands recorded."""
    missing: int
    """Episodes without a reward, of trees those whose first leaf has none; resume plays them again."""
    played: int
    """Episodes this driver played."""
    signal: int | None
    """The signal that stopped it, if one did."""
    damage: tuple[Damage, ...]
    """Places of the journal that do not check."""
    exhausted: str
    """Which budget is used up, and the fix; empty if none is."""
    error: str = ""
    """The commonest error of the episodes this driver played, redacted; empty if there was none."""
    alarmed: bool = False
    """Whether the run was stopped since its latest episodes all ended in the same error."""
    trees: bool = False
    """Whether trees were played."""


def start(config: RunConfig, out: Path | None, api_key: str, console: Console) -> RunResult:
    """Start a run in ``out`` (by default a new folder below ``runs/``) and drive it to its end.

    Raises:
        AccessError: if labelled data would go to another machine than its rules allow.
        ConfigError: if something the configuration names does not exist or does not fit.
        DataError: if data is missing, labelled data would be recorded in a git checkout, or the journal
            cannot be written.
        SandboxError: if no box can be made ready.
    """
    run = out or folder.unused(config.task)
    folder.refuse_unusable(run)
    with ExitStack() as closing:
        with before_episodes("nothing was recorded yet; run the same command again"):
            prepared = prepare(run, config, api_key, console, closing, asks=True)
        own_folder(run, prepared.tier)
        folder.create(run, prepared.runners.spec.config, prepared.manifest)
        return drive(prepared.runners, prepared.places, console, prepared.audience)


def resume(run: Path, flags: Mapping[str, Any], api_key: str, console: Console) -> RunResult:
    """Play what is missing in ``run``: episodes never recorded, and those recorded without a reward.

    Raises:
        ConfigError: if ``flags`` contradict the saved configuration, or what it was resolved against has
            changed; otherwise as :func:`start`.
    """
    saved, manifest = folder.load(run)
    with ExitStack() as closing:
        config = amend(saved, flags)
        with before_episodes("nothing more was recorded; run the same command again"):
            prepared = prepare(run, config, api_key, console, closing, asks=False)
            refuse_other(manifest, prepared.manifest)
            if next(missing(plan(config, prepared.places), prepared.runners.key, read_index(run)[0]), None):
                check(config, api_key, console)
        return drive(prepared.runners, prepared.places, console, prepared.audience)


def drive(runners: Runners, places: Places, console: Console, audience: Audience | None = None) -> RunResult:
    """Play whatever is missing in the run that ``runners`` serve; ``places`` says which tasks.

    ``audience`` hears of it.

    Raises:
        ConfigError: if another process drives the run.
        DataError: if the journal cannot be written.
        SandboxError: if worker processes keep dying.
    """
    spec, config = runners.spec, runners.spec.config
    with folder.drive(spec.run, console.print), JournalWriter(spec.run) as writer:
        index, journal = read_index(spec.run)
        _report_losses(spec.run, index, journal, console)
        works = missing(plan(config, places), runners.key, index)
        total = sum(map(len, places.values())) * config.samples
        halt, trees = Halt(f"ended at once; go on with: medgym run --resume {spec.run}"), bool(config.tree)
        budget = Budget(config, index)
        kind = "trees" if trees else "episodes"
        progress = RunProgress(total, index.finished(trees), console, successes(index), kind)
        alarm = Alarm()
        with audience or Audience({}, console.print) as hearing:
            hearing.tell_start(spec, index, total)
            played = _play(runners, works, halt, writer, _Listeners(progress, budget, alarm, hearing))
            if played:
                index, journal = read_index(spec.run)
            ended_early = index.recorded(trees) < total
            stopped = _stopped(halt, alarm, budget) if ended_early else ""
            hearing.tell(RunFinished(missing=total - index.finished(trees), stopped=stopped))
    return RunResult(
        run=spec.run,
        index=index,
        missing=total - index.finished(trees),
        played=played,
        signal=halt.signal,
        damage=tuple(journal.damage),
        exhausted=budget.exhausted(),
        error=redaction(spec.run, index.tier)(alarm.commonest(counted=not index.tier.labelled)),
        alarmed=config.fail_on_error and alarm.rings and ended_early,
        trees=trees,
    )


def _report_losses(run: Path, index: Index, journal: Journal, console: Console) -> None:
    """Say what damage took, and which episodes were cut."""
    for damage in journal.damage:
        console.print(f"the journal is damaged in {damage}; playing again", highlight=False, markup=False)
    if cut := Partials(run).unfinished(lambda id: index.get(id) is not None):
        console.print(_goes_on(cut), highlight=False)


def _goes_on(cut: Sequence[int]) -> str:
    """That episodes of so many recorded steps were cut and are not begun anew."""
    those, their = ("episode goes", "its") if len(cut) == 1 else ("episodes go", "their")
    return f"{len(cut)} {those} on from {their} last recorded step ({how_many(sum(cut), 'step')})"


def _stopped(halt: Halt, alarm: Alarm, budget: Budget) -> str:
    if halt.signal is not None:
        return f"signal {halt.signal}"
    return "budget" if budget.exhausted() else "repeated error" if alarm.rings else ""


@dataclass(frozen=True)
class _Listeners:
    """Who hears of every attempt that was recorded."""

    progress: RunProgress
    budget: Budget
    alarm: Alarm
    audience: Audience

    def hear(self, results: Sequence[Result]) -> None:
        """The attempts at an episode, the last of which stands, or at all leaves of a tree."""
        leaves: dict[str, list[Result]] = {}
        for result in results:
            leaves.setdefault(result[0].id, []).append(result)
            self.budget.charge(result[0])
        self.progress.count(results[-1][0].verdict.status)
        for attempts in leaves.values():
            episode, _ = attempts[-1]
            self.alarm.hear(episode)
            self.audience.tell_episode(attempts)
            LOG.info("%s %s", episode.key.task, episode.verdict.status.value)


def _play(
    runners: Runners, works: Iterator[Work], halt: Halt, writer: JournalWriter, listeners: _Listeners
) -> int:
    """Play ``works`` until the end, a halt or an empty budget; returns how many episodes were recorded."""
    first = next(works, None)
    if first is None or listeners.budget.exhausted():
        return 0
    alarming = runners.spec.config.fail_on_error
    refused: DataError | None = None
    played, partials = 0, Partials(runners.spec.run)
    play = executor(runners.spec.config)
    with halt, listeners.progress:
        for results in play(runners, listeners.progress.begun(halt.until(chain([first], works)))):
            if refused:
                continue
            try:
                writer.append(results)
            except DataError as error:  # begin nothing new, let what is in flight end, then tell
                refused = error
                halt.ask()
            else:
                played += 1
                partials.drop(episode.id for episode, _ in results)
                listeners.hear(results)
                if listeners.budget.exhausted() or (alarming and listeners.alarm.rings):
                    halt.ask()
    if refused:
        raise refused
    return played
