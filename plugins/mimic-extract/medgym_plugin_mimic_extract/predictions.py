"""Files of predictions as tasks: one for each target that a build has rows enough to grade."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import product

from medgym_core import ActionCall, Build, Calibration, DataError, Gold, Limits, Task, TaskSet, Turn
from medgym_plugin_mimic_extract import loader, oracle, wording
from medgym_plugin_mimic_extract.target import TARGETS, Target

Put = Callable[[Target, str, Calibration], str]
"""How a target of a kind of task is put, with its calibration, as a question."""


@dataclass(frozen=True)
class Predictions(TaskSet):
    """Predictions of some targets, each asked for in one or several ways."""

    kind: str
    """Whose rows are predicted, and which labels boxes hold: a key of ``target.ASKED``."""
    targets: tuple[str, ...]
    """Names of the targets, in the order of the tasks."""
    voices: tuple[Put, ...] = (wording.question,)
    """Ways of putting the question; each puts all targets before the next does."""
    notice: str = ""
    """What the prompt says of the wording before all else."""

    def size(self, build: Build, split: str) -> int:
        """Number of targets that ``build`` has rows enough to grade, times the ways of putting them."""
        return len(self._graded(build)) * len(self.voices)

    def task(self, build: Build, split: str, index: int) -> Task:
        """A file of predictions of one target.

        Raises:
            DataError: if ``split`` has no such task.
        """
        (target, put), kind = self._pick(build, split, index), self.kind
        question = put(target, kind, loader.graded(build, kind, target.name))
        return Task(
            family=build.family,
            split=split,
            index=index,
            category=target.category,
            turns=(Turn(question=question, files=(wording.prediction_file(target, kind),)),),
            context="\n".join(filter(None, [self.notice, wording.context(target, kind)])),
            info=wording.info(target, kind),
            mounts=wording.mounts(target, kind),
            verifier="predictions",
            limits=Limits(steps=15, action_s=300, memory_mb=4096, cpus=2),
            metadata={"target": target.name},
        )

    def gold(self, build: Build, task: Task) -> Gold:
        """The labels of the rows that are asked about."""
        target, _ = self._pick(build, task.split, task.index)
        return oracle.gold(build, target, self.kind)

    def reference(self, build: Build, task: Task) -> Sequence[ActionCall]:
        """The baseline for what the question says; it holds no label."""
        target, _ = self._pick(build, task.split, task.index)
        return oracle.reference(target, self.kind)

    def subjects(self, build: Build, split: str) -> Iterable[str]:
        """The patients whom the tasks learn from (training tasks alone) and are graded on."""
        return loader.subjects(build, self.kind)

    def _graded(self, build: Build) -> list[str]:
        calibrated = loader.calibration(build)[self.kind]
        return [name for name in self.targets if name in calibrated]

    def _pick(self, build: Build, split: str, index: int) -> tuple[Target, Put]:
        """The target of a task, and how it is put."""
        tasks = list(product(self.voices, self._graded(build)))
        if not 0 <= index < len(tasks):
            raise DataError(f"there is no task {index} in {split}; it has {len(tasks)}, from 0")
        put, name = tasks[index]
        return TARGETS[name], put
