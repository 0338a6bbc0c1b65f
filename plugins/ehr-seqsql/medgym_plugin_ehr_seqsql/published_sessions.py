"""Published sessions as tasks."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import resources

from medgym_core import ActionCall, Build, Gold, Task, TaskSet, Turn
from medgym_ehr.hospital.asked import Asked, database
from medgym_plugin_ehr_seqsql import loader, oracle, published

_FILE = resources.files(__package__).joinpath("published-conventions.txt")
CONVENTIONS = published.told(_FILE.read_text(encoding="utf-8").rstrip())


class PublishedSessions(TaskSet):
    """Sessions of a user's own file; they promise nothing of whom they name."""

    def size(self, build: Build, split: str) -> int:
        """Number of sessions of ``split`` in ``build``; 0 where no file was given."""
        return published.size(build, split)

    def task(self, build: Build, split: str, index: int) -> Task:
        """One session, with the tables and the conventions in force."""
        session = published.session(build, split, index)
        turns = tuple(
            Turn(question=turn.question, answer=published.answer_kind(turn)) for turn in session.turns
        )
        asked = Asked(session.category, turns, CONVENTIONS, {"id": session.id})
        source = database("mimic", loader.DATABASE)
        return asked.task(build.family, split, index, source, loader.tables(build))

    def gold(self, build: Build, task: Task) -> Gold:
        """The rows of every turn's query."""
        return published.gold(build, task.split, task.index)

    def reference(self, build: Build, task: Task) -> Sequence[ActionCall]:
        """One submission a turn: the published query."""
        return oracle.reference(published.queries(build, task.split, task.index))

    def chance_rate(self, build: Build, split: str) -> float:
        """What the most frequent answers pass."""
        return published.constant(build, split)
