"""Which episodes of some runs are fit to be exported, task by task, and why the others are not."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import merge
from itertools import chain, groupby
from pathlib import Path

from medgym_core import plugins
from medgym_core.access.tier import strictest
from medgym_core.errors import ConfigError
from medgym_core.journal import Entry, Index, Journal, read_index
from medgym_core.rollout.lacking import lacking
from medgym_core.trajectory import Episode
from medgym_core.verifier import Status
from medgym_train.export.conversation import Conversation, conversation
from medgym_train.export.options import Options
from medgym_train.parting import Parting, partings, share

_RECORDS = ("atif", "parquet")
"""Formats that tell what happened, so that what says nothing new to a trainer belongs there too."""
_COUNTING = ("step-dpo", "tree-grpo", "process-reward")
"""Formats that count how often a reply led where, so that equal conversations are as many as they are."""


@dataclass(frozen=True)
class Sample:
    """An episode that is fit to be exported."""

    episode: Episode
    """Its record."""
    conversation: Conversation
    """What was said."""
    evaluation: bool
    """Whether its split is held out."""
    partings: tuple[Parting, ...] = ()
    """Where leaves of its tree that are fit too went another way."""

    def weight(self, step: int) -> float:
        """What it stands for of what comes after a step: less than 1 where others part from it later."""
        return share(self.partings, step)

    @property
    def reward(self) -> float:
        """Its reward; every sample has one."""
        assert self.episode.verdict.reward is not None
        return self.episode.verdict.reward

    @property
    def success(self) -> bool:
        """Whether it was a success."""
        return self.episode.verdict.status is Status.SUCCESS


class Samples:
    """The episodes of some runs, in memory those of one task at a time."""

    def __init__(self, runs: Sequence[Path], options: Options) -> None:
        """Reads the indexes.

        Raises:
            ConfigError: if one is not a run, they hold evaluation episodes and the options do not say so, or
                they were played under several protocols.
            DataError: if a record is of a form this version does not know.
        """
        self._options = options
        self._runs = [read_index(run) for run in runs]
        self.recorded = sum(len(index) for index, _ in self._runs)
        """Episodes of all runs."""
        self.damage = [str(damage) for _, journal in self._runs for damage in journal.damage]
        """Places of the journals that do not check."""
        self.remarks = tuple(chain.from_iterable(map(_remarks, runs, self._runs)))
        """What keeps the samples from being of the whole runs, a line each with what helps."""
        self.tier = strictest(index.tier for index, _ in self._runs)
        """The strictest tier of the runs."""
        self.left_out: Counter[str] = Counter()
        """Reason to number of episodes left out so far."""
        splits = Counter(_split_of(entry.task) for entry, _ in self._rewarded())
        self._evaluation = {split: _is_evaluation(split) for split in splits}
        self._count_others(splits.total())
        self._refuse_evaluation(splits)
        self.protocol = self._only_protocol()
        """What was graded in all of them."""

    def tasks(self) -> Iterator[list[Sample]]:
        """The samples of each task, in the order of split and index; never an empty list."""
        for _, places in groupby(self._rewarded(), key=lambda place: place[0].task):
            by_run: defaultdict[int, list[Episode]] = defaultdict(list)
            for entry, journal in places:
                by_run[id(journal)].append(journal.read(entry.segment, entry.offset))
            if samples := self._fit([*by_run.values()]):
                yield samples

    def _rewarded(self) -> Iterator[tuple[Entry, Journal]]:
        """The episodes that carry a reward, task by task; one that several runs hold comes once."""
        places = merge(*(_places(*run) for run in self._runs), key=lambda place: place[0].order)
        return (next(same) for _, same in groupby(places, key=lambda place: place[0].id))

    def _count_others(self, taken: int) -> None:
        entries = chain.from_iterable(index for index, _ in self._runs)
        self.left_out.update(entry.status.value for entry in entries if not entry.status.rewarded)
        if twice := sum(index.finished() for index, _ in self._runs) - taken:
            self.left_out["recorded_twice"] = twice

    def _refuse_evaluation(self, splits: Mapping[str, int]) -> None:
        held_out = {split: splits[split] for split, closed in self._evaluation.items() if closed}
        if held_out and not self._options.evaluation:
            counts = ", ".join(f"{number} of {split}" for split, number in sorted(held_out.items()))
            raise ConfigError(
                f"these runs hold episodes of evaluation splits ({counts}), and who trains on them measures "
                f"nothing there any more; play a training split (medgym run --split train), or force it with "
                f"--evaluation, which marks every row"
            )

    def _only_protocol(self) -> str:
        played = Counter(entry.protocol for entry, _ in self._rewarded())
        if len(played) > 1:
            counts = " and ".join(f"{number} of {protocol}" for protocol, number in sorted(played.items()))
            raise ConfigError(
                f"these runs hold episodes of several protocols ({counts}), whose rewards do not mean the "
                f"same; export the runs of each protocol apart"
            )
        return next(iter(played), "default")

    def _fit(self, runs: Sequence[Sequence[Episode]]) -> list[Sample]:
        """The samples of one task, which some runs recorded."""
        said: set[tuple[str, str]] = set()
        return [sample for episodes in runs for sample in self._fit_of_run(episodes, said)]

    def _fit_of_run(self, episodes: Sequence[Episode], said: set[tuple[str, str]]) -> list[Sample]:
        fit: list[tuple[Episode, Conversation]] = []
        for episode in episodes:
            spoken = conversation(episode)
            reason = self._unfit(episode, spoken, said)
            if reason:
                self.left_out[reason] += 1
                continue
            said.add((episode.key.build, spoken.text))
            fit.append((episode, spoken))
        places = partings({episode.key.replica: episode.branch for episode, _ in fit})
        return [
            Sample(
                episode, spoken, self._evaluation[_split_of(episode.key.task)], places[episode.key.replica]
            )
            for episode, spoken in fit
        ]

    def _unfit(self, episode: Episode, spoken: Conversation, said: set[tuple[str, str]]) -> str:
        if self._options.max_chars is not None and len(spoken.text) > self._options.max_chars:
            return "too_long"
        if self._options.format in _RECORDS:
            return ""
        if not spoken.exchanges:
            return "said_nothing"
        if self._options.format in _COUNTING:
            return ""
        return "said_before" if (episode.key.build, spoken.text) in said else ""


def _remarks(run: Path, read: tuple[Index, Journal]) -> tuple[str, ...]:
    return lacking(run, *read).remarks


def _places(index: Index, journal: Journal) -> Iterator[tuple[Entry, Journal]]:
    return ((entry, journal) for entry in index.by_task() if entry.status.rewarded)


def _split_of(task: str) -> str:
    """Family and split of a task id, as in ``mimic/train``."""
    return task.rpartition("/")[0]


def _is_evaluation(split: str) -> bool:
    """Whether a family's split is held out; one that the family does not know counts as held out."""
    family, _, name = split.rpartition("/")
    known = plugins.family(family).splits.get(name)
    return known is None or known.evaluation
