"""What a run amounts to: success rate with an interval, statuses, and what it cost.

Errors carry no reward and are never counted as failures: they leave the rate, and are printed beside it.

The rate is the mean over tasks of each task's mean over its samples, so samples of one task count as what
they are: repeated looks at one question. The interval is Wilson's (Wilson 1927, J. Am. Stat. Assoc. 22,
209-212) at the effective sample size ``p (1 - p) / se²``, with ``se`` the standard error clustered by task
(Miller 2024, arXiv 2411.00640; effective sizes in binomial intervals: Korn and Graubard 1998, Survey
Methodology 24, 193-201). With one sample a task this is Wilson's interval on the tasks.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from statistics import fmean

from medgym_core.frozen import Frozen
from medgym_core.journal import Entry
from medgym_core.verifier import Status

Z95 = 1.959963984540054
"""97.5th percentile of the standard normal distribution."""


class Group(Frozen):
    """The figures of some episodes."""

    success_rate: float | None
    """Share of success among episodes that carry a reward, each task weighing the same; None without any."""
    interval: tuple[float, float] | None
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


class Report(Group):
    """The figures of a run."""

    families: dict[str, FamilyGroup]
    """Family to its figures."""


def summarise(entries: Iterable[Entry]) -> Report:
    """The figures of ``entries``, one entry an episode."""
    entries = list(entries)
    families = {name: _family(members) for name, members in _by(entries, "family").items()}
    return Report(**_group(entries).model_dump(), families=families)


def wilson(rate: float, size: float) -> tuple[float, float]:
    """Wilson's 95 % score interval of a proportion ``rate`` observed in ``size`` trials, ``size`` > 0."""
    spread = Z95**2 / size
    centre = (rate + spread / 2) / (1 + spread)
    half = math.sqrt(rate * (1 - rate) * spread + spread**2 / 4) / (1 + spread)
    return max(0.0, min(rate, centre - half)), min(1.0, max(rate, centre + half))


def effective_size(means: Sequence[float], episodes: int) -> float:
    """How many independent episodes are worth ``episodes`` of them, given each task's mean success.

    At least the number of tasks, at most the number of episodes.
    """
    tasks = len(means)
    rate = fmean(means)
    scatter = sum((mean - rate) ** 2 for mean in means)
    if not scatter:
        return tasks
    variance = scatter / tasks / max(tasks - 1, 1)
    return min(max(rate * (1 - rate) / variance, tasks), episodes)


def _family(entries: list[Entry]) -> FamilyGroup:
    categories = {name: _group(members) for name, members in _by(entries, "category").items()}
    return FamilyGroup(**_group(entries).model_dump(), categories=categories)


def _group(entries: list[Entry]) -> Group:
    graded = [entry for entry in entries if entry.status.rewarded]
    tasks = list(_by(graded, "task").values())
    means = [fmean(entry.status is Status.SUCCESS for entry in task) for task in tasks]
    rate = fmean(means) if means else None
    return Group(
        success_rate=rate,
        interval=None if rate is None else wilson(rate, effective_size(means, len(graded))),
        episodes=len(entries),
        statuses=dict(sorted(Counter(entry.status.value for entry in entries).items())),
        tasks=len(tasks),
        reward=fmean(fmean(entry.reward or 0.0 for entry in task) for task in tasks) if tasks else None,
        steps=_mean(entries, "steps"),
        wall_s=_mean(entries, "wall_s"),
        box_s=_mean(entries, "box_s"),
        prompt_tokens=sum(entry.prompt_tokens for entry in entries),
        completion_tokens=sum(entry.completion_tokens for entry in entries),
        cost_usd=sum(entry.cost_usd for entry in entries),
    )


def _mean(entries: list[Entry], name: str) -> float:
    return fmean(getattr(entry, name) for entry in entries) if entries else 0.0


def _by(entries: Iterable[Entry], name: str) -> dict[str, list[Entry]]:
    groups: defaultdict[str, list[Entry]] = defaultdict(list)
    for entry in entries:
        groups[getattr(entry, name)].append(entry)
    return dict(sorted(groups.items()))
