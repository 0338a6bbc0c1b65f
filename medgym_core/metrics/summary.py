"""The figures of a run: success rate with an interval, statuses, and what it cost.

Errors carry no reward and are never counted as failures: they leave the rate, and are printed beside it.
The rate is the mean over tasks of each task's mean over its samples, so samples of one task count as what
they are: repeated looks at one question.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from statistics import fmean
from typing import Any

from medgym_core.frozen import Frozen
from medgym_core.journal import Entry
from medgym_core.metrics.interval import Interval, clustered
from medgym_core.verifier import Status


class Group(Frozen):
    """The figures of some episodes."""

    success_rate: float | None
    """Share of success among episodes that carry a reward, each task weighing the same; None without any."""
    interval: Interval | None
    """95 % interval of the success rate."""
    episodes: int
    """Number of episodes, errors included."""
    statuses: dict[str, int]
    """Status to number of episodes; statuses that did not occur are left out."""
    tasks: int
    """Number of tasks with at least one episode that carries a reward."""
    reward: float | None
    """Mean reward over the same tasks, each weighing the same."""
    steps: float
    """Mean number of actions an episode."""
    wall_s: float
    """Mean wall-clock seconds an episode."""
    box_s: float
    """Mean seconds an episode spent in its box."""
    latency_s: float
    """Mean seconds an episode waited for its model."""
    prompt_tokens: int
    """Tokens read, in all."""
    completion_tokens: int
    """Tokens written, in all."""
    cost_usd: float
    """Price, in all, where the agent's configuration gives one."""


class FamilyGroup(Group):
    """The figures of one family."""

    categories: dict[str, Group]
    """Category to its figures."""
    kinds: dict[str, Group]
    """Kind of answer to its figures; kinds that one task asks for together are joined by `+`."""


class Report(Group):
    """The figures of a run."""

    families: dict[str, FamilyGroup]
    """Family to its figures."""
    kinds: dict[str, Group]
    """Kind of answer to its figures, over all families."""


def summarise(entries: Iterable[Entry]) -> Report:
    """The figures of ``entries``, one entry an episode."""
    entries = list(entries)
    families = {name: _family(members) for name, members in by(entries, _family_of).items()}
    return Report(**_figures(entries), families=families, kinds=_groups(entries, _kinds_of))


def by(entries: Iterable[Entry], key: Callable[[Entry], str]) -> dict[str, list[Entry]]:
    """``entries`` by what ``key`` says of each, in the order of that."""
    groups: defaultdict[str, list[Entry]] = defaultdict(list)
    for entry in entries:
        groups[key(entry)].append(entry)
    return dict(sorted(groups.items()))


def by_task(entries: Iterable[Entry]) -> dict[str, list[Entry]]:
    """The episodes of each task that carry a reward."""
    return by((entry for entry in entries if entry.status.rewarded), lambda entry: entry.task)


def success_of(samples: Sequence[Entry]) -> float:
    """Share of success in the samples of one task."""
    return fmean(entry.status is Status.SUCCESS for entry in samples)


def _family_of(entry: Entry) -> str:
    return entry.family


def _kinds_of(entry: Entry) -> str:
    return entry.kinds


def _family(entries: list[Entry]) -> FamilyGroup:
    categories = _groups(entries, lambda entry: entry.category)
    return FamilyGroup(**_figures(entries), categories=categories, kinds=_groups(entries, _kinds_of))


def _groups(entries: list[Entry], key: Callable[[Entry], str]) -> dict[str, Group]:
    return {name: Group(**_figures(members)) for name, members in by(entries, key).items() if name}


def _figures(entries: list[Entry]) -> dict[str, Any]:
    tasks = list(by_task(entries).values())
    means = [success_of(samples) for samples in tasks]
    graded = sum(map(len, tasks))
    return {
        "success_rate": fmean(means) if means else None,
        "interval": clustered(means, graded) if means else None,
        "episodes": len(entries),
        "statuses": dict(sorted(Counter(entry.status.value for entry in entries).items())),
        "tasks": len(tasks),
        "reward": fmean(fmean(e.reward or 0.0 for e in samples) for samples in tasks) if tasks else None,
        **{name: _mean(entries, name) for name in ("steps", "wall_s", "box_s", "latency_s")},
        **{name: sum(getattr(e, name) for e in entries) for name in ("prompt_tokens", "completion_tokens")},
        "cost_usd": sum(entry.cost_usd for entry in entries),
    }


def _mean(entries: list[Entry], name: str) -> float:
    return fmean(getattr(entry, name) for entry in entries) if entries else 0.0
