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
    """The episode, rendered."""
    success: bool
    """The label."""

    @property
    def family(self) -> str:
        """The task's family."""
        return self.task.split("/", 1)[0]


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
        self.left_out.clear()
        seen: set[str] = set()
        for run in self._runs:
            for episode in counting_episodes(run):
                reason = _unfit(episode) or ("recorded_twice" if episode.id in seen else "")
                if reason:
                    self.left_out[reason] += 1
                    continue
                seen.add(episode.id)
                yield _example(episode)


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
    drawn = sorted(failures, key=lambda example: _uniform(f"{seed}/balance/{example.id}"))
    kept = {example.id for example in drawn[: round(negatives * successes)]}
    return [example for example in examples if example.success or example.id in kept]


def _unfit(episode: Episode) -> str:
    """Why ``episode`` has no label to learn from, or nothing."""
    if not episode.verdict.status.rewarded:
        return episode.verdict.status.value
    # under `paper` an episode goes on until it is right, so where it ends tells the label
    return "paper_protocol" if episode.key.protocol == "paper" else ""


def _example(episode: Episode) -> Example:
    return Example(
        id=episode.id,
        task=episode.key.task,
        category=episode.category,
        replica=episode.key.replica,
        tier=episode.provenance.tier,
        text=render(episode),
        success=episode.verdict.status is Status.SUCCESS,
    )


def _uniform(text: str) -> float:
    """A number in [0, 1) that stands for ``text``."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") / 2**64
