"""Tasks of a split, by their addresses."""

from __future__ import annotations

from collections.abc import Iterator

from medgym_core.builds.training import spread
from medgym_core.family import TaskFamily
from medgym_core.source import Build
from medgym_core.task import Task
from medgym_prove.soundness import sample

BOUND = 20_000
"""Tasks looked at of one split; of a larger one, so many that are evenly spread."""


def addressed(family: TaskFamily, build: Build, split: str) -> Iterator[Task]:
    """The tasks of a split."""
    size = family.size(build, split)
    for index in range(0, size, -(-size // BOUND) or 1):
        yield family.task(build, split, index)


def drawn(family: TaskFamily, build: Build, split: str, most: int) -> Iterator[Task]:
    """At most ``most`` tasks all over a split."""
    for index in spread(family.size(build, split), most):
        yield family.task(build, split, index)


def sampled(family: TaskFamily, build: Build, split: str, per_stratum: int) -> Iterator[Task]:
    """The first ``per_stratum`` tasks of each category and answer kind."""
    for index in sample(family, build, split, per_stratum):
        yield family.task(build, split, index)
