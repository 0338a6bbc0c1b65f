"""The task family `biocoder`: who it is, and what it asks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from medgym_core import (
    ActionCall,
    BoxEnvironment,
    Build,
    Category,
    FileSpec,
    Gold,
    Limits,
    Progress,
    Split,
    Task,
    TaskFamily,
    Tier,
    Turn,
)
from medgym_plugin_biocoder import loader, oracle

FILE = FileSpec(path="solution.py", format="python", description="defines share_raised(readings)")


class BiocoderFamily(TaskFamily):
    """Functions on series of blood pressures, graded on hidden patients."""

    name: ClassVar[str] = "biocoder"
    # EDIT: raise it, here and in pyproject.toml, whenever scores stop being comparable.
    version: ClassVar[str] = "0.1.0"
    title: ClassVar[str] = "Write and complete bioinformatics functions"
    # EDIT: one sentence that says what is asked of the agent.
    summary: ClassVar[str] = "Write a function that judges a series of blood pressures."
    # EDIT: how sensitive the published data is. Synthetic builds are open, whatever stands here.
    tier: ClassVar[Tier] = Tier.OPEN
    licence: ClassVar[str] = "Apache-2.0"
    # EDIT: the paper or page to cite for the data.
    citation: ClassVar[str] = "Invented example data"
    # EDIT: the kinds of question by which reports are broken down.
    categories: ClassVar[tuple[Category, ...]] = (
        Category(name="blood pressure", description="blood pressures of a year of visits"),
    )
    # EDIT: tasks of the default build, and the highest mean reward of an agent that ignores the question.
    splits: ClassVar[Mapping[str, Split]] = {
        "train": Split(size=12, chance_rate=0.0),
        "test": Split(size=4, evaluation=True, chance_rate=0.0),
    }
    # EDIT: what the tasks ask for: kinds of answer, formats of files as in "csv-file", "state" of a service.
    answer_kinds: ClassVar[tuple[str, ...]] = ("python-file",)
    # EDIT: who else derives from the same source has the same ledger of subjects, such as "mimic-iii".
    ledgers: ClassVar[tuple[str, ...]] = ("biocoder",)
    # EDIT: name in `preload` what the boxes import at every start, such as ("numpy",).
    environment: ClassVar[BoxEnvironment] = BoxEnvironment(recipe=Path(__file__).parent / "image")

    def synthesise(self, out: Path, seed: int, scale: int | None, progress: Progress) -> None:
        """Write invented visits in the raw layout; ``scale`` counts patients."""
        loader.synthesise(out, seed, scale, progress)

    def build(self, raw: Path, out: Build, progress: Progress) -> None:
        """Read visits, invented or published; see ``loader.py``."""
        loader.build(raw, out, progress)

    def subjects(self, build: Build, split: str) -> Iterable[str]:
        """The limits that are asked about and the patients whose readings are the hidden inputs."""
        # EDIT: name them as every family of the ledger does, as in mimic-iii/patient/10006.
        yield from (f"{self.name}/limits/{sbp}-{dbp}" for sbp, dbp in loader.limits(split))
        yield from (f"{self.name}/patient/{patient}" for patient in loader.patients(build, split))

    def task(self, build: Build, split: str, index: int) -> Task:
        """A function for one pair of limits."""
        sbp, dbp = loader.pick(loader.limits(split), index)
        # EDIT: the question, and everything that its grading relies on: types, units, edge cases.
        question = (
            f"Write share_raised(readings) in solution.py. readings is a list of [systolic, diastolic] pairs "
            f"in mmHg. It returns the fraction of readings with a systolic pressure of at least {sbp} or a "
            f"diastolic pressure of at least {dbp}, and 0 for an empty list."
        )
        return Task(
            family=self.name,
            split=split,
            index=index,
            category="blood pressure",
            turns=(Turn(question=question, files=(FILE,)),),
            verifier="programs",
            limits=Limits(steps=10, action_s=30, memory_mb=512),
        )

    def gold(self, build: Build, task: Task) -> Gold:
        """Hidden cases from the patients of the split, each with what must be returned."""
        limits = loader.limits(task.split)[task.index]
        return oracle.gold(loader.patients(build, task.split), *limits)

    def reference(self, build: Build, task: Task) -> Sequence[ActionCall]:
        """One text for all tasks: it reads the question as the agent does."""
        return oracle.reference()
