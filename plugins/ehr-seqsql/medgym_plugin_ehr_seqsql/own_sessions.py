"""Sessions of our own as tasks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib import resources

from pydantic import JsonValue

from medgym_core import ActionCall, Build, Gold, Task, TaskSet, Turn
from medgym_ehr.hospital.asked import Asked, database
from medgym_ehr.mimic3.ehrsql.conventions import CONVENTIONS
from medgym_plugin_ehr_seqsql import loader, oracle
from medgym_plugin_ehr_seqsql.questions import BY_ID

_OWN = resources.files(__package__).joinpath("conventions.txt").read_text(encoding="utf-8").rstrip()


@dataclass(frozen=True)
class OwnSessions(TaskSet):
    """Sessions of the family's templates."""

    notice: str = ""
    """What the prompt adds to the conventions."""

    def size(self, build: Build, split: str) -> int:
        """Number of sessions of ``split`` in ``build``."""
        return loader.size(build, split)

    def task(self, build: Build, split: str, index: int) -> Task:
        """One session, with the tables and the conventions in force."""
        session = loader.session(build, split, index)
        template = BY_ID[session.template]
        turns = tuple(
            Turn(question=turn.text, answer=step.answer)
            for step, turn in zip(template.steps, session.turns, strict=True)
        )
        metadata: dict[str, JsonValue] = {"template": template.id, "tags": list(session.tags)}
        conventions = "\n\n".join(filter(None, [f"{CONVENTIONS}\n{_OWN}", self.notice]))
        asked = Asked(template.category, turns, conventions, metadata)
        source = database("mimic", loader.DATABASE)
        return asked.task(build.family, split, index, source, loader.tables(build))

    def gold(self, build: Build, task: Task) -> Gold:
        """What the reference queries find in the build's database, turn by turn."""
        return oracle.gold(build.public / loader.DATABASE, loader.session(build, task.split, task.index))

    def reference(self, build: Build, task: Task) -> Sequence[ActionCall]:
        """One submission a turn: the reference query."""
        session = loader.session(build, task.split, task.index)
        return oracle.reference([turn.sql for turn in session.turns])

    def chance_rate(self, build: Build, split: str) -> float:
        """What the best constants pass; more than declared in a user's copy or a small build."""
        return loader.read_report(build).splits[split].constant

    def subjects(self, build: Build, split: str) -> Iterable[str]:
        """Patients and values that the split's sessions name."""
        for index in range(self.size(build, split)):
            yield from oracle.subjects(loader.session(build, split, index))
