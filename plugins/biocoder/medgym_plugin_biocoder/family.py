"""The task family `biocoder`: who it is, and what it asks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib import metadata
from pathlib import Path
from typing import ClassVar

from medgym_core import (
    ActionCall,
    BoxEnvironment,
    Build,
    Category,
    DataCheck,
    FileSpec,
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
from medgym_plugin_biocoder import loader, oracle, published, repair, rewording
from medgym_plugin_biocoder.hidden import examples
from medgym_plugin_biocoder.problems.categories import CATEGORIES, PUBLISHED
from medgym_plugin_biocoder.question import described, question

REWORDED = 200
"""Reworded tasks of the default build: 25 problems in eight voices."""


class BioCoder(TaskFamily):
    """Functions and methods of bioinformatics, graded on hidden calls."""

    name: ClassVar[str] = "biocoder"
    version: ClassVar[str] = metadata.version("medgym-plugin-biocoder")
    title: ClassVar[str] = "BioCoder: bioinformatics functions"
    summary: ClassVar[str] = (
        "Write a bioinformatics function, or the missing part of a program, to given rules."
    )
    tier: ClassVar[Tier] = Tier.OPEN
    licence: ClassVar[str] = (
        "CC-BY-4.0 for the published tasks, which are not here; Apache-2.0 for generated ones"
    )
    citation: ClassVar[str] = (
        "Tang X et al. BioCoder: a benchmark for bioinformatics code generation with large language models. "
        "Bioinformatics 2024;40(S1):i266, https://arxiv.org/abs/2308.16458"
    )
    categories: ClassVar[tuple[Category, ...]] = (*CATEGORIES, PUBLISHED)
    splits: ClassVar[Mapping[str, Split]] = {
        "train": Split(size=loader.SIZES["train"], chance_rate=0.0),
        "test": Split(size=loader.SIZES["test"], evaluation=True, chance_rate=0.0),
        rewording.SPLIT: Split(
            size=REWORDED, evaluation=True, chance_rate=0.0, counted=False, novel="wording"
        ),
        "ood": Split(
            size=loader.SIZES["ood"], evaluation=True, chance_rate=0.0, counted=False, novel="requirement"
        ),
        **{
            split: Split(
                size=size,
                evaluation=split != "repair-train",
                chance_rate=0.0,
                counted=False,
                novel="requirement" if split == "repair-ood" else "instance",
                horizon=repair.HORIZON,
            )
            for split, size in repair.SIZES.items()
        },
        "published-train": Split(size=0, chance_rate=0.0, counted=False),
        "published-test": Split(size=0, evaluation=True, chance_rate=0.0, counted=False),
    }
    answer_kinds: ClassVar[tuple[str, ...]] = ("python-file",)
    suites: ClassVar[Mapping[str, str]] = {"medagentgym": "internal"}
    ledgers: ClassVar[tuple[str, ...]] = ("biocoder",)
    environment: ClassVar[BoxEnvironment] = BoxEnvironment(
        recipe=Path(__file__).parent / "image", preload=("numpy", "pandas")
    )

    def synthesise(self, out: Path, seed: int, scale: int | None, progress: Progress) -> None:
        """Write the number of tasks and the salt of their cases; ``scale`` counts those of train and test."""
        loader.synthesise(out, seed, scale, progress)

    def build(self, raw: Path, out: Build, progress: Progress) -> None:
        """Prove every generated task, or test every published one; see ``loader.py``."""
        loader.build(raw, out, progress)

    def check(self, raw: Path, home: Path, progress: Progress) -> DataCheck:
        """Test every row of a copy of the published set; a line for each that cannot be a task."""
        return published.check(raw, home, progress)

    def report(self, build: Build) -> str | None:
        """Published rows that became tasks, and those that did not with the reason."""
        return published.report(build)

    def size(self, build: Build, split: str) -> int:
        """Number of tasks of ``split`` in ``build``."""
        return published.size(build, split) if split in published.SPLITS else loader.size(build, split)

    def subjects(self, build: Build, split: str) -> Iterable[str]:
        """The parameter cells of generated tasks, packages to repair, the functions of published ones."""
        if split in published.SPLITS:
            return published.subjects(build, split)
        if split in repair.SPLITS:
            return (f"{self.name}/{one}" for one in repair.subjects(split, self.size(build, split)))
        keys = {loader.cell(build, split, index).key for index in range(self.size(build, split))}
        return (f"{self.name}/cell/{key}" for key in sorted(keys))

    def task(self, build: Build, split: str, index: int) -> Task:
        """One function or method to write, or one package to repair."""
        if split in published.SPLITS:
            return published.task(build, split, index)
        if split in repair.SPLITS:
            return repair.task(self.name, split, loader.checked(build, split, index))
        cell = loader.cell(build, split, index)
        file = FileSpec(path=oracle.FILE, format="python", max_bytes=2**18, description=described(cell))
        shown = examples(cell, loader.salt(build))
        text, context, metadata = (
            question(cell, shown),
            "",
            {"problem": cell.problem.name, "variant": cell.variant},
        )
        if split == rewording.SPLIT:
            _, voice = loader.restated(build, index)
            text, context = rewording.put(cell, shown, voice), rewording.NOTICE
            metadata = {**metadata, "voice": voice}
        return Task(
            family=self.name,
            split=split,
            index=index,
            category=cell.problem.category,
            turns=(Turn(question=text, files=(file,)),),
            context=context,
            verifier="programs",
            info=(
                InfoSource(
                    name="formats",
                    kind="documents",
                    path=loader.FORMATS,
                    description="short notes on file formats and notations",
                ),
            ),
            limits=Limits(steps=15, action_s=30, memory_mb=1024),
            metadata=metadata,
        )

    def gold(self, build: Build, task: Task) -> Gold:
        """Hidden cases drawn with the build's salt, each with what the reference returns."""
        if task.split in published.SPLITS:
            return published.gold(build, task)
        if task.split in repair.SPLITS:
            return repair.gold(task.split, task.index, loader.salt(build))
        return oracle.gold(loader.cell(build, task.split, task.index), loader.salt(build))

    def reference(self, build: Build, task: Task) -> Sequence[ActionCall]:
        """The problem's reference with the parameters of the task, in the form that the task asks for."""
        if task.split in published.SPLITS:
            return published.reference(build, task)
        if task.split in repair.SPLITS:
            return repair.reference(task.split, task.index)
        return oracle.reference(loader.cell(build, task.split, task.index))
