"""What a card warns of, and from when on.

Every limit is a share together with a smallest number of episodes or tasks, so that few raise no alarm.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from statistics import fmean
from typing import Literal

from medgym_sandbox.boundary.frozen import Frozen
from medgym_statistics.interval import wilson
from medgym_train.card.sample import Sample

Kind = Literal[
    "no gradient",
    "constant answer",
    "equal programs",
    "nothing read",
    "value not found",
    "rewards inaction",
    "solved from memory",
    "solved at once",
    "more errors",
    "longer",
    "shorter",
    "more actions",
    "fewer actions",
]
"""What is wrong."""
GROUPS, FLAT = 5, 0.9
"""So many groups of samples, of which this share has no gradient."""
TASKS, CONSTANT = 10, 0.8
"""So many tasks, this share of which got the same answer."""
SOLVED, SAME = 10, 0.2
"""So many solved tasks, this share of which one program solved."""
FEWEST, SUSPECT = 3, 0.05
"""So many successes, and this share of all, that cannot have come about by reading."""
BASELINE = 0.1
"""Success of an agent that does nothing, remembers or acts once, by the lower end of its 95 % interval."""
EPISODES, ERRORS, FACTOR = 40, 0.2, 2.0
"""So many episodes of a family; errors rise by this share of steps; lengths change by this factor."""
QUARTERS = 4
BASELINES: dict[str, Kind] = {
    "nop": "rewards inaction",
    "attack:memory": "solved from memory",
    "attack:neighbour": "solved from memory",
    "attack:one_shot": "solved at once",
}
"""Agents that show a weakness of the task wherever they succeed."""


class Flag(Frozen):
    """One warning."""

    kind: Kind
    """What is wrong."""
    family: str
    """Family that it is about."""
    category: str = ""
    """Category that it is about; empty if it is about the family."""
    share: float
    """How much: a share, or a factor for lengths."""
    episode: str = ""
    """Id of an episode that shows it, where one does."""


def category_flags(samples: Sequence[Sample]) -> Iterator[Flag]:
    """What is wrong with the episodes of one category, all by agents that are no baseline."""
    where = {"family": samples[0].family, "category": samples[0].category}
    right, groups = [one for one in samples if one.reward == 1], grouped(samples)
    flat = [all(one.reward == group[0].reward for one in group) for group in groups]
    if len(flat) >= GROUPS and (share := fmean(flat)) >= FLAT:
        yield Flag(kind="no gradient", share=share, **where)
    answered = [one for one in samples if one.answer]
    share, first = commonest(answered, lambda one: one.answer)
    if len({one.task for one in answered}) >= TASKS and share >= CONSTANT:
        yield Flag(kind="constant answer", share=share, episode=first, **where)
    share, first = commonest([one for one in right if one.program], lambda one: one.program)
    if len({one.task for one in right}) >= SOLVED and share >= SAME:
        yield Flag(kind="equal programs", share=share, episode=first, **where)
    suspects: tuple[tuple[Kind, str], ...] = (("nothing read", "unread"), ("value not found", "unfound"))
    for kind, found in suspects:
        guilty = [one for one in right if getattr(one, found)]
        if len(guilty) >= FEWEST and (share := len(guilty) / len(right)) >= SUSPECT:
            yield Flag(kind=kind, share=share, episode=guilty[0].id, **where)


def baseline_flags(samples: Sequence[Sample]) -> Iterator[Flag]:
    """Where agents that cannot have solved anything are rewarded; ``samples`` are of one category."""
    for kind in dict.fromkeys(BASELINES.values()):
        played = [one for one in samples if BASELINES.get(one.agent) == kind]
        rewarded = [one for one in played if one.reward > 0]
        tasks, hit = len({one.task for one in played}), len({one.task for one in rewarded})
        if tasks and wilson(hit / tasks, tasks)[0] > BASELINE:
            where = {"family": played[0].family, "category": played[0].category}
            yield Flag(kind=kind, share=hit / tasks, episode=rewarded[0].id, **where)


def drift_flags(samples: Sequence[Sample]) -> Iterator[Flag]:
    """How an agent's episodes of one family change from their first quarter to their last, in this order.

    Quarters are taken of each category, so that the order of categories is no change.
    """
    if len(samples) < EPISODES:
        return
    first, last = _ends(samples)
    before, after = (_rate(part) for part in (first, last))
    if after - before >= ERRORS:
        yield Flag(kind="more errors", family=samples[0].family, share=after - before)
    kinds: tuple[tuple[str, Kind, Kind], ...] = (
        ("chars", "longer", "shorter"),
        ("actions", "more actions", "fewer actions"),
    )
    for name, more, fewer in kinds:
        old, new = (fmean(getattr(one, name) for one in part) for part in (first, last))
        factor = new / old if old else 1.0
        if factor >= FACTOR or factor <= 1 / FACTOR:
            yield Flag(kind=more if factor > 1 else fewer, family=samples[0].family, share=factor)


def grouped(samples: Iterable[Sample]) -> list[list[Sample]]:
    """The samples of each task that has several."""
    tasks = defaultdict[str, list[Sample]](list)
    for one in samples:
        tasks[one.task].append(one)
    return [group for group in tasks.values() if len(group) > 1]


def commonest(samples: Iterable[Sample], key: Callable[[Sample], str]) -> tuple[float, str]:
    """The share of tasks that have the value which most tasks have, and an episode with it.

    One task alone shares nothing: its share is 0.
    """
    tasks = {(key(one), one.task): one.id for one in samples}
    counted = Counter(value for value, _ in tasks)
    if not counted or max(counted.values()) == 1:
        return 0.0, ""
    value = max(counted, key=lambda one: counted[one])
    of = len({task for _, task in tasks})
    return counted[value] / of, next(id for (found, _), id in tasks.items() if found == value)


def _ends(samples: Sequence[Sample]) -> tuple[list[Sample], list[Sample]]:
    categories = defaultdict[str, list[Sample]](list)
    for one in samples:
        categories[one.category].append(one)
    first, last = [], []
    for own in categories.values():
        size = max(len(own) // QUARTERS, 1)
        first += own[:size]
        last += own[-size:]
    return first, last


def _rate(samples: Sequence[Sample]) -> float:
    return sum(one.errors for one in samples) / max(sum(one.actions for one in samples), 1)
