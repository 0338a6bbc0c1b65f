"""The figures of a run: success rate with an interval, statuses, and what it cost.

Errors carry no reward and are never counted as failures: they leave the rate, and are printed beside it.
The rate is the mean over tasks of each task's mean over its samples, so samples of one task count as what
they are: repeated looks at one question. Leaves of a tree that parted from another are none: how many there
are of a task depends on how its first leaf went, so that rates are of first leaves.
"""

from __future__ import annotations

from array import array
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from statistics import fmean
from typing import Any

from medgym_core.access.tier import Tier, strictest
from medgym_core.journal import Entry, Index
from medgym_core.trajectory import VOIDED
from medgym_core.verifier import Status
from medgym_sandbox.boundary.frozen import Frozen
from medgym_statistics.interval import Interval, clustered


class Group(Frozen):
    """The figures of some episodes. Counts and means are None where cells of labelled data are withheld."""

    success_rate: float | None
    """Share of success among drawn episodes that carry a reward, each task weighing the same; None without
    any. Drawn is what is no leaf of a tree, or its first."""
    interval: Interval | None
    """95 % interval of the success rate."""
    episodes: int | None
    """Number of episodes, errors included."""
    statuses: dict[str, int]
    """Status to number of episodes; statuses that did not occur are left out."""
    tasks: int | None
    """Number of tasks with at least one drawn episode that carries a reward."""
    reward: float | None
    """Mean reward over the same tasks, each weighing the same."""
    voids: int | None
    """Attempts that broke down after the agent's first action by no proved fault of ours."""
    voided: int | None
    """Episodes that count as failures for that, having broken down twice."""
    steps: float | None
    """Mean number of actions an episode."""
    wall_s: float | None
    """Mean wall-clock seconds an episode."""
    box_s: float | None
    """Mean seconds an episode spent in its box."""
    latency_s: float | None
    """Mean seconds an episode waited for its model."""
    prompt_tokens: int | None
    """Tokens read, in all."""
    completion_tokens: int | None
    """Tokens written, in all."""
    cost_usd: float | None
    """Price, in all; None where no prices are known."""


class FamilyGroup(Group):
    """The figures of one family."""

    categories: dict[str, Group]
    """Category to its figures."""
    kinds: dict[str, Group]
    """Kind of answer to its figures; kinds that one task asks for together are joined by `+`."""
    splits: dict[str, Group]
    """Split to its figures."""


class Report(Group):
    """The figures of a run."""

    families: dict[str, FamilyGroup]
    """Family to its figures."""
    kinds: dict[str, Group]
    """Kind of answer to its figures, over all families."""
    splits: dict[str, Group]
    """Split to its figures, over all families that have it."""
    tier: Tier
    """The strictest tier of the data."""
    samples: int
    """Most episodes of one task."""
    parted: int
    """Leaves of trees that parted from another: they count in statuses and costs, not in rates."""
    withheld: tuple[str, ...] = ()
    """What of labelled data is not shown, since a count from 1 to 10 is in it or would follow from it."""


_MEANS = ("steps", "wall_s", "box_s", "latency_s")
_TOTALS = ("voids", "prompt_tokens", "completion_tokens")
_numbers_of = attrgetter(*_MEANS, *_TOTALS)
_order_of, _task_of = attrgetter("order"), attrgetter("task")
_category_of, _kinds_of = attrgetter("category"), attrgetter("kinds")


def summarise(entries: Iterable[Entry]) -> Report:
    """The figures of ``entries``, one entry an episode."""
    whole, kinds, splits = _Sums(), _Parts(), _Parts()
    families = defaultdict[str, _FamilySums](_FamilySums)
    tiers: set[Tier] = set()
    most = parted = 0
    for samples in by_task(entries):
        whole.add(samples)
        kinds.add(samples, _kinds_of)
        splits.add(samples, _split_of)
        families[samples[0].family].add(samples)
        tiers.update(entry.tier for entry in samples)
        most = max(most, len(samples))
        parted += sum(entry.parted for entry in samples)
    return Report(
        **whole.figures(),
        families={name: FamilyGroup(**families[name].figures()) for name in sorted(families)},
        kinds=kinds.groups(),
        splits=splits.groups(),
        tier=strictest(tiers),
        samples=most,
        parted=parted,
    )


def by_task(entries: Iterable[Entry]) -> Iterator[list[Entry]]:
    """The episodes of each task, one task at a time; those of an index stay on disk until then."""
    ordered = entries.by_task() if isinstance(entries, Index) else sorted(entries, key=_order_of)
    return (list(samples) for _, samples in groupby(ordered, key=_task_of))


def drawn(samples: Iterable[Entry]) -> list[Entry]:
    """Those that carry a reward and were drawn by themselves: the sample of which a rate is the mean."""
    return [entry for entry in samples if entry.status.rewarded and not entry.parted]


def success_of(samples: Sequence[Entry]) -> float:
    """Share of success in the samples of one task."""
    return fmean(entry.status is Status.SUCCESS for entry in samples)


def _split_of(entry: Entry) -> str:
    return entry.task.rsplit("/", 2)[1]


class _Sums:
    """The figures of some episodes, added up task by task."""

    def __init__(self) -> None:
        self._statuses: Counter[str] = Counter()
        self._totals: dict[str, float] = dict.fromkeys((*_MEANS, *_TOTALS), 0)
        self._rates, self._rewards = array("d"), array("d")
        self._graded = self._voided = 0
        self._cost_usd: float | None = None

    def add(self, samples: Sequence[Entry]) -> None:
        """Take in the episodes of one task."""
        self._statuses.update(entry.status.value for entry in samples)
        for name, values in zip(self._totals, zip(*map(_numbers_of, samples), strict=True), strict=True):
            self._totals[name] += sum(values)
        for cost in (entry.cost_usd for entry in samples if entry.cost_usd is not None):
            self._cost_usd = (self._cost_usd or 0.0) + cost
        self._voided += sum(entry.reason == VOIDED for entry in samples)
        if graded := drawn(samples):
            self._rates.append(success_of(graded))
            self._rewards.append(fmean(entry.reward or 0.0 for entry in graded))
            self._graded += len(graded)

    def figures(self) -> dict[str, Any]:
        """The fields of a :class:`Group`."""
        episodes, totals, rates = self._statuses.total(), self._totals, self._rates
        return {
            "success_rate": fmean(rates) if rates else None,
            "interval": clustered(rates, self._graded) if rates else None,
            "episodes": episodes,
            "statuses": dict(sorted(self._statuses.items())),
            "tasks": len(rates),
            "reward": fmean(self._rewards) if rates else None,
            "voided": self._voided,
            **{name: totals[name] / max(episodes, 1) for name in _MEANS},
            **{name: totals[name] for name in _TOTALS},
            "cost_usd": self._cost_usd,
        }


class _Parts(defaultdict[str, _Sums]):
    """The figures of each part of some episodes."""

    def __init__(self) -> None:
        super().__init__(_Sums)

    def add(self, samples: Sequence[Entry], part: Callable[[Entry], str]) -> None:
        """Take in the episodes of one task; where ``part`` is empty, an episode belongs to none."""
        members: defaultdict[str, list[Entry]] = defaultdict(list)
        for entry in samples:
            members[part(entry)].append(entry)
        for name in filter(None, members):
            self[name].add(members[name])

    def groups(self) -> dict[str, Group]:
        """The figures of each part."""
        return {name: Group(**self[name].figures()) for name in sorted(self)}


class _FamilySums(_Sums):
    """The figures of one family."""

    def __init__(self) -> None:
        super().__init__()
        self._categories, self._kinds, self._splits = _Parts(), _Parts(), _Parts()

    def add(self, samples: Sequence[Entry]) -> None:
        super().add(samples)
        self._categories.add(samples, _category_of)
        self._kinds.add(samples, _kinds_of)
        self._splits.add(samples, _split_of)

    def figures(self) -> dict[str, Any]:
        return {
            **super().figures(),
            "categories": self._categories.groups(),
            "kinds": self._kinds.groups(),
            "splits": self._splits.groups(),
        }
