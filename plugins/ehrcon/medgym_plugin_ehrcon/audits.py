"""Audits of whole notes, as tasks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from medgym_core import ActionCall, Build, Gold, Task, TaskSet
from medgym_ehr.ledger import subject
from medgym_plugin_ehrcon import files, loader
from medgym_plugin_ehrcon.audit import oracle
from medgym_plugin_ehrcon.audit.task import audit
from medgym_plugin_ehrcon.context import context
from medgym_plugin_ehrcon.selection import SOURCE


class Audits(TaskSet):
    """One note for each task."""

    def size(self, build: Build, split: str) -> int:
        """Number of notes of ``split`` in ``build``."""
        return loader.size(build, split)

    def task(self, build: Build, split: str, index: int) -> Task:
        """The question about one note."""
        stated = loader.inventory(build, split, index)
        return audit((build.family, split, index), stated, context("audit/conventions.txt"))

    def gold(self, build: Build, task: Task) -> Gold:
        """What the label rule finds of each statement in the build's database."""
        stated = loader.inventory(build, task.split, task.index)
        return oracle.gold(build.public / files.DATABASE, stated)

    def reference(self, build: Build, task: Task) -> Sequence[ActionCall]:
        """The actions that lead to the findings."""
        return oracle.reference(loader.inventory(build, task.split, task.index))

    def subjects(self, build: Build, split: str) -> Iterable[str]:
        """Patients of the notes."""
        for index in range(self.size(build, split)):
            yield subject(SOURCE, "patient", loader.inventory(build, split, index).subject_id)
