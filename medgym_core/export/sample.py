"""Which episodes of some runs are fit to be exported, task by task, and why the others are not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from medgym_core import plugins
from medgym_core.access.tier import Tier, strictest
from medgym_core.errors import ConfigError
from medgym_core.export.conversation import Conversation, conversation
from medgym_core.export.options import Options
from medgym_core.journal import Entry, Journal, read_index
from medgym_core.trajectory import Episode
from medgym_core.verifier import Status

_RECORDS = ("atif", "parquet")
"""Formats that tell what happened, so that what says nothing new to a trainer belongs there too."""


@dataclass(frozen=True)
class Sample:
    """An episode that is fit to be exported."""

    episode: Episode
    """Its record."""
    conversation: Conversation
    """What was said."""
    evaluation: bool
    """Whether its split is held out."""

    @property
    def reward(self) -> float:
        """Its reward; every sample has one."""
        assert self.episode.verdict.reward is not None
        return self.episode.verdict.reward

    @property
    def success(self) -> bool:
        """Whether it was a success."""
        return self.episode.verdict.status is Status.SUCCESS


@dataclass(frozen=True, slots=True)
class _Recorded:
    """Where an episode stands, and by what it is sorted."""

    task: tuple[str, str, int]
    replica: int
    id: str
    journal: Journal
    segment: str
    offset: int


class Samples:
    """The episodes of some runs. In memory stand their places, and the samples of one task at a time."""

    def __init__(self, runs: Sequence[Path], options: Options) -> None:
        """Reads the indexes.

        Raises:
            ConfigError: if one is not a run, or holds evaluation episodes and the options do not say so.
            DataError: if a record is of a form this version does not know.
        """
        self._options = options
        self.recorded = 0
        """Episodes of all runs."""
        self.left_out: Counter[str] = Counter()
        """Reason to number of episodes left out so far."""
        self.damage: list[str] = []
        """Places of the journals that do not check."""
        self.tier = Tier.SYNTHETIC
        """The strictest tier of the runs."""
        self._evaluation: dict[tuple[str, str], bool] = {}
        self._places: list[_Recorded] = []
        seen: set[str] = set()
        for run in runs:
            index, journal = read_index(run)
            self.damage += map(str, journal.damage)
            self.tier = strictest((self.tier, index.tier))
            for entry in index.entries.values():
                self._add(entry, journal, seen)
        self._places.sort(key=lambda place: (place.task, place.replica, place.id))
        self._refuse_evaluation()

    def tasks(self) -> Iterator[list[Sample]]:
        """The samples of each task, in the order of family, split and index; never an empty list."""
        for _, places in groupby(self._places, key=lambda place: place.task):
            if samples := self._fit([place.journal.read(place.segment, place.offset) for place in places]):
                yield samples

    def _add(self, entry: Entry, journal: Journal, seen: set[str]) -> None:
        self.recorded += 1
        if not entry.status.rewarded:
            self.left_out[entry.status.value] += 1
        elif entry.id in seen:
            self.left_out["recorded_twice"] += 1
        else:
            seen.add(entry.id)
            family, split, index = entry.task.rsplit("/", 2)
            task = (family, split, int(index))
            place = _Recorded(task, entry.replica, entry.id, journal, entry.segment, entry.offset)
            self._places.append(place)

    def _refuse_evaluation(self) -> None:
        splits = Counter(place.task[:2] for place in self._places)
        self._evaluation = {name: _is_evaluation(*name) for name in splits}
        held_out = {"/".join(name): splits[name] for name, closed in self._evaluation.items() if closed}
        if held_out and not self._options.evaluation:
            told = ", ".join(f"{number} of {split}" for split, number in sorted(held_out.items()))
            raise ConfigError(
                f"these runs hold episodes of evaluation splits ({told}), and who trains on them measures "
                f"nothing there any more; play a training split (medgym run --split train), or force it with "
                f"--evaluation, which marks every row"
            )

    def _fit(self, episodes: Sequence[Episode]) -> list[Sample]:
        samples: list[Sample] = []
        said: set[tuple[str, str]] = set()
        for episode in episodes:
            spoken = conversation(episode)
            reason = self._unfit(episode, spoken, said)
            if reason:
                self.left_out[reason] += 1
                continue
            said.add((episode.key.build, spoken.text))
            family, split, _ = episode.key.task.rsplit("/", 2)
            samples.append(Sample(episode, spoken, self._evaluation[family, split]))
        return samples

    def _unfit(self, episode: Episode, spoken: Conversation, said: set[tuple[str, str]]) -> str:
        if self._options.max_chars is not None and len(spoken.text) > self._options.max_chars:
            return "too_long"
        if self._options.format in _RECORDS:
            return ""
        if not spoken.exchanges:
            return "said_nothing"
        return "said_before" if (episode.key.build, spoken.text) in said else ""


def _is_evaluation(family: str, split: str) -> bool:
    """Whether ``split`` is held out; one that its family does not know counts as held out."""
    known = plugins.family(family).splits.get(split)
    return known is None or known.evaluation
