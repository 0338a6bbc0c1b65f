"""The task family: questions on a hospital database, its own and published ones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from pydantic import JsonValue

from medgym_core import (
    ActionCall,
    Build,
    Category,
    DataCheck,
    DataError,
    Gold,
    Progress,
    Split,
    Task,
    TaskFamily,
    Tier,
    Turn,
)
from medgym_ehr import demo
from medgym_ehr.hospital import elsewhere, loader, oracle, published
from medgym_ehr.hospital.asked import Asked, database
from medgym_ehr.hospital.category import CATEGORIES
from medgym_ehr.hospital.description import Hospital
from medgym_ehr.ledger import subject
from medgym_ehr.questions.facts import kind
from medgym_ehr.rewording import NOTICE
from medgym_raw import checking, unpacked

ABSTENTION = (
    "Where the data holds nothing that answers the question, the answer is null: no such patient, visit or "
    "event, none in the time asked about, or nothing of the kind at all. Then lists, sums and times are "
    "null, too; a count of nothing is 0, and whether there is something is answered with no."
)
PUBLISHED: Mapping[str, Split] = {
    "published-train": Split(size=0, counted=False),
    "published-valid": Split(size=0, evaluation=True, counted=False),
    "published-test": Split(size=0, evaluation=True, counted=False),
}
"""Splits that a user's own question files fill."""


class HospitalFamily(TaskFamily):
    """Questions on one hospital database in nine categories; a family adds its identity and its hospital."""

    hospital: ClassVar[Hospital]
    """What is the family's own."""
    categories: ClassVar[tuple[Category, ...]] = CATEGORIES
    answer_kinds: ClassVar[tuple[str, ...]] = (
        "boolean",
        "datetime",
        "integer",
        "number",
        "set",
        "table",
        "text",
    )

    def synthesise(self, out: Path, seed: int, scale: int | None, progress: Progress) -> None:
        """Write synthetic raw files in the published layout; ``scale`` counts patients at home."""
        patients = scale or self.hospital.patients
        self.hospital.synthesise(out, seed, patients, progress)
        if other := self.hospital.elsewhere:
            beside = other.patients_beside(patients, self.hospital.patients)
            other.synthesise(out / elsewhere.FOLDER, seed, beside, progress)

    def build(self, raw: Path, out: Build, progress: Progress) -> None:
        """Build the database and ask its questions; see ``loader.py``."""
        loader.build(self.hospital, raw, out, progress)

    def check(self, raw: Path, home: Path, progress: Progress) -> DataCheck:
        """What a build finds of published questions: a line for each split, a remark for each left out."""
        with checking(self, raw, home) as build, unpacked(raw, build.root.parent) as folder:
            if published.release_of(self.hospital, folder) is None:
                raise DataError(
                    f"{raw} holds no published questions beside the data; there is nothing to check"
                )
            self.build(folder, build, progress)
            return published.read(build).check()

    def size(self, build: Build, split: str) -> int:
        """Number of tasks of ``split`` in ``build``."""
        return published.size(build, split) if split in published.SPLITS else loader.size(build, split)

    def task(self, build: Build, split: str, index: int) -> Task:
        """One question, with the tables and the conventions in force."""
        asked = self._published if split in published.SPLITS else self._asked
        source = database(self.hospital.name, self._database(split))
        tables = loader.tables(build, split)
        return asked(build, split, index).task(self.name, split, index, source, tables)

    def gold(self, build: Build, task: Task) -> Gold:
        """What the reference query finds in the build's database."""
        if task.split in published.SPLITS:
            return published.gold(published.solution(build, task.split, task.index))
        question = loader.question(build, task.split, task.index)
        return oracle.gold(self.hospital.repertoire, build.public / self._database(task.split), question)

    def reference(self, build: Build, task: Task) -> Sequence[ActionCall]:
        """The reference query, submitted as SQL; where the data cannot answer, a search that shows it."""
        if task.split in published.SPLITS:
            return published.reference(published.solution(build, task.split, task.index))
        question = loader.question(build, task.split, task.index)
        return oracle.reference(self.hospital.repertoire, question, f"data/{self._database(task.split)}")

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
        dialect = self.hospital.dialect
        for index in range(self.size(build, split)):
            for name, value in loader.question(build, split, index).slots.items():
                if kind(name) in dialect.partitioned:
                    yield subject(dialect.source, kind(name), value)

    def tier_of(self, raw: Path) -> Tier:
        """``OPEN`` where ``raw`` is one of the open demos, else as published."""
        return demo.tier_of(raw, self.tier)

    def report(self, build: Build) -> str:
        """Rows of the database, how questions and answers are spread, how published questions fared."""
        ours = loader.read_report(build).text()
        return f"{ours}\n{published.report(build)}" if published.is_built(build) else ours

    def _database(self, split: str) -> str:
        """Path of the database that a split is about."""
        return self.hospital.database_elsewhere if split == elsewhere.SPLIT else self.hospital.database

    def _asked(self, build: Build, split: str, index: int) -> Asked:
        known, question = self.hospital.repertoire, loader.question(build, split, index)
        abstains = split == "abstention"
        turn = Turn(question=question.text, answer=oracle.answer_kind(known, question, nullable=abstains))
        notices = [ABSTENTION] * abstains + [NOTICE] * (split == "reworded")
        conventions = "\n\n".join([self.hospital.conventions, *notices])
        metadata: dict[str, JsonValue] = {"template": question.template, "tags": list(question.tags)}
        return Asked(known.categories[question.template], (turn,), conventions, metadata)

    def _published(self, build: Build, split: str, index: int) -> Asked:
        question = published.question(build, split, index)
        solution = published.solution(build, split, index)
        turn = Turn(question=question.question, answer=published.answer_kind(question))
        metadata: dict[str, JsonValue] = {
            "id": question.id,
            "tags": [*solution.time_tags, *solution.operation_tags],
        }
        return Asked(solution.category, (turn,), published.conventions(build), metadata)
