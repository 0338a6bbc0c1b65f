"""Labelled texts out of recorded runs: who is taken, who is held out, and how classes are balanced."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Protocol

from medgym_core.access import Tier
from medgym_core.journal import counting_episodes
from medgym_core.trajectory import Episode
from medgym_core.verifier import Status
from medgym_train.learned.rendering import render

SplitBy = Literal["task", "category", "family"]
"""What is held out whole."""


@dataclass(frozen=True, slots=True)
class Example:
    """One episode as a learned verifier sees it."""

    id: str
    """The episode's id."""
    task: str
    """Task id."""
    category: str
    """Category of the task."""
    replica: int
    """0-based sample number."""
    tier: Tier
    """Sensitivity of its data."""
    text: str
    """The episode, rendered, or its beginning."""
    value: float
    """The label in [0, 1]: whether it succeeded; of a beginning what :class:`Replies` says."""
    step: int = 0
    """Replies that a beginning has; 0 for a whole episode."""

    @property
    def family(self) -> str:
        """The task's family."""
        return self.task.split("/", 1)[0]

    @property
    def name(self) -> str:
        """What tells it from every other example."""
        return f"{self.id}/{self.step}" if self.step else self.id

    @property
    def success(self) -> bool:
        """Whether it counts as one where classes are distinguished."""
        return self.value >= 0.5


class Examples:
    """The episodes of some runs that carry a label, read anew at each iteration; counts the others."""

    def __init__(self, runs: Sequence[Path]) -> None:
        """Reads nothing yet."""
        self._runs = runs
        self.left_out: Counter[str] = Counter()
        """Why episodes were left out in the last iteration, and how many."""

    def __iter__(self) -> Iterator[Example]:
        """Every example, run by run.

        Raises:
            ConfigError: if a folder holds no run.
            DataError: if a record cannot be read.
        """
        for episode in labelled(self._runs, self.left_out):
            yield example(episode, render(episode), float(episode.verdict.status is Status.SUCCESS))


def labelled(runs: Sequence[Path], left_out: Counter[str]) -> Iterator[Episode]:
    """The episodes of ``runs`` that say what came of them, each once; counts the others in ``left_out``.

    Raises:
        ConfigError: if a folder holds no run.
        DataError: if a record cannot be read.
    """
    left_out.clear()
    seen: set[str] = set()
    for run in runs:
        for episode in counting_episodes(run):
            reason = _unfit(episode) or ("recorded_twice" if episode.id in seen else "")
            if reason:
                left_out[reason] += 1
                continue
            seen.add(episode.id)
            yield episode


def example(episode: Episode, text: str, value: float, step: int = 0) -> Example:
    """``text`` of an episode with its label."""
    key = episode.key
    return Example(
        episode.id, key.task, episode.category, key.replica, episode.provenance.tier, text, value, step
    )


class Labelled(Protocol):
    """What is known of an example or of a journal's entry."""

    @property
    def task(self) -> str:
        """Task id."""
        ...

    @property
    def family(self) -> str:
        """The task's family."""
        ...

    @property
    def category(self) -> str:
        """Category of the task."""
        ...


def held_out(episode: Labelled, by: SplitBy, seed: int, share: float) -> bool:
    """Whether the task, category or family of ``episode`` is among the ``share`` that is not trained on."""
    group = {
        "task": episode.task,
        "category": f"{episode.family}/{episode.category}",
        "family": episode.family,
    }[by]
    return _uniform(f"{seed}/held-out/{group}") < share


def balanced(examples: Sequence[Example], negatives: float, seed: int) -> list[Example]:
    """All successes, and at most ``negatives`` failures for each; which ones, ``seed`` decides."""
    successes = sum(example.success for example in examples)
    failures = [example for example in examples if not example.success]
    drawn = sorted(failures, key=lambda example: _uniform(f"{seed}/balance/{example.name}"))
    kept = {example.name for example in drawn[: round(negatives * successes)]}
    return [example for example in examples if example.success or example.name in kept]


def _unfit(episode: Episode) -> str:
    """Why ``episode`` has no label to learn from, or nothing."""
    if not episode.verdict.status.rewarded:
        return episode.verdict.status.value
    # under `paper` an episode goes on until it is right, so where it ends tells the label
    return "paper_protocol" if episode.key.protocol == "paper" else ""


def _uniform(text: str) -> float:
    """A number in [0, 1) that stands for ``text``."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") / 2**64
