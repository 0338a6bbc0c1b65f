"""The samples of tasks, and what k of them would show: curves over k, a point where one can be told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from statistics import fmean
from typing import NamedTuple

from medgym_statistics.estimators import (
    Scored,
    anchored_best_at_k,
    anchored_max_at_k,
    anchored_pass_at_k,
    anchored_pass_hat_k,
    best_at_k,
    max_at_k,
    pass_at_k,
    pass_hat_k,
)
from medgym_statistics.interval import Interval, clustered

DENSE = 16
"""Up to here every k has a point; beyond, powers of two and the largest k."""


@dataclass(frozen=True, slots=True)
class Sample:
    """One sample of a task."""

    correct: bool
    """Whether it succeeded."""
    reward: float
    """What it earned."""
    score: float | None
    """What a verifier gives it; None where there is none."""

    @property
    def scored(self) -> Scored:
        """As a selection by scores sees it."""
        return (self.score or 0.0, float(self.correct))


@dataclass(frozen=True, slots=True)
class Samples:
    """The samples of one task; where ``anchored``, ``first`` was drawn apart from ``others``."""

    anchored: bool
    """Whether the first was drawn apart."""
    first: Sample | None
    """The first, where it was drawn apart and there is one."""
    others: tuple[Sample, ...]
    """All others."""

    @property
    def size(self) -> int:
        """How many there are."""
        return len(self.others) + (self.first is not None)

    @property
    def spread(self) -> str:
        """How many of them succeeded, as in ``3 of 8``."""
        samples = [*self.others, *([self.first] if self.first else [])]
        return f"{sum(sample.correct for sample in samples)} of {len(samples)}"

    def pass_at_k(self, k: int) -> float | None:
        """Probability that at least one of k samples succeeds."""
        correct, others = sum(sample.correct for sample in self.others), len(self.others)
        if not self.anchored:
            return pass_at_k(correct, others, k)
        return anchored_pass_at_k(self.first.correct if self.first else None, correct, others, k)

    def pass_hat_k(self, k: int) -> float | None:
        """Probability that all of k samples succeed."""
        correct, others = sum(sample.correct for sample in self.others), len(self.others)
        if not self.anchored:
            return pass_hat_k(correct, others, k)
        return anchored_pass_hat_k(self.first.correct if self.first else None, correct, others, k)

    def max_at_k(self, k: int) -> float | None:
        """Expected highest reward among k samples."""
        rewards = [sample.reward for sample in self.others]
        if not self.anchored:
            return max_at_k(rewards, k)
        return anchored_max_at_k(self.first.reward if self.first else None, rewards, k)

    def best_at_k(self, k: int) -> float | None:
        """Probability that the sample with the highest score among k succeeds; None without all scores."""
        if any(sample.score is None for sample in (*self.others, *([self.first] if self.first else []))):
            return None
        scored = [sample.scored for sample in self.others]
        if not self.anchored:
            return best_at_k(scored, k)
        return anchored_best_at_k(self.first.scored if self.first else None, scored, k)


class Estimate(NamedTuple):
    """One point of a curve."""

    k: int
    """Number of samples."""
    value: float
    """Mean over tasks of each task's estimate."""
    interval: Interval
    """95 % interval of the value, clustered by task."""
    tasks: int
    """Tasks with enough samples for it."""


def curve(tasks: Counter[Samples], estimate: Callable[[Samples, int], float | None]) -> Iterator[Estimate]:
    """The mean of ``estimate`` over tasks against k; ``tasks`` counts those whose samples are the same."""
    for k in _numbers(max((task.size for task in tasks), default=0)):
        found = {task: value for task in tasks if (value := estimate(task, k)) is not None}
        if found:
            values = [value for task, value in found.items() for _ in range(tasks[task])]
            interval = clustered(values, sum(task.size * tasks[task] for task in found))
            yield Estimate(k, fmean(values), interval, len(values))


def _numbers(largest: int) -> list[int]:
    powers = (2**power for power in range(largest.bit_length()))
    return sorted({*range(1, min(largest, DENSE) + 1), *powers, *([largest] if largest else [])})
