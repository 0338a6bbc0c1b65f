"""Published functions to write, as tasks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from medgym_core import ActionCall, Build, Gold, Task, TaskSet
from medgym_plugin_biocoder import published


class PublishedFunctions(TaskSet):
    """Rows of a user's copy of the published tasks."""

    def size(self, build: Build, split: str) -> int:
        """Number of rows of ``split`` that became tasks; 0 in a build of generated ones."""
        return published.size(build, split)

    def task(self, build: Build, split: str, index: int) -> Task:
        """One published row."""
        return published.task(build, split, index)

    def gold(self, build: Build, task: Task) -> Gold:
        """The programs of the hidden runs, and what each prints around the reference."""
        return published.gold(build, task)

    def reference(self, build: Build, task: Task) -> Sequence[ActionCall]:
        """The published solution."""
        return published.reference(build, task)

    def subjects(self, build: Build, split: str) -> Iterable[str]:
        """The published functions, by their ids."""
        return published.subjects(build, split)
