"""The task family `biodsbench`: who it is, and what it asks."""

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
    Number,
    Progress,
    Split,
    Task,
    TaskFamily,
    Tier,
    Turn,
)
from medgym_plugin_biodsbench import loader, oracle

CONTEXT = """\
data/visits.csv has one visit a row: patient, day, and sbp_mmhg and dbp_mmhg, the systolic and diastolic
pressure in mmHg. The mean arterial pressure of a visit is (sbp + 2 dbp) / 3."""


class BiodsbenchFamily(TaskFamily):
    """Mean arterial pressures from a table of visits."""

    name: ClassVar[str] = "biodsbench"
    # EDIT: raise it, here and in pyproject.toml, whenever scores stop being comparable.
    version: ClassVar[str] = "0.1.0"
    title: ClassVar[str] = "BioDSBench"
    # EDIT: one sentence that says what is asked of the agent.
    summary: ClassVar[str] = "Compute a patient's mean arterial pressure from a table of visits."
    # EDIT: how sensitive the published data is. Synthetic builds are open, whatever stands here.
    tier: ClassVar[Tier] = Tier.OPEN
    licence: ClassVar[str] = "ODbL 1.0"
    # EDIT: the paper or page to cite for the data.
    citation: ClassVar[str] = "Invented example data"
    # EDIT: the kinds of question by which reports are broken down.
    categories: ClassVar[tuple[Category, ...]] = (
        Category(name="blood pressure", description="blood pressures of a year of visits"),
    )
    # EDIT: tasks of the default build, and the highest mean reward of an agent that ignores the question.
    splits: ClassVar[Mapping[str, Split]] = {
        "train": Split(size=106, chance_rate=0.1),
        "test": Split(size=44, evaluation=True, chance_rate=0.1),
    }
    # EDIT: what the tasks ask for: kinds of answer, formats of files as in "csv-file", "state" of a service.
    answer_kinds: ClassVar[tuple[str, ...]] = ("number",)
    # EDIT: who else derives from the same source has the same ledger of subjects, such as "mimic-iii".
    ledgers: ClassVar[tuple[str, ...]] = ("biodsbench",)
    # EDIT: name in `preload` what the boxes import at every start, such as ("numpy",).
    environment: ClassVar[BoxEnvironment] = BoxEnvironment(recipe=Path(__file__).parent / "image")

    def synthesise(self, out: Path, seed: int, scale: int | None, progress: Progress) -> None:
        """Write invented visits in the raw layout; ``scale`` counts patients."""
        loader.synthesise(out, seed, scale, progress)

    def build(self, raw: Path, out: Build, progress: Progress) -> None:
        """Read visits, invented or published; see ``loader.py``."""
        loader.build(raw, out, progress)

    def size(self, build: Build, split: str) -> int:
        """One task for each patient of the split."""
        return len(loader.patients(build, split))

    def subjects(self, build: Build, split: str) -> Iterable[str]:
        """The patients; no other split, and no other family on the same source, may name them."""
        # EDIT: name them as every family of the ledger does, as in mimic-iii/patient/10006.
        return (f"{self.name}/patient/{patient}" for patient in loader.patients(build, split))

    def task(self, build: Build, split: str, index: int) -> Task:
        """The question about one patient."""
        patient = loader.pick(loader.patients(build, split), index)
        # EDIT: the question, and everything that its grading relies on: definitions, units, rounding, ties.
        question = f"What is the mean arterial pressure of patient {patient}, averaged over all visits?"
        return Task(
            family=self.name,
            split=split,
            index=index,
            category="blood pressure",
            turns=(Turn(question=question, answer=Number(unit="mmHg", abs_tol=0.01)),),
            context=CONTEXT,
            info=(InfoSource(name="visits", kind="csv", path="visits.csv", description="all visits"),),
            mounts=("visits.csv",),
            limits=Limits(steps=10, action_s=30, memory_mb=512),
        )

    def gold(self, build: Build, task: Task) -> Gold:
        """The right answer, computed from the build."""
        patient = loader.patients(build, task.split)[task.index]
        return oracle.gold(loader.visits(build, patient))

    def reference(self, build: Build, task: Task) -> Sequence[ActionCall]:
        """One text for all tasks: it reads the question as the agent does, and holds no answer."""
        return oracle.reference()
