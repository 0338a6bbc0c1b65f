"""Questions of sample size and power as tasks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from medgym_core import ActionCall, Build, Gold, InfoSource, Limits, Task, TaskSet, Turn
from medgym_plugin_npowerai import loader, oracle

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
"""Test to the conventions in force, as stated in the prompt."""
SHARED_CONVENTIONS = (
    "Two-sided power counts both tails; a one-sided test is in the direction of the expected effect.",
    "A sample size is the smallest whole number whose power is at least the one asked for, with groups in "
    "exactly the stated allocation.",
)
GLOSSARY = InfoSource(
    name="glossary",
    kind="documents",
    path="glossary.json",
    description="definitions of effect sizes and the formulas in force",
)


@dataclass(frozen=True)
class Questions(TaskSet):
    """A sample size or a power to compute for each task, whoever wrote the question."""

    notice: str = ""
    """What the prompt adds to the conventions."""

    def size(self, build: Build, split: str) -> int:
        """Number of questions of ``split`` in ``build``; 0 where its file was not given."""
        return loader.size(build, split)

    def task(self, build: Build, split: str, index: int) -> Task:
        """One question, with the conventions in force and what its text leaves open."""
        entry = loader.entry(build, split, index)
        context = [CONVENTIONS[entry.test], *SHARED_CONVENTIONS, *entry.assumptions, self.notice]
        return Task(
            family=build.family,
            split=split,
            index=index,
            category=entry.test,
            turns=(Turn(question=entry.question, answer=oracle.answer_kind(entry.target, entry.test)),),
            context="\n".join(filter(None, context)),
            info=(GLOSSARY,),
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
        """What the best constants pass of a user's copy; of generated data no more than declared counts."""
        return 0.0 if build.source.kind == "synthetic" else loader.read_report(build).chance_rate(split)
