"""Which tasks of a build are looked at: few, and of every kind of answer first."""

from __future__ import annotations

from typing import NamedTuple

from medgym_core.source import Build
from medgym_prove.soundness import sample, stratum
from medgym_prove.subject import Subject


class Place(NamedTuple):
    """Where a task stands."""

    split: str
    """One of the family's."""
    number: int
    """Its index in the split."""


def filled(subject: Subject, build: Build) -> list[str]:
    """The splits of ``build`` that hold tasks, those of evaluation first."""
    splits = subject.family.splits
    names = [name for name in splits if subject.family.size(build, name)]
    return sorted(names, key=lambda name: (not splits[name].evaluation, list(splits).index(name)))


def varied(subject: Subject, build: Build, most: int, split: str | None = None) -> list[Place]:
    """At most ``most`` tasks of one split, or of all that hold any.

    First come tasks of new answer kinds, then of new splits, then of new categories.
    """
    left: dict[Place, tuple[str, str, str]] = {}
    for name in [split] if split else filled(subject, build):
        found = list(sample(subject.family, build, name, 1))
        if 0 < len(found) < most:
            found = list(sample(subject.family, build, name, -(-most // len(found))))
        for index in found:
            task = subject.family.task(build, name, index)
            kind = stratum(task).removeprefix(task.category)
            left[Place(name, index)] = kind, name, task.category
    chosen: dict[Place, tuple[str, str, str]] = {}
    while left and len(chosen) < most:
        seen = [set(traits) for traits in zip(*chosen.values(), strict=True)] or [set()] * 3
        best = min(left, key=lambda place: [t in s for t, s in zip(left[place], seen, strict=True)])
        chosen[best] = left.pop(best)
    return list(chosen)
