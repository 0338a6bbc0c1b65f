"""Packages to repair, as tasks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from medgym_core import ActionCall, Build, Gold, Task, TaskSet
from medgym_plugin_biocoder import loader, repair


class Repairs(TaskSet):
    """A package with a planted bug for each task."""

    def size(self, build: Build, split: str) -> int:
        """Number of packages of ``split`` in ``build``; 0 in one of published tasks."""
        return loader.size(build, split)

    def task(self, build: Build, split: str, index: int) -> Task:
        """One package to repair."""
        return repair.task(build.family, split, loader.checked(build, split, index))

    def gold(self, build: Build, task: Task) -> Gold:
        """Hidden runs, with what the second program returns."""
        return repair.gold(task.split, task.index, loader.salt(build))

    def reference(self, build: Build, task: Task) -> Sequence[ActionCall]:
        """Look, read, see the symptom, repair, hand in."""
        return repair.reference(task.split, task.index)

    def subjects(self, build: Build, split: str) -> Iterable[str]:
        """The packages."""
        return (f"{build.family}/{one}" for one in repair.subjects(split, self.size(build, split)))
