"""The task family `npowerai`: what size must a study have, and what power has it got?"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import metadata
from pathlib import Path
from tempfile import TemporaryDirectory
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
from medgym_plugin_npowerai import loader
from medgym_plugin_npowerai.questions import Questions
from medgym_plugin_npowerai.rewording import NOTICE, REWORDED
from medgym_raw import check_of, unpacked


class NPowerAI(TaskSetFamily):
    """Sample size and power for six tests of clinical research."""

    name: ClassVar[str] = "npowerai"
    version: ClassVar[str] = metadata.version("medgym-plugin-npowerai")
    title: ClassVar[str] = "N-PowerAI: sample size and power analysis"
    summary: ClassVar[str] = (
        "Compute the sample size or the power of clinical studies under six statistical tests."
    )
    tier: ClassVar[Tier] = Tier.OPEN
    licence: ClassVar[str] = (
        "Apache-2.0 for the generated questions; no licence found for the published ones, which are not here"
    )
    citation: ClassVar[str] = "N-PowerAI, as distributed with MedAgentGym, https://arxiv.org/abs/2506.04405"
    categories: ClassVar[tuple[Category, ...]] = tuple(
        Category(name=test, description=title) for test, title in loader.TITLES.items()
    )
    splits: ClassVar[Mapping[str, Split]] = {
        "train": Split(size=loader.SIZES["train"], chance_rate=0.03),
        "test": Split(size=loader.SIZES["test"], evaluation=True, chance_rate=0.06),
        "reworded": Split(size=REWORDED, evaluation=True, chance_rate=0.07, counted=False, novel="wording"),
        "ood": Split(
            size=loader.SIZES["ood"], evaluation=True, chance_rate=0.08, counted=False, novel="requirement"
        ),
        "published-train": Split(size=0, counted=False),
        "published-test": Split(size=0, evaluation=True, counted=False),
    }
    task_sets: ClassVar[Mapping[str, TaskSet]] = {
        **dict.fromkeys(loader.SPLITS, Questions()),
        "reworded": Questions(NOTICE),
    }
    suites: ClassVar[Mapping[str, str]] = {"medagentgym": "external"}
    answer_kinds: ClassVar[tuple[str, ...]] = ("integer", "number")
    environment: ClassVar[BoxEnvironment] = BoxEnvironment(
        recipe=Path(__file__).parent / "image", preload=("numpy", "scipy.stats")
    )

    def synthesise(self, out: Path, seed: int, scale: int | None, progress: Progress) -> None:
        """Write generated questions in the published layout; ``scale`` counts rows of both splits."""
        loader.synthesise(out, seed, scale, progress)

    def build(self, raw: Path, out: Build, progress: Progress) -> None:
        """Read generated or published rows; see ``loader.py``."""
        loader.build(raw, out, progress)

    def check(self, raw: Path, home: Path, progress: Progress) -> DataCheck:
        """Recompute every row; a line for each test, and a remark for each row that is no task."""
        with TemporaryDirectory() as scratch, unpacked(raw, Path(scratch)) as folder:
            _, report = loader.load(folder, progress)
        return check_of(report.verdicts, report.lines())

    def report(self, build: Build) -> str:
        """Rows that agree with their recomputed answer, rows that do not, and rows left out."""
        return loader.read_report(build).text()
