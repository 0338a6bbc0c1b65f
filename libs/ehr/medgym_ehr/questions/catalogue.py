"""The catalogue: a build's questions, stored in its private half and read one at a time."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path

from medgym_core import DataError, Progress
from medgym_ehr.ledger import Half
from medgym_ehr.questions.crossing import crossed
from medgym_ehr.questions.dialect import Dialect, connect
from medgym_ehr.questions.planner import Planner
from medgym_ehr.questions.portion import Portion, plan_portions
from medgym_ehr.questions.template import Question, Template

UNANSWERED = "unanswered"
"""The portion of questions that the data cannot answer."""


def plan_all(
    database: Path, dialect: Dialect, portions: Sequence[Portion[Template]], progress: Progress
) -> dict[str, list[Question]]:
    """The questions of every portion; see :func:`plan_portions`."""
    return plan_portions(database, dialect, portions, _planned, progress)


def _planned(planner: Planner, template: Template, half: Half, count: int, split: str) -> list[Question]:
    if split == UNANSWERED:
        return crossed(planner, template, half, count)
    return planner.plan(template, half, count, split)


def write(path: Path, questions: Mapping[str, Sequence[Question]]) -> None:
    """Store the questions of every split."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(
            "CREATE TABLE question (split TEXT, place INTEGER, body TEXT, PRIMARY KEY (split, place))"
        )
        connection.executemany(
            "INSERT INTO question VALUES (?, ?, ?)",
            (
                (split, place, question.model_dump_json())
                for split, asked in questions.items()
                for place, question in enumerate(asked)
            ),
        )


def question(path: Path, split: str, index: int) -> Question:
    """The question at ``index`` of ``split``.

    Raises:
        DataError: if there is none.
    """
    row = (
        connect(path)
        .execute("SELECT body FROM question WHERE split = ? AND place = ?", (split, index))
        .fetchone()
    )
    if row is None:
        raise DataError(f"{path} holds no question {index} of split {split!r}; it holds {size(path, split)}")
    return Question.model_validate_json(row[0])


def size(path: Path, split: str) -> int:
    """Number of questions of ``split``."""
    found: int = (
        connect(path).execute("SELECT count(*) FROM question WHERE split = ?", (split,)).fetchone()[0]
    )
    return found
