"""B09: what a split with novel requirements asks, training never showed how to solve.

Tasks differ in what they require where their solutions differ in more than values and names; see
:mod:`medgym_prove.skeleton`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from medgym_core.family import Split, TaskFamily
from medgym_core.source import Build
from medgym_core.task import Task
from medgym_prove.building.addressed import addressed
from medgym_prove.check import Check, Evidence
from medgym_prove.skeleton import skeleton
from medgym_prove.subject import Subject

_SHOWN = 5


def _examine(subject: Subject) -> Evidence:
    family, build = subject.family, subject.build()
    trained = {outline: task for task, outline in _solved(family, build, lambda split: not split.evaluation)}
    novel = list(_solved(family, build, lambda split: split.novel == "requirement"))
    shared = [
        f"{task.id} is solved as {trained[outline].id} is, but for values and names"
        for task, outline in novel
        if outline in trained
    ]
    more = [f"{len(shared) - _SHOWN} more are"] if len(shared) > _SHOWN else []
    return Evidence(
        examined=len(trained),
        problems=(*shared[:_SHOWN], *more),
        figures={
            "skeletons of training": len(trained),
            "novel tasks": len(novel),
            "skeletons of novel tasks": len({outline for _, outline in novel}),
        },
    )


def _solved(family: TaskFamily, build: Build, asked: Callable[[Split], bool]) -> Iterator[tuple[Task, str]]:
    """Tasks of the splits asked for, each with the skeleton of its solution."""
    for name, split in family.splits.items():
        if asked(split):
            for task in addressed(family, build, name):
                yield task, skeleton(family.reference(build, task))


B09 = Check(
    id="B09",
    level=1,
    title="no task with novel requirements is solved as a training task is, but for values and names",
    hint="Hold out what tasks require (an operation, a join, a formula, a workflow) from every training "
    "split; let TaskFamily.reference write down only what its task needs.",
    examine=_examine,
)
