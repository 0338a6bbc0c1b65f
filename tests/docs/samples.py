"""What the default build of every family holds, kept beside its page: builds take minutes, pages none.

``python -m tests.docs.renew`` makes them anew.
"""

from collections import Counter
from pathlib import Path

from medgym_core import Task, TaskFamily, ensure_build
from medgym_sandbox.boundary.frozen import Frozen

from .pages import ROOT

FOLDER = ROOT / "docs" / "families"


class Sample(Frozen):
    """What the default build of a family holds; the same in every build of one version."""

    version: str
    """Version of the family."""
    tasks: dict[str, dict[str, int]]
    """Number of tasks by split and category, of the splits that hold any."""
    example: Task
    """A task to train on, from the middle of its split."""


def taken(family: TaskFamily, home: Path) -> Sample:
    """The sample of a family's default build, which is made below ``home`` unless it stands."""
    build = ensure_build(family, family.default_source(), home)
    tasks = {}
    for split in family.splits:
        if size := family.size(build, split):
            tasks[split] = dict(Counter(family.task(build, split, index).category for index in range(size)))
    training = next(split for split in tasks if not family.splits[split].evaluation)
    example = family.task(build, training, sum(tasks[training].values()) // 2)
    return Sample(version=family.version, tasks=tasks, example=example)


def kept(name: str) -> Sample:
    """The sample that is kept of a family."""
    return Sample.model_validate_json((FOLDER / f"{name}.json").read_bytes())
