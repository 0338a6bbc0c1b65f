"""Single replies of recorded episodes: what a verifier of steps reads, and how well it tells them apart.

A reply is worth the mean reward of what came of it, a Monte-Carlo estimate of its value (Wang et al. 2024,
arXiv 2312.08935). In a tree of episodes it rests on all leaves below, each way from a place weighing alike,
elsewhere mostly on one sample.
"""

from __future__ import annotations

import hashlib
import math
import operator
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from medgym_core.trajectory import Branch, Episode
from medgym_train.learned.example import Example, example, labelled
from medgym_train.learned.rendering import beginnings
from medgym_train.parting import partings, share

Tree = tuple[Path, str]
"""A run and a task: whose leaves may have parted from one another."""


class Replies:
    """Every reply of labelled episodes of some runs, read anew at each iteration; counts the others."""

    def __init__(self, runs: Sequence[Path]) -> None:
        """Reads nothing yet."""
        self._runs = runs
        self.left_out: Counter[str] = Counter()
        """Why episodes were left out in the last iteration, and how many."""

    def __iter__(self) -> Iterator[Example]:
        """The beginnings of every episode, the shortest first, with what each is worth.

        Raises:
            ConfigError: if a folder holds no run.
            DataError: if a record cannot be read.
        """
        values = self._values()
        for episode in labelled(self._runs, self.left_out):
            for step, text in enumerate(beginnings(episode), 1):
                yield example(episode, text, values[_key(episode, text)], step)

    def _values(self) -> Mapping[bytes, float]:
        """Beginning to what it is worth."""
        branches: defaultdict[Tree, dict[int, Branch | None]] = defaultdict(dict)
        begun: defaultdict[bytes, list[tuple[Tree, int, int, float]]] = defaultdict(list)
        seen: set[str] = set()
        for run in self._runs:
            for episode in labelled([run], Counter()):
                if episode.id in seen:
                    continue
                seen.add(episode.id)
                tree, leaf = (run, episode.key.task), episode.key.replica
                branches[tree][leaf] = episode.branch
                for step, text in enumerate(beginnings(episode)):
                    reward = episode.verdict.reward or 0.0
                    begun[_key(episode, text)].append((tree, leaf, step, reward))
        places = {tree: partings(known) for tree, known in branches.items()}
        return {
            key: _mean((share(places[tree][leaf], step), reward) for tree, leaf, step, reward in samples)
            for key, samples in begun.items()
        }


def distinct(examples: Iterable[Example]) -> list[Example]:
    """Each text of a task once, the first."""
    found: dict[tuple[str, str], Example] = {}
    for one in examples:
        found.setdefault((one.task, one.text), one)
    return list(found.values())


class Pair(NamedTuple):
    """Two replies to the same context, of which one is worth more."""

    task: str
    """Task id."""
    better: Example
    """The one that is worth more."""
    worse: Example
    """The other."""


def pairs(replies: Iterable[Example]) -> list[Pair]:
    """All pairs of different replies to the same context that are not worth the same.

    ``replies`` are those of whole episodes, in order.
    """
    contexts: defaultdict[tuple[str, str], dict[str, Example]] = defaultdict(dict)
    before: dict[str, str] = {}
    for reply in replies:
        context = before.get(reply.id, "") if reply.step > 1 else ""
        contexts[reply.task, context].setdefault(reply.text, reply)
        before[reply.id] = reply.text
    return [
        Pair(task, *sorted(two, key=lambda reply: reply.value, reverse=True))
        for (task, _), answers in contexts.items()
        for two in combinations(answers.values(), 2)
        if two[0].value != two[1].value
    ]


def _mean(weighed: Iterable[tuple[float, float]]) -> float:
    """The mean of rewards, each with its weight before it."""
    weights, rewards = zip(*weighed, strict=True)
    return math.fsum(map(operator.mul, weights, rewards)) / math.fsum(weights)


def _key(episode: Episode, text: str) -> bytes:
    context = f"{episode.key.build}\n{episode.key.task}\n{text}"
    return hashlib.sha256(context.encode("utf-8", "surrogatepass")).digest()
