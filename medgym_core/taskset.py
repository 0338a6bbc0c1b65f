"""Families with several kinds of splits: each kind is an object, and a family names that of each split."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from medgym_core.family import TaskFamily

if TYPE_CHECKING:
    from medgym_core.source import Build
    from medgym_core.task import ActionCall, Gold, Service, Task


class TaskSet(ABC):
    """Tasks of one kind, which one or several splits of a family ask. Stateless, as families are.

    Its methods are those of :class:`TaskFamily` for these splits; the family's name is ``build.family``.
    """

    @abstractmethod
    def size(self, build: Build, split: str) -> int:
        """Number of tasks of ``split`` in ``build``."""

    @abstractmethod
    def task(self, build: Build, split: str, index: int) -> Task:
        """The task at ``index`` of ``split``."""

    @abstractmethod
    def gold(self, build: Build, task: Task) -> Gold:
        """The task's gold, computed on the host."""

    @abstractmethod
    def reference(self, build: Build, task: Task) -> Sequence[ActionCall]:
        """Public actions that solve the task, including each turn's submission."""

    def services(self, build: Build, task: Task) -> Mapping[str, Service]:
        """Fresh service instances for one episode."""
        return {}

    def chance_rate(self, build: Build, split: str) -> float:
        """What constants pass in ``build``; it counts where it is more than the split declares."""
        return 0.0

    def subjects(self, build: Build, split: str) -> Iterable[str]:
        """Whom and what the questions of ``split`` are about."""
        return ()


class TaskSetFamily(TaskFamily):
    """A family that hands each split to its task set."""

    task_sets: ClassVar[Mapping[str, TaskSet]]
    """Every split to its tasks."""

    def size(self, build: Build, split: str) -> int:
        """Number of tasks of ``split`` in ``build``."""
        return self.task_sets[split].size(build, split)

    def task(self, build: Build, split: str, index: int) -> Task:
        """The task at ``index`` of ``split``."""
        return self.task_sets[split].task(build, split, index)

    def gold(self, build: Build, task: Task) -> Gold:
        """The task's gold."""
        return self.task_sets[task.split].gold(build, task)

    def reference(self, build: Build, task: Task) -> Sequence[ActionCall]:
        """Public actions that solve the task."""
        return self.task_sets[task.split].reference(build, task)

    def services(self, build: Build, task: Task) -> Mapping[str, Service]:
        """Fresh service instances for one episode."""
        return self.task_sets[task.split].services(build, task)

    def chance_rate(self, build: Build, split: str) -> float:
        """As declared, or what constants pass in ``build`` if that is more."""
        return max(self.splits[split].chance_rate, self.task_sets[split].chance_rate(build, split))

    def subjects(self, build: Build, split: str) -> Iterable[str]:
        """Whom and what the questions of ``split`` are about."""
        return self.task_sets[split].subjects(build, split)
