"""The task family `npowerai`: what size must a study have, and what power has it got?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import metadata
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import ClassVar

from medgym_core import (
    ActionCall,
    BoxEnvironment,
    Build,
    Category,
    DataCheck,
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
from medgym_plugin_npowerai import loader, oracle
from medgym_plugin_npowerai.rewording import NOTICE, REWORDED
from medgym_raw import check_of, unpacked

CONVENTIONS = {
    "one_sample_t": "Student's one-sample t test; power from the noncentral t distribution.",
    "two_sample_t": "Student's two-sample t test, equal variances; power from the noncentral t distribution.",
    "paired_t": "Student's t test on within-pair differences, sizes counted in pairs; power from the "
    "noncentral t distribution.",
    "one_way_anova": "Omnibus F test of equal groups; the effect size is Cohen's f, whose numerator is the "
    "population standard deviation of the group means (divisor: number of groups); power from the "
    "noncentral F distribution.",
    "chi_square": "Pearson's chi-square test without continuity correction; the effect size is Cohen's w; "
    "power from the noncentral chi-square distribution.",
    "cox_two_groups": "Two groups under proportional hazards; Freedman's formula with the stated hazard "
    "ratio and event probabilities.",
}
"""Test to the conventions in force, as told in the prompt."""
SHARED_CONVENTIONS = (
    "Two-sided power counts both tails; a one-sided test is in the direction of the expected effect.",
    "A sample size is the smallest whole number whose power is at least the one asked for, with groups in "
    "exactly the stated allocation.",
)


class NPowerAI(TaskFamily):
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

    def size(self, build: Build, split: str) -> int:
        """Number of tasks of ``split`` in ``build``."""
        return loader.size(build, split)

    def task(self, build: Build, split: str, index: int) -> Task:
        """One question, with the conventions in force."""
        entry = loader.entry(build, split, index)
        notices = [NOTICE] * (split == "reworded")
        return Task(
            family=self.name,
            split=split,
            index=index,
            category=entry.test,
            turns=(Turn(question=entry.question, answer=oracle.answer_kind(entry.target, entry.test)),),
            context="\n".join((CONVENTIONS[entry.test], *SHARED_CONVENTIONS, *entry.assumptions, *notices)),
            info=(
                InfoSource(
                    name="glossary",
                    kind="documents",
                    path="glossary.json",
                    description="definitions of effect sizes and the formulas in force",
                ),
            ),
            limits=Limits(steps=15, action_s=60, memory_mb=1024),
            metadata={"target": entry.target, "wording": entry.wording, "cell": entry.cell},
        )

    def gold(self, build: Build, task: Task) -> Gold:
        """The answer, recomputed from the parameters; published answers are never used."""
        return oracle.gold(loader.problem(build, task.split, task.index))

    def reference(self, build: Build, task: Task) -> Sequence[ActionCall]:
        """A solver with what the question states."""
        return oracle.reference(loader.problem(build, task.split, task.index))

    def chance_rate(self, build: Build, split: str) -> float:
        """As declared for generated questions; of a user's copy, what its best constants pass if more."""
        declared = self.splits[split].chance_rate
        if build.source.kind == "synthetic":
            return declared
        return max(declared, loader.read_report(build).chance_rate(split))

    def report(self, build: Build) -> str:
        """Rows that agree with their recomputed answer, rows that do not, and rows left out."""
        return loader.read_report(build).text()
