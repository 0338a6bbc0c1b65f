"""Questions of our own as tasks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib import resources

from medgym_core import ActionCall, Build, Gold, Task, TaskSet, Turn
from medgym_ehr.hospital import loader as stored
from medgym_ehr.hospital.asked import Asked, database
from medgym_plugin_treqs import oracle
from medgym_plugin_treqs.loader import DATABASE
from medgym_plugin_treqs.questions import ANSWERS, CATEGORIES

CONVENTIONS = resources.files(__package__).joinpath("conventions.txt").read_text(encoding="utf-8").rstrip()


@dataclass(frozen=True)
class OwnQuestions(TaskSet):
    """Questions of the family's templates."""

    notice: str = ""
    """What the prompt adds to the conventions."""

    def size(self, build: Build, split: str) -> int:
        """Number of questions of ``split`` in ``build``."""
        return stored.size(build, split)

    def task(self, build: Build, split: str, index: int) -> Task:
        """One question, with the tables and the conventions in force."""
        question = stored.question(build, split, index)
        turn = Turn(question=question.text, answer=ANSWERS[question.template])
        conventions = "\n\n".join(filter(None, [CONVENTIONS, self.notice]))
        metadata = {"template": question.template}
        asked = Asked(CATEGORIES[question.template], (turn,), conventions, metadata)
        return asked.task(build.family, split, index, database("mimicsql", DATABASE), stored.tables(build))

    def gold(self, build: Build, task: Task) -> Gold:
        """All rows that the reference query finds in the build's database."""
        return oracle.gold(build.public / DATABASE, stored.question(build, task.split, task.index))

    def reference(self, build: Build, task: Task) -> Sequence[ActionCall]:
        """The reference query, submitted as SQL."""
        return oracle.reference(stored.question(build, task.split, task.index).sql)

    def chance_rate(self, build: Build, split: str) -> float:
        """What the best constants pass; more than declared in a small build."""
        return stored.read_report(build).constant(split)

    def subjects(self, build: Build, split: str) -> Iterable[str]:
        """Patients and values that the split's questions name."""
        for index in range(self.size(build, split)):
            yield from oracle.subjects(build.public / DATABASE, stored.question(build, split, index))
