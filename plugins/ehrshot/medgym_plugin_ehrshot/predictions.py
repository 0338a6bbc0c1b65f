"""Files of predictions as tasks: one for each target and number of shots with rows enough to grade."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

from medgym_core import ActionCall, Build, Calibration, DataError, Gold, Limits, Task, TaskSet, Turn
from medgym_plugin_ehrshot import box, loader, oracle, wording
from medgym_plugin_ehrshot.target import EVERY, Kind, Target

Put = Callable[[Target, Kind, Mapping[str, Calibration]], str]
"""How a target of a kind of task is put, with its graded columns, as a question."""


class _Asked(NamedTuple):
    """What one task asks for."""

    put: Put
    target: Target
    shots: int


@dataclass(frozen=True)
class Predictions(TaskSet):
    """Predictions of all targets of a kind, each asked for in one or several ways."""

    kind: Kind
    """Whose rows are predicted, and which labels boxes hold."""
    shots: tuple[int, ...]
    """Labelled rows of each class, or ``ALL``; a target is asked for with each number."""
    voices: tuple[Put, ...] = (wording.question,)
    """Ways of putting the question; each puts all targets before the next does."""
    notice: str = ""
    """What the prompt says of the wording before all else."""
    is_named: bool = True
    """Whether a task shows the one target that it asks for: else all, and the question's words say which."""

    def size(self, build: Build, split: str) -> int:
        """Number of targets and shots that ``build`` can grade, times the ways of putting them."""
        return len(self._all(build))

    def task(self, build: Build, split: str, index: int) -> Task:
        """A file of predictions of one target.

        Raises:
            DataError: if ``split`` has no such task.
        """
        (put, target, shots), kind = self._pick(build, split, index), self.kind
        columns = loader.graded(build, target.name, kind, shots)
        extra = loader.extra(build)
        if self.is_named:
            folder, targets, info = target.name, [target], box.info(target, kind, shots)
            context = wording.context(target, kind, shots, extra)
        else:
            folder, targets = box.ANY, self._targets(build)
            graded = {one.name: loader.graded(build, one.name, kind, shots) for one in targets}
            context, info = wording.context_of_all(graded, kind, extra), box.info_of_all(targets, kind)
        file = box.prediction_file(folder, kind, tuple(columns))
        return Task(
            family=build.family,
            split=split,
            index=index,
            category=target.category,
            turns=(Turn(question=put(target, kind, columns), files=(file,)),),
            context="\n".join(filter(None, [self.notice, context])),
            info=info,
            mounts=box.mounts(targets, kind, shots),
            verifier="predictions",
            limits=Limits(steps=15, action_s=600, memory_mb=8192, cpus=2),
            metadata={"target": target.name, "shots": "none" if target.is_held_out else shots or "all"},
        )

    def gold(self, build: Build, task: Task) -> Gold:
        """The labels of the rows that are asked about."""
        asked = self._pick(build, task.split, task.index)
        return oracle.gold(build, asked.target, self.kind, asked.shots)

    def reference(self, build: Build, task: Task) -> Sequence[ActionCall]:
        """The baseline for what the question says; it holds no label."""
        asked = self._pick(build, task.split, task.index)
        return oracle.reference(build, asked.target, self.kind, asked.shots)

    def chance_rate(self, build: Build, split: str) -> float:
        """What a model of one target earns of all, and one of findings where columns name them."""
        return 0.0 if self.is_named else min(1.0, 2 / len(self._targets(build)))

    def subjects(self, build: Build, split: str) -> Iterable[str]:
        """The patients whom the tasks learn from (training tasks alone) and are graded on."""
        return loader.subjects(build, self.kind)

    def _all(self, build: Build) -> list[_Asked]:
        graded = loader.calibration(build)[self.kind]
        pairs = [pair for pair in product(EVERY, self.shots) if str(pair[1]) in graded.get(pair[0], {})]
        return [_Asked(put, EVERY[name], shots) for put in self.voices for name, shots in pairs]

    def _targets(self, build: Build) -> list[Target]:
        """The targets that ``build`` can grade, each once."""
        return [*dict.fromkeys(asked.target for asked in self._all(build))]

    def _pick(self, build: Build, split: str, index: int) -> _Asked:
        there = self._all(build)
        if not 0 <= index < len(there):
            raise DataError(f"there is no task {index} in {split}; it has {len(there)}, from 0")
        return there[index]
