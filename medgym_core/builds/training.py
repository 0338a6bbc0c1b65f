"""The training splits of a build as who trains on them has them: tasks, right answers, references."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING

from medgym_core.builds.making import gold_of
from medgym_core.task import Gold, Task

if TYPE_CHECKING:
    from medgym_core.family import TaskFamily
    from medgym_core.source import Build
    from medgym_core.task import ActionCall

EXAMPLES = 3000
"""Most tasks of a training split that are read, so that it takes seconds."""
HELD = 2
"""Builds whose training splits stay in memory."""


@dataclass(frozen=True)
class Example:
    """A task of a training split with its gold."""

    task: Task
    """The task."""
    gold: Gold
    """Its gold, which training on the split gives away."""


class Training:
    """What there is to train on, read when first asked for; safe to use from several threads."""

    def __init__(self, family: TaskFamily, build: Build) -> None:
        """The training tasks of a family's build, each split read when it is asked for."""
        self._family, self._build = family, build
        self._read: dict[str, Sequence[Example]] = {}
        self._lock = Lock()

    def examples(self, apart_from: str) -> Sequence[Example]:
        """Tasks of every training split but ``apart_from``, at most :data:`EXAMPLES` of each.

        A split that is played is never its own training: its tasks are known to who trained on it.
        """
        with self._lock:
            names = [name for name, split in self._family.splits.items() if not split.evaluation]
            others = [name for name in names if name != apart_from]
            return [example for name in others for example in self._split(name)]

    def reference(self, example: Example) -> Sequence[ActionCall]:
        """The family's own solution of an example."""
        return self._family.reference(self._build, example.task)

    def _split(self, name: str) -> Sequence[Example]:
        if name not in self._read:
            size = self._family.size(self._build, name)
            tasks = (self._family.task(self._build, name, index) for index in spread(size, EXAMPLES))
            self._read[name] = [Example(task, gold_of(self._family, self._build, task)) for task in tasks]
        return self._read[name]


_RECENT: dict[tuple[type[TaskFamily], Build], Training] = {}
_LOCK = Lock()


def training_of(family: TaskFamily, build: Build) -> Training:
    """The training splits of ``build``, the same object for all that play it in this process."""
    key = type(family), build
    with _LOCK:
        while key not in _RECENT and len(_RECENT) >= HELD:
            _RECENT.pop(next(iter(_RECENT)))
        return _RECENT.setdefault(key, Training(family, build))


def spread(size: int, most: int) -> Sequence[int]:
    """At most ``most`` indexes all over ``size`` tasks; drawn, since tasks may repeat at equal distances."""
    return sorted(random.Random(0).sample(range(size), min(size, most)))
