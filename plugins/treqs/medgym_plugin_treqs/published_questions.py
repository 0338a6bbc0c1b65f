"""Published questions as tasks."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import resources

from medgym_core import ActionCall, Build, Gold, Task, TaskSet, Turn
from medgym_ehr.hospital.asked import Asked, database
from medgym_ehr.hospital.loader import tables
from medgym_plugin_treqs import oracle, published

_FILE = resources.files(__package__).joinpath("published-conventions.txt")
CONVENTIONS = _FILE.read_text(encoding="utf-8").rstrip()


class PublishedQuestions(TaskSet):
    """Questions of a user's own files; they promise nothing of whom they name."""

    def size(self, build: Build, split: str) -> int:
        """Number of questions of ``split`` in ``build``; 0 where its file was not given."""
        return published.size(build, split)

    def task(self, build: Build, split: str, index: int) -> Task:
        """One question, with the tables and the conventions in force."""
        question = published.question(build, split, index)
        turn = Turn(question=question.question, answer=published.answer_kind(question))
        category = published.solution(build, split, index).category
        asked = Asked(category, (turn,), CONVENTIONS, {"id": question.id})
        source = database("mimicsql", published.DATABASE)
        return asked.task(build.family, split, index, source, tables(build))

    def gold(self, build: Build, task: Task) -> Gold:
        """All rows that the published query finds in the build's database."""
        return Gold([*(published.solution(build, task.split, task.index).gold or [])])

    def reference(self, build: Build, task: Task) -> Sequence[ActionCall]:
        """The published query, submitted as SQL."""
        return oracle.reference(published.solution(build, task.split, task.index).sql or "")

    def chance_rate(self, build: Build, split: str) -> float:
        """What the most frequent answer passes."""
        return published.constant(build, split)
