"""What the ladder plays on a family: which tasks of each category or template, and what each rung does."""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from medgym_core.builds.making import gold_of
from medgym_core.builds.training import spread
from medgym_core.family import TaskFamily
from medgym_core.registry.difficulty import FULL
from medgym_core.source import Build
from medgym_core.task import Task
from medgym_prove.dynamic.sample import Place
from medgym_prove.ladder.rung import RUNGS, Solution

SEARCHED = 400
"""Tasks of a split among which those of each category are chosen."""
NAMES = ("template", "problem", "bug", "calculator", "target", "kind")
"""Keys of ``Task.metadata`` of which the first that a task has names its template; else its category does."""
SEVERAL = "templates"
"""Key of the templates of a session whose turns have one each."""


@dataclass(frozen=True)
class Part:
    """The tasks of one category, or of one template of it, in one split."""

    split: str
    """The split."""
    category: str
    """The category."""
    played: Mapping[str, Mapping[Place, Solution]]
    """Rung to what it is to do on each task whose solution has what it leaves out; without idle rungs."""
    template: str = ""
    """The template; empty where the category is looked at as a whole."""

    @property
    def places(self) -> Sequence[Place]:
        """Its tasks."""
        return list(self.played[FULL])


def plan(family: TaskFamily, build: Build, most: int) -> Sequence[Part]:
    """At most ``most`` tasks of each category, of evaluated splits that are counted or declare a horizon."""
    return [
        Part(split, category, _played(family, build, places))
        for split, declared in family.splits.items()
        if declared.evaluation and (declared.counted or declared.horizon > 1)
        for category, places in _places(family, build, split, most)
    ]


def by_template(family: TaskFamily, build: Build, most: int) -> Sequence[Part]:
    """At most ``most`` tasks of each template, in the first evaluated split that asks it.

    Splits of new requirements are looked at whole, even where their templates have the names of others.
    """
    parts: list[Part] = []
    for split, declared in family.splits.items():
        if not declared.evaluation:
            continue
        met = {(part.category, part.template) for part in parts if declared.novel != "requirement"}
        for (category, name), places in _templates(family, build, split).items():
            if (category, name) not in met:
                chosen = [places[at] for at in spread(len(places), most)]
                parts.append(Part(split, category, _played(family, build, chosen), name))
    return parts


def templates(task: Task) -> Sequence[str]:
    """The names of what a task is one of many of: one, or of a session those of all its turns."""
    several = task.metadata.get(SEVERAL)
    if isinstance(several, list | tuple):
        return [*dict.fromkeys(map(str, several))]
    return [next((str(task.metadata[name]) for name in NAMES if name in task.metadata), task.category)]


def digest(family: TaskFamily, build: Build, parts: Sequence[Part]) -> str:
    """SHA-256 over all that is played: tasks, their gold, and what each rung does; hex."""
    total = hashlib.sha256()
    for part in parts:
        asked = {place: _asked(family, build, place) for place in part.places}
        for rung, solutions in part.played.items():
            for place, calls in solutions.items():
                whole = [rung, *asked[place], [call.model_dump(mode="json") for call in calls]]
                total.update(json.dumps(whole, sort_keys=True).encode())
    return total.hexdigest()


def _asked(family: TaskFamily, build: Build, place: Place) -> tuple[object, object]:
    """A task and its gold, as JSON values."""
    task = family.task(build, *place)
    return task.model_dump(mode="json"), gold_of(family, build, task).turns


def _places(family: TaskFamily, build: Build, split: str, most: int) -> Iterator[tuple[str, Sequence[Place]]]:
    """Categories and their tasks, from all over the split."""
    places: defaultdict[str, list[Place]] = defaultdict(list)
    for number in spread(family.size(build, split), SEARCHED):
        places[family.task(build, split, number).category].append(Place(split, number))
    for category, found in sorted(places.items()):
        yield category, [found[at] for at in spread(len(found), most)]


def _templates(family: TaskFamily, build: Build, split: str) -> Mapping[tuple[str, str], Sequence[Place]]:
    """Category and template to all of their tasks in a split."""
    places: defaultdict[tuple[str, str], list[Place]] = defaultdict(list)
    for number in range(family.size(build, split)):
        task = family.task(build, split, number)
        for name in templates(task):
            places[task.category, name].append(Place(split, number))
    return dict(sorted(places.items()))


def _played(
    family: TaskFamily, build: Build, places: Sequence[Place]
) -> Mapping[str, Mapping[Place, Solution]]:
    references = {place: family.reference(build, family.task(build, *place)) for place in places}
    played = {
        rung.name: {place: calls for place, whole in references.items() if (calls := rung.spoiled(whole))}
        for rung in RUNGS
    }
    return {name: solutions for name, solutions in played.items() if solutions}
