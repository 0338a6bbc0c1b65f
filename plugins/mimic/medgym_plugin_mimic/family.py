"""The task family `mimic`: questions on a hospital database."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib import metadata, resources
from pathlib import Path
from typing import ClassVar, NamedTuple

from pydantic import JsonValue

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
from medgym_ehr.mimic3.ehrsql.dialect import DIALECT
from medgym_ehr.questions.facts import kind
from medgym_plugin_mimic import loader, oracle, published
from medgym_plugin_mimic.questions import CATEGORIES

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


class _Asked(NamedTuple):
    """What tells one task from another."""

    category: str
    turn: Turn
    conventions: str
    metadata: Mapping[str, JsonValue]


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
        "train": Split(size=loader.SIZES["train"], chance_rate=0.12),
        "test": Split(size=loader.SIZES["test"], evaluation=True, chance_rate=0.12),
        "abstention": Split(
            size=loader.SIZES["abstention"], evaluation=True, chance_rate=0.45, counted=False
        ),
        "published-train": Split(size=0, counted=False),
        "published-valid": Split(size=0, evaluation=True, counted=False),
        "published-test": Split(size=0, evaluation=True, counted=False),
    }
    answer_kinds: ClassVar[tuple[str, ...]] = (
        "boolean",
        "datetime",
        "integer",
        "number",
        "set",
        "table",
        "text",
    )
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
        return published.size(build, split) if split in published.SPLITS else loader.size(build, split)

    def task(self, build: Build, split: str, index: int) -> Task:
        """One question, with the tables and the conventions in force."""
        asked = self._published if split in published.SPLITS else self._asked
        category, turn, conventions, metadata = asked(build, split, index)
        return Task(
            family=self.name,
            split=split,
            index=index,
            category=category,
            turns=(turn,),
            context=f"{conventions}\n\nTables\n{loader.tables(build)}",
            info=(
                InfoSource(
                    name="mimic",
                    kind="sqlite",
                    path=loader.DATABASE,
                    description="tables, columns and values of the database",
                ),
            ),
            mounts=(loader.DATABASE,),
            database=Database(path=loader.DATABASE),
            limits=Limits(steps=15, action_s=120, memory_mb=2048),
            metadata=metadata,
        )

    def gold(self, build: Build, task: Task) -> Gold:
        """What the reference query finds in the build's database."""
        if task.split in published.SPLITS:
            return published.gold(published.solution(build, task.split, task.index))
        return oracle.gold(build.public / loader.DATABASE, loader.question(build, task.split, task.index))

    def reference(self, build: Build, task: Task) -> Sequence[ActionCall]:
        """The reference query, submitted as SQL; where the data cannot answer, a search that shows it."""
        if task.split in published.SPLITS:
            return published.reference(published.solution(build, task.split, task.index))
        return oracle.reference(loader.question(build, task.split, task.index), f"data/{loader.DATABASE}")

    def chance_rate(self, build: Build, split: str) -> float:
        """As declared; of a user's copy, what its best constants pass if that is more."""
        declared = self.splits[split].chance_rate
        if split in published.SPLITS:
            return published.constant(build, split)
        if build.source.kind == "synthetic":
            return declared
        return max(declared, loader.read_report(build).constant(split))

    def subjects(self, build: Build, split: str) -> Iterable[str]:
        """Patients and values that the split's questions name; published splits keep no such promise."""
        if split in published.SPLITS:
            return
        for index in range(self.size(build, split)):
            for name, value in loader.question(build, split, index).slots.items():
                if kind(name) in DIALECT.partitioned:
                    yield subject(DIALECT.source, kind(name), value)

    def report(self, build: Build) -> str:
        """Rows of the database, how questions and answers are spread, how published questions fared."""
        ours = loader.read_report(build).text()
        return f"{ours}\n{published.report(build)}" if published.is_built(build) else ours

    def _asked(self, build: Build, split: str, index: int) -> _Asked:
        question = loader.question(build, split, index)
        abstains = split == "abstention"
        turn = Turn(question=question.text, answer=oracle.answer_kind(question, nullable=abstains))
        conventions = "\n\n".join([_conventions(), *([ABSTENTION] * abstains)])
        metadata: dict[str, JsonValue] = {"template": question.template, "tags": list(question.tags)}
        return _Asked(CATEGORIES[question.template], turn, conventions, metadata)

    def _published(self, build: Build, split: str, index: int) -> _Asked:
        question = published.question(build, split, index)
        solution = published.solution(build, split, index)
        turn = Turn(question=question.question, answer=published.answer_kind(question))
        metadata: dict[str, JsonValue] = {
            "id": question.id,
            "tags": [*solution.time_tags, *solution.operation_tags],
        }
        return _Asked(solution.category, turn, published.conventions(build), metadata)


@cache
def _conventions() -> str:
    return resources.files(__package__).joinpath("conventions.txt").read_text(encoding="utf-8").rstrip()
