"""The task family `mimic`: questions on a hospital database."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib import metadata, resources
from pathlib import Path
from typing import ClassVar

from medgym_core import (
    ActionCall,
    BoxEnvironment,
    Build,
    Category,
    Database,
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
from medgym_ehr.ledger import subject
from medgym_plugin_mimic import loader, oracle
from medgym_plugin_mimic.dialect import DIALECT
from medgym_plugin_mimic.templates import CATEGORIES

DESCRIPTIONS = {
    "lookup": "facts and names about a patient, a visit or a code",
    "existence": "whether something happened, yes or no",
    "measurement": "values of labs, vital signs, volumes and stays, and their aggregates",
    "time": "when something happened, and how long ago",
    "change": "how values, volumes and prescriptions changed",
    "count": "how many patients, visits or events",
    "ranking": "what was most frequent",
    "cost": "prices and costs of care",
    "statistics": "survival, mortality, percentiles and rates",
}
"""Category to what it asks."""
ABSTENTION = "Where the data cannot answer the question, the answer is null."


class Mimic(TaskFamily):
    """Questions on MIMIC-III in nine categories."""

    name: ClassVar[str] = "mimic"
    version: ClassVar[str] = metadata.version("medgym-plugin-mimic")
    title: ClassVar[str] = "MIMIC-III: questions on a hospital database"
    summary: ClassVar[str] = (
        "Answer questions on a 17-table hospital database with SQL or Python: patients, stays, orders, "
        "measurements, costs."
    )
    tier: ClassVar[Tier] = Tier.CREDENTIALED
    licence: ClassVar[str] = (
        "PhysioNet Credentialed Health Data Licence 1.5.0 for MIMIC-III; Apache-2.0 for the questions and "
        "the synthetic data"
    )
    citation: ClassVar[str] = (
        "Johnson et al. 2016, doi:10.1038/sdata.2016.35 (MIMIC-III); "
        "Lee et al. 2022, arXiv 2301.07695 (EHRSQL)"
    )
    categories: ClassVar[tuple[Category, ...]] = tuple(
        Category(name=name, description=description) for name, description in DESCRIPTIONS.items()
    )
    splits: ClassVar[Mapping[str, Split]] = {
        "train": Split(size=loader.SIZES["train"], chance_rate=0.1),
        "test": Split(size=loader.SIZES["test"], evaluation=True, chance_rate=0.1),
        "abstention": Split(size=loader.SIZES["abstention"], evaluation=True, chance_rate=0.4),
    }
    environment: ClassVar[BoxEnvironment] = BoxEnvironment(
        recipe=Path(__file__).parent / "image", preload=("numpy", "pandas", "sqlite3")
    )

    def synthesise(self, out: Path, seed: int, scale: int | None, progress: Progress) -> None:
        """Write synthetic raw files in MIMIC-III's layout; ``scale`` counts patients."""
        loader.synthesise(out, seed, scale, progress)

    def build(self, raw: Path, out: Build, progress: Progress) -> None:
        """Build the database and ask its questions; see ``loader.py``."""
        loader.build(raw, out, progress)

    def size(self, build: Build, split: str) -> int:
        """Number of tasks of ``split`` in ``build``."""
        return loader.size(build, split)

    def task(self, build: Build, split: str, index: int) -> Task:
        """One question, with the tables and the conventions in force."""
        question = loader.question(build, split, index)
        abstains = split == "abstention"
        kind = oracle.answer_kind(question, nullable=abstains)
        return Task(
            family=self.name,
            split=split,
            index=index,
            category=CATEGORIES[question.template],
            turns=(Turn(question=question.text, answer=kind),),
            context="\n\n".join(
                [_conventions(), *([ABSTENTION] * abstains), f"Tables\n{loader.tables(build)}"]
            ),
            info=(
                InfoSource(
                    name="mimic",
                    kind="sqlite",
                    path=loader.DATABASE,
                    description="the 17 tables, their columns and values",
                ),
            ),
            mounts=(loader.DATABASE,),
            database=Database(path=loader.DATABASE),
            limits=Limits(steps=15, action_s=120, memory_mb=2048),
            metadata={"template": question.template, "tags": list(question.tags)},
        )

    def gold(self, build: Build, task: Task) -> Gold:
        """What the reference query finds in the build's database."""
        return oracle.gold(build.public / loader.DATABASE, loader.question(build, task.split, task.index))

    def reference(self, build: Build, task: Task) -> Sequence[ActionCall]:
        """The reference query, submitted as SQL."""
        return oracle.reference(loader.question(build, task.split, task.index), f"data/{loader.DATABASE}")

    def chance_rate(self, build: Build, split: str) -> float:
        """As declared; of a user's copy, what its best constants pass if that is more."""
        declared = self.splits[split].chance_rate
        if build.source.kind == "synthetic":
            return declared
        return max(declared, loader.read_report(build).constant(split))

    def subjects(self, build: Build, split: str) -> Iterable[str]:
        """Patients and values that the split's questions name."""
        for index in range(self.size(build, split)):
            for kind, value in loader.question(build, split, index).slots.items():
                if (bare := kind.rstrip("23")) in DIALECT.partitioned:
                    yield subject(DIALECT.source, bare, value)

    def report(self, build: Build) -> str:
        """Rows of the database, and how questions and answers are spread."""
        return loader.read_report(build).text()


@cache
def _conventions() -> str:
    return resources.files(__package__).joinpath("conventions.txt").read_text(encoding="utf-8").rstrip()
