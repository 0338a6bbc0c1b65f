"""A family of several categories, for what chooses among tasks."""

from collections.abc import Mapping
from typing import ClassVar

from medgym_core import Build, Category, Split, Task
from medgym_testing.program import ProgramFamily

SIZE = 30
"""Tasks of each split."""
CATEGORIES = ("plain", "hard", "rare")
"""The categories, which follow each other from task to task."""


class MixedFamily(ProgramFamily):
    """A family whose categories follow each other."""

    name = "mixed"
    categories = tuple(Category(name=name, description=name) for name in CATEGORIES)
    splits: ClassVar[Mapping[str, Split]] = {
        "test": Split(size=SIZE, evaluation=True),
        "ood": Split(size=SIZE, evaluation=True, counted=False, novel="requirement"),
    }

    def size(self, build: Build, split: str) -> int:
        return SIZE

    def task(self, build: Build, split: str, index: int) -> Task:
        category = CATEGORIES[index % len(CATEGORIES)]
        return super().task(build, split, 0).model_copy(update={"category": category, "index": index})
