"""What the trackers have in common: events in, named figures out, and one tracker's run for each of ours."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Protocol

from medgym_core import ConfigError, Episode, EpisodeEnded, RunEvent, RunFinished, RunStarted
from medgym_core.errors.advice import install
from medgym_core.files import replace_file
from medgym_track.tally import Tally, of_episode

MEMORY = "tracked.json"
"""Beside the run's configuration: which run of each tracker it is, and how far that is."""
Row = dict[str, str | float | None]
"""An episode in texts: ``task``, ``status``, ``reward``, ``question``, ``answer``, ``error``."""


@dataclass(frozen=True)
class Opening:
    """What a tracker gets at first."""

    name: str
    """Name of the run's folder."""
    folder: Path
    """The run's folder."""
    known: str
    """What the tracker called the run before; empty if it is new."""
    settings: Mapping[str, object]
    """What is played, by whom and how."""
    tags: Mapping[str, str]
    """Tags of the run, its tier, and the version of each family."""
    labelled: bool
    """Whether an agreement binds whoever holds the data."""


class Tracker(Protocol):
    """One tracker, by its own library."""

    package: str
    """Module of the library."""
    destination: str
    """As of a listener; known once :meth:`check` returned."""

    def check(self) -> None:
        """Find out whether it can be reached; the library is installed.

        Raises:
            ConfigError: if not.
        """
        ...

    def begin(self, opening: Opening) -> str:
        """Begin a run or go on with the one that is known; returns what it calls it."""
        ...

    def log(self, values: Mapping[str, float], step: int) -> None:
        """Show ``values`` at ``step``, the number of the episode from 1."""
        ...

    def show(self, rows: Sequence[Row], step: int) -> None:
        """Show texts of the episodes up to ``step`` that this driver played."""
        ...

    def end(self, totals: Mapping[str, float], stopped: str) -> None:
        """Close the run; ``stopped`` says why it ended early, or is empty."""
        ...


class Tracking:
    """A listener that passes what it hears on to a tracker."""

    def __init__(self, name: str, tracker: Tracker) -> None:
        """``name`` as given to ``--log``, which is that of the extra, too."""
        self._name, self._tracker = name, tracker
        self._tally, self._rows, self._step = Tally(), list[Row](), 0
        self._folder: Path | None = None
        self._id = ""

    @property
    def destination(self) -> str:
        """Where the tracker sends what it hears."""
        return self._tracker.destination

    def check(self) -> None:
        """Whether the library is here and the tracker ready.

        Raises:
            ConfigError: if not.
        """
        if find_spec(self._tracker.package) is None:
            raise ConfigError(f"--log {self._name} needs a library: {install(f'medgym-track[{self._name}]')}")
        self._tracker.check()

    def hear(self, event: RunEvent) -> None:
        """Pass an event on."""
        match event:
            case RunStarted():
                self._begin(event)
            case EpisodeEnded():
                self._step += 1
                self._tally.count(event.figures)
                self._tracker.log({**of_episode(event.figures), **self._tally.totals()}, self._step)
                if event.record is not None:
                    self._rows.append(_row(event.record))
            case RunFinished() if self._folder is not None:
                if self._rows:
                    self._tracker.show(self._rows, self._step)
                self._remember()
                self._tracker.end({**self._tally.totals(), "missing": event.missing}, event.stopped)

    def _begin(self, event: RunStarted) -> None:
        known = _memory(event.run).get(self._name, {})
        for figures in event.recorded:
            self._tally.count(figures)
        self._step = max(int(known.get("step", 0)), len(event.recorded))
        settings = {name: value for name, value in event.settings.items() if name != "tags"}
        tags = event.settings.get("tags")
        self._id = self._tracker.begin(
            Opening(
                name=event.run.name,
                folder=event.run,
                known=str(known.get("id", "")),
                settings={**settings, "planned": event.planned},
                tags={
                    **({name: str(text) for name, text in tags.items()} if isinstance(tags, dict) else {}),
                    **{f"version.{family}": version for family, version in event.families.items()},
                    "tier": event.tier.value,
                },
                labelled=event.tier.labelled,
            )
        )
        self._folder = event.run
        self._remember()

    def _remember(self) -> None:
        assert self._folder is not None
        memory = {**_memory(self._folder), self._name: {"id": self._id, "step": self._step}}
        replace_file(self._folder / MEMORY, json.dumps(memory, indent=2).encode())


def _memory(run: Path) -> dict[str, dict[str, str | int]]:
    try:
        memory: dict[str, dict[str, str | int]] = json.loads((run / MEMORY).read_text())
    except (FileNotFoundError, ValueError):
        return {}
    return memory


def _row(record: Episode) -> Row:
    return {
        "task": record.key.task,
        "status": record.verdict.status.value,
        "reward": record.verdict.reward,
        "question": record.prompt,
        "answer": "\n".join(turn.answer for turn in record.turns if turn.answer is not None),
        "error": record.error,
    }
