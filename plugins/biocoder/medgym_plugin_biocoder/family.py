"""The task family `biocoder`: who it is, and what it asks."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import metadata
from pathlib import Path
from typing import ClassVar

from medgym_core import (
    BoxEnvironment,
    Build,
    Category,
    DataCheck,
    Progress,
    Split,
    TaskSet,
    TaskSetFamily,
    Tier,
)
from medgym_plugin_biocoder import loader, published, repair, rewording
from medgym_plugin_biocoder.cell import NOVEL
from medgym_plugin_biocoder.functions import Functions, RewordedFunctions
from medgym_plugin_biocoder.problems.categories import CATEGORIES, PUBLISHED
from medgym_plugin_biocoder.published_functions import PublishedFunctions
from medgym_plugin_biocoder.repairs import Repairs

REWORDED = 200
"""Reworded tasks of the default build: 25 problems in eight voices."""


class BioCoder(TaskSetFamily):
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
    task_sets: ClassVar[Mapping[str, TaskSet]] = {
        **dict.fromkeys(("train", "test", NOVEL), Functions()),
        rewording.SPLIT: RewordedFunctions(),
        **dict.fromkeys(repair.SPLITS, Repairs()),
        **dict.fromkeys(published.SPLITS, PublishedFunctions()),
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
