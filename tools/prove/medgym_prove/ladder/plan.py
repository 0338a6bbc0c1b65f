"""What the ladder plays on a family: by split and category which tasks, and what each rung does there."""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from medgym_core.builds.making import gold_of
from medgym_core.builds.training import spread
from medgym_core.family import TaskFamily
from medgym_core.source import Build
from medgym_prove.dynamic.sample import Place
from medgym_prove.ladder.rung import RUNGS, Solution

SEARCHED = 400
"""Tasks of a split among which those of each category are chosen."""


@dataclass(frozen=True)
class Part:
    """The tasks of one category in one split."""

    split: str
    """The split."""
    category: str
    """The category."""
    played: Mapping[str, Mapping[Place, Solution]]
    """Rung to what it is to do on each task whose solution has what it leaves out; without idle rungs."""


def plan(family: TaskFamily, build: Build, most: int) -> Sequence[Part]:
    """At most ``most`` tasks of each category, of evaluated splits that are counted or declare a horizon."""
    return [
        Part(split, category, _played(family, build, places))
        for split, declared in family.splits.items()
        if declared.evaluation and (declared.counted or declared.horizon > 1)
        for category, places in _places(family, build, split, most)
    ]


def digest(family: TaskFamily, build: Build, parts: Sequence[Part]) -> str:
    """SHA-256 over all that is played: tasks, their gold, and what each rung does; hex."""
    total = hashlib.sha256()
    for part in parts:
        for rung, solutions in part.played.items():
            for place, calls in solutions.items():
                task = family.task(build, *place)
                written = [call.model_dump(mode="json") for call in calls]
                whole = [rung, task.model_dump(mode="json"), gold_of(family, build, task).turns, written]
                total.update(json.dumps(whole, sort_keys=True).encode())
    return total.hexdigest()


def _places(family: TaskFamily, build: Build, split: str, most: int) -> Iterator[tuple[str, Sequence[Place]]]:
    """Categories and their tasks, from all over the split."""
    places: defaultdict[str, list[Place]] = defaultdict(list)
    for number in spread(family.size(build, split), SEARCHED):
        places[family.task(build, split, number).category].append(Place(split, number))
    for category, found in sorted(places.items()):
        yield category, [found[at] for at in spread(len(found), most)]


def _played(
    family: TaskFamily, build: Build, places: Sequence[Place]
) -> Mapping[str, Mapping[Place, Solution]]:
    references = {place: family.reference(build, family.task(build, *place)) for place in places}
    played = {
        rung.name: {place: calls for place, whole in references.items() if (calls := rung.spoiled(whole))}
        for rung in RUNGS
    }
    return {name: solutions for name, solutions in played.items() if solutions}
