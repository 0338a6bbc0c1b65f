"""B08: the solution of an evaluation task is the solution of no training task.

Where it were, training on references would teach one text by heart, and that text would solve the task. What
tells two tasks apart must stand in their solutions, since no box holds the question.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import sha256

from medgym_core.family import TaskFamily
from medgym_core.source import Build
from medgym_core.task import Task
from medgym_prove.building.addressed import addressed
from medgym_prove.check import Check, Evidence
from medgym_prove.subject import Subject

_SHOWN = 5


def _examine(subject: Subject) -> Evidence:
    family, build = subject.family, subject.build()
    trained = {digest: task for task, digest in _solved(family, build, evaluation=False)}
    tested = list(_solved(family, build, evaluation=True))
    both = [
        f"{task.id} is solved by the very text that solves {trained[digest].id}"
        for task, digest in tested
        if digest in trained
    ]
    more = [f"{len(both) - _SHOWN} more are"] if len(both) > _SHOWN else []
    return Evidence(
        examined=len(tested),
        problems=(*both[:_SHOWN], *more),
        figures={"solutions of training": len(trained), "evaluated": len(tested)},
    )


def _solved(family: TaskFamily, build: Build, evaluation: bool) -> Iterator[tuple[Task, bytes]]:
    """Tasks of the splits of one kind, each with a digest of its solution."""
    for name, split in family.splits.items():
        if split.evaluation is evaluation:
            for task in addressed(family, build, name):
                yield task, _digest(family, build, task)


def _digest(family: TaskFamily, build: Build, task: Task) -> bytes:
    calls = [call.model_dump(mode="json") for call in family.reference(build, task)]
    return sha256(json.dumps(calls, sort_keys=True).encode()).digest()


B08 = Check(
    id="B08",
    level=1,
    title="no evaluation task has the solution of a training task, word for word",
    hint="Let TaskFamily.reference write down what the question says (a name, a value, a limit) instead of "
    "reading it in the box, and draw another question where two ask for the same.",
    examine=_examine,
)
