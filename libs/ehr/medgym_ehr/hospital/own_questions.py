"""Questions of our own as tasks, at home and elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pydantic import JsonValue

from medgym_core import ActionCall, Build, Gold, Task, TaskSet, Turn
from medgym_ehr.hospital import loader, oracle
from medgym_ehr.hospital.asked import Asked, database
from medgym_ehr.hospital.description import Hospital
from medgym_ehr.ledger import subject
from medgym_ehr.questions.facts import kind


@dataclass(frozen=True)
class OwnQuestions(TaskSet):
    """Questions on the family's own hospital."""

    hospital: Hospital
    """Whom they ask about."""
    notice: str = ""
    """What the prompt adds to the conventions."""
    nullable: bool = False
    """Whether null may be the answer."""

    @property
    def database(self) -> str:
        """Path of their database in the public half."""
        return self.hospital.database

    def size(self, build: Build, split: str) -> int:
        """Number of questions of ``split`` in ``build``."""
        return loader.size(build, split)

    def task(self, build: Build, split: str, index: int) -> Task:
        """One question, with the tables and the conventions in force."""
        known, question = self.hospital.repertoire, loader.question(build, split, index)
        turn = Turn(
            question=question.text, answer=oracle.answer_kind(known, question, nullable=self.nullable)
        )
        conventions = "\n\n".join(filter(None, [self.hospital.conventions, self.notice]))
        metadata: dict[str, JsonValue] = {"template": question.template, "tags": list(question.tags)}
        asked = Asked(known.categories[question.template], (turn,), conventions, metadata)
        source = database(self.hospital.name, self.database)
        return asked.task(build.family, split, index, source, loader.tables(build, split))

    def gold(self, build: Build, task: Task) -> Gold:
        """What the reference query finds in the build's database."""
        question = loader.question(build, task.split, task.index)
        return oracle.gold(self.hospital.repertoire, build.public / self.database, question)

    def reference(self, build: Build, task: Task) -> Sequence[ActionCall]:
        """The reference query, submitted as SQL; where the data cannot answer, a search that shows it."""
        question = loader.question(build, task.split, task.index)
        return oracle.reference(self.hospital.repertoire, question, f"data/{self.database}")

    def chance_rate(self, build: Build, split: str) -> float:
        """Of a user's copy, what its best constants pass."""
        return 0.0 if build.source.kind == "synthetic" else loader.read_report(build).constant(split)

    def subjects(self, build: Build, split: str) -> Iterable[str]:
        """Patients and values that the split's questions name."""
        dialect = self.hospital.dialect
        for index in range(self.size(build, split)):
            for name, value in loader.question(build, split, index).slots.items():
                if kind(name) in dialect.partitioned:
                    yield subject(dialect.source, kind(name), value)


class QuestionsElsewhere(OwnQuestions):
    """The same on the other hospital."""

    @property
    def database(self) -> str:
        """Path of the other hospital's database in the public half."""
        return self.hospital.database_elsewhere
