"""Functions and methods to write, as tasks: those that were made, and those of the test in other words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pydantic import JsonValue

from medgym_core import ActionCall, Build, FileSpec, Gold, InfoSource, Limits, Task, TaskSet, Turn
from medgym_plugin_biocoder import loader, oracle, rewording
from medgym_plugin_biocoder.cell import Cell
from medgym_plugin_biocoder.hidden import examples
from medgym_plugin_biocoder.question import described, question

NOTES = InfoSource(
    name="formats",
    kind="documents",
    path=loader.FORMATS,
    description="short notes on file formats and notations",
)


class Words(NamedTuple):
    """How a function is asked for."""

    question: str
    """What is asked."""
    context: str
    """What the prompt says before."""
    told: dict[str, JsonValue]
    """What reports may tell of it."""


class Functions(TaskSet):
    """A function or method to write for each task, graded on hidden calls."""

    def size(self, build: Build, split: str) -> int:
        """Number of tasks of ``split`` in ``build``; 0 in one of published tasks."""
        return loader.size(build, split)

    def task(self, build: Build, split: str, index: int) -> Task:
        """One function or method to write."""
        cell = loader.cell(build, split, index)
        words = self.words(build, cell, index)
        file = FileSpec(path=oracle.FILE, format="python", max_bytes=2**18, description=described(cell))
        return Task(
            family=build.family,
            split=split,
            index=index,
            category=cell.problem.category,
            turns=(Turn(question=words.question, files=(file,)),),
            context=words.context,
            verifier="programs",
            info=(NOTES,),
            limits=Limits(steps=15, action_s=30, memory_mb=1024),
            metadata={"problem": cell.problem.name, "variant": cell.variant, **words.told},
        )

    def words(self, build: Build, cell: Cell, index: int) -> Words:
        """How the task at ``index``, which is about ``cell``, is put."""
        return Words(question(cell, examples(cell, loader.salt(build))), "", {})

    def gold(self, build: Build, task: Task) -> Gold:
        """Hidden cases drawn with the build's salt, each with what the reference returns."""
        return oracle.gold(loader.cell(build, task.split, task.index), loader.salt(build))

    def reference(self, build: Build, task: Task) -> Sequence[ActionCall]:
        """The problem's reference with the parameters of the task, in the form that the task asks for."""
        return oracle.reference(loader.cell(build, task.split, task.index))

    def subjects(self, build: Build, split: str) -> Iterable[str]:
        """The parameter cells."""
        keys = {loader.cell(build, split, index).key for index in range(self.size(build, split))}
        return (f"{build.family}/cell/{key}" for key in sorted(keys))


class RewordedFunctions(Functions):
    """Functions of the test as people ask for them."""

    def words(self, build: Build, cell: Cell, index: int) -> Words:
        """The task of the test as its voice puts it."""
        _, voice = loader.restated(build, index)
        text = rewording.put(cell, examples(cell, loader.salt(build)), voice)
        return Words(text, rewording.NOTICE, {"voice": voice})
