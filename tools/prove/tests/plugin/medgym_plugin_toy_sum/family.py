"""The task family `toy-sum`: what did a patient's visits cost?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from medgym_core import (
    ActionCall,
    BoxEnvironment,
    Build,
    Category,
    Gold,
    InfoSource,
    Limits,
    Progress,
    Split,
    Task,
    TaskFamily,
    Tier,
    Turn,
)
from medgym_plugin_toy_sum import loader, oracle


class ToySum(TaskFamily):
    """Totals and means of costs."""

    name: ClassVar[str] = "toy-sum"
    version: ClassVar[str] = "0.1.0"
    title: ClassVar[str] = "Toy sums"
    summary: ClassVar[str] = "Add up or average the costs of a patient's visits."
    tier: ClassVar[Tier] = Tier.OPEN
    licence: ClassVar[str] = "Apache-2.0"
    citation: ClassVar[str] = "Invented for a test"
    categories: ClassVar[tuple[Category, ...]] = (
        Category(name="total", description="the sum of costs"),
        Category(name="mean", description="the mean of costs"),
    )
    splits: ClassVar[Mapping[str, Split]] = {
        "train": Split(size=24, chance_rate=0.05),
        "test": Split(size=12, evaluation=True, chance_rate=0.1),
    }
    answer_kinds: ClassVar[tuple[str, ...]] = ("integer", "number")
    ledgers: ClassVar[tuple[str, ...]] = ("toy",)
    environment: ClassVar[BoxEnvironment] = BoxEnvironment(recipe=Path(__file__).parent / "image")

    def synthesise(self, out: Path, seed: int, scale: int | None, progress: Progress) -> None:
        """Write a table of visits; ``scale`` counts patients."""
        loader.synthesise(out, seed, scale)

    def build(self, raw: Path, out: Build, progress: Progress) -> None:
        """Copy the table and ask about each of its patients."""
        loader.build(raw, out)

    def size(self, build: Build, split: str) -> int:
        """Number of tasks of ``split`` in ``build``."""
        return len(loader.questions(build, split))

    def task(self, build: Build, split: str, index: int) -> Task:
        """One question about one patient."""
        question = loader.question(build, split, index)
        return Task(
            family=self.name,
            split=split,
            index=index,
            category=question.category,
            turns=(Turn(question=question.text, answer=oracle.answer_kind(question.category)),),
            context="Costs are whole numbers of cents; each visit is one row of the table.",
            info=(InfoSource(name="visits", kind="csv", path=loader.TABLE, description="the visits"),),
            mounts=(loader.TABLE,),
            limits=Limits(steps=8, action_s=30, memory_mb=512),
        )

    def gold(self, build: Build, task: Task) -> Gold:
        """Computed from the table."""
        return oracle.gold(build, loader.question(build, task.split, task.index))

    def reference(self, build: Build, task: Task) -> Sequence[ActionCall]:
        """A program that reads the table."""
        return oracle.reference(loader.question(build, task.split, task.index))

    def subjects(self, build: Build, split: str) -> Iterable[str]:
        """The patients that the questions name."""
        return [f"toy/patient/{question.patient}" for question in loader.questions(build, split)]
