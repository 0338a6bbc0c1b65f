"""Published questions as tasks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pydantic import JsonValue

from medgym_core import ActionCall, Build, Gold, Task, TaskSet, Turn
from medgym_ehr.hospital import loader, published
from medgym_ehr.hospital.asked import Asked, database
from medgym_ehr.hospital.description import Hospital


@dataclass(frozen=True)
class PublishedQuestions(TaskSet):
    """Questions of a user's own files; they promise nothing of whom they name."""

    hospital: Hospital
    """Whom they ask about."""

    def size(self, build: Build, split: str) -> int:
        """Number of questions of ``split`` in ``build``; 0 where no question files were given."""
        return published.size(build, split)

    def task(self, build: Build, split: str, index: int) -> Task:
        """One question, with the tables and the conventions of its release."""
        question = published.question(build, split, index)
        solution = published.solution(build, split, index)
        turn = Turn(question=question.question, answer=published.answer_kind(question))
        tags: list[JsonValue] = [*solution.time_tags, *solution.operation_tags]
        metadata: dict[str, JsonValue] = {"id": question.id, "tags": tags}
        asked = Asked(solution.category, (turn,), published.conventions(build), metadata)
        source = database(self.hospital.name, self.hospital.database)
        return asked.task(build.family, split, index, source, loader.tables(build))

    def gold(self, build: Build, task: Task) -> Gold:
        """The rows of the published query, or null."""
        return published.gold(published.solution(build, task.split, task.index))

    def reference(self, build: Build, task: Task) -> Sequence[ActionCall]:
        """The published query; of a question without one, null."""
        return published.reference(published.solution(build, task.split, task.index))

    def chance_rate(self, build: Build, split: str) -> float:
        """What the most frequent answer passes."""
        return published.constant(build, split)
