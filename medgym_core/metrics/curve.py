"""What more samples of a task would bring: pass@k, pass^k, max@k and best@k against k."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import attrgetter
from typing import Literal

from pydantic import Field

from medgym_core.journal import Entry
from medgym_core.metrics.summary import by_task, drawn
from medgym_core.verifier import Status
from medgym_sandbox.boundary.frozen import Frozen
from medgym_statistics.interval import Interval
from medgym_statistics.samples import Sample, Samples, curve

Sampling = Literal["exchangeable", "anchored", "mixed"]
"""How samples of a task relate: drawn alike; the first apart from all others; or otherwise."""


class Point(Frozen):
    """One point of a curve."""

    k: int
    """Number of samples."""
    value: float
    """Mean over tasks of each task's estimate."""
    interval: Interval
    """95 % interval of the value, clustered by task."""
    tasks: int
    """Tasks with enough samples for it; the others have no part in it."""


class Curves(Frozen):
    """Curves of some episodes; empty where no task has a defined value."""

    sampling: Sampling
    """How samples of a task relate; where they are mixed no estimator holds and all curves are empty."""
    pass_at_k: tuple[Point, ...] = ()
    """Probability that at least one of k samples succeeds."""
    pass_hat_k: tuple[Point, ...] = ()
    """Probability that all of k samples succeed."""
    max_at_k: tuple[Point, ...] = ()
    """Expected highest reward among k samples."""
    best_at_k: tuple[Point, ...] = ()
    """Probability that the sample with the highest score among k succeeds; only where scores are given."""
    spread: dict[str, int] = Field(default_factory=dict)
    """How many samples of a task succeeded, as in `3 of 8`, to number of tasks."""


def curves(entries: Iterable[Entry], scores: Mapping[str, float] | None = None) -> Curves:
    """The curves of ``entries``; ``scores`` are those of a verifier, by episode id.

    A task whose first sample was drawn apart and has no reward, or one with a sample without a score, is
    left out of what it would make undefined.
    """
    sampled = _Drawn(scores or {})
    for samples in by_task(entries):
        sampled.add(samples)
    return sampled.curves()


def family_curves(entries: Iterable[Entry], scores: Mapping[str, float] | None = None) -> dict[str, Curves]:
    """Family to the curves of its episodes, as :func:`curves`."""
    families = defaultdict[str, _Drawn](lambda: _Drawn(scores or {}))
    for samples in by_task(entries):
        families[samples[0].family].add(samples)
    return {name: families[name].curves() for name in sorted(families)}


class _Drawn:
    """The samples of some tasks; tasks whose samples came to the same are counted together."""

    def __init__(self, scores: Mapping[str, float]) -> None:
        self._scores = scores
        self._first: set[tuple[str, str]] = set()
        self._others: set[tuple[str, str]] = set()
        self._tasks: Counter[tuple[Sample | None, tuple[Sample, ...]]] = Counter()

    def add(self, samples: Sequence[Entry]) -> None:
        """Take in the samples of one task; leaves of a tree that parted from another are none."""
        alone = [entry for entry in samples if not entry.parted]
        for entry in alone:
            (self._others if entry.replica else self._first).add((entry.agent, entry.settings))
        found = {
            entry.replica: Sample(
                entry.status is Status.SUCCESS, entry.reward or 0.0, self._scores.get(entry.id)
            )
            for entry in drawn(alone)
        }
        if found:
            first = found.pop(0, None)
            self._tasks[first, tuple(sorted(found.values(), key=attrgetter("correct", "reward")))] += 1

    def sampling(self) -> Sampling:
        """How the samples of a task relate, as the agent's settings of each sample tell."""
        if len(self._first | self._others) <= 1:
            return "exchangeable"
        return "anchored" if len(self._first) <= 1 and len(self._others) == 1 else "mixed"

    def curves(self) -> Curves:
        """Success by number of samples, as far as the samples of the tasks allow."""
        sampling = self.sampling()
        if sampling == "mixed":
            return Curves(sampling=sampling)
        tasks, anchored = Counter[Samples](), sampling == "anchored"
        for (first, others), number in self._tasks.items():
            alike = others if anchored or first is None else (first, *others)
            tasks[Samples(anchored, first if anchored else None, alike)] += number
        spread = Counter[str]()
        for task, number in tasks.items():
            spread[task.spread] += number
        return Curves(
            sampling=sampling,
            pass_at_k=_points(tasks, Samples.pass_at_k),
            pass_hat_k=_points(tasks, Samples.pass_hat_k),
            max_at_k=_points(tasks, Samples.max_at_k),
            best_at_k=_points(tasks, Samples.best_at_k) if self._scores else (),
            spread=dict(sorted(spread.items())),
        )


def _points(tasks: Counter[Samples], estimate: Callable[[Samples, int], float | None]) -> tuple[Point, ...]:
    return tuple(Point.model_validate(found._asdict()) for found in curve(tasks, estimate))
