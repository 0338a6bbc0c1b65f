"""The catalogue: a build's questions, stored in its private half and read one at a time."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import lru_cache
from itertools import zip_longest
from pathlib import Path

from medgym_core import DataError, Progress
from medgym_ehr.ledger import Half
from medgym_ehr.questions.dialect import Dialect, connect, prepared
from medgym_ehr.questions.planner import Planner
from medgym_ehr.questions.template import Question, Template

ALONE = 2000
"""So many questions are planned in one process; more are shared out over the cores."""


@dataclass(frozen=True)
class Portion:
    """The questions of one split."""

    split: str
    """Name of the split; other splits of the same half draw other questions."""
    half: Half
    """Half of the ledger that its questions are about."""
    size: int
    """Number of questions wanted."""


def plan_all(
    database: Path,
    dialect: Dialect,
    templates: Sequence[Template],
    portions: Sequence[Portion],
    progress: Progress,
) -> dict[str, list[Question]]:
    """The questions of every portion, one of each template in turn; fewer where the data has no more."""
    from joblib import Parallel, cpu_count, delayed  # type: ignore[import-untyped]

    jobs = cpu_count() if sum(portion.size for portion in portions) > ALONE else 1
    counts = [-(-portion.size // len(templates)) for portion in portions]
    planned: list[list[list[Question]]] = []
    with prepared(database, dialect) as copy:
        asked = Parallel(n_jobs=jobs, return_as="generator")(
            delayed(_shards)(copy, dialect, template, portions, counts) for template in templates
        )
        for place, shards in enumerate(asked):
            progress("asking questions", place / len(templates))
            planned.append(shards)
    return {
        portion.split: in_turn(shards)[: portion.size]
        for portion, shards in zip(portions, map(list, zip(*planned, strict=True)), strict=True)
    }


def _shards(
    database: Path, dialect: Dialect, template: Template, portions: Sequence[Portion], counts: Sequence[int]
) -> list[list[Question]]:
    """What one template asks in every portion: its facts are read and its SQL is written once."""
    planner = _planner(database, dialect)
    return [
        planner.plan(template, portion.half, count, portion.split)
        for portion, count in zip(portions, counts, strict=True)
    ]


@lru_cache(maxsize=1)
def _planner(database: Path, dialect: Dialect) -> Planner:
    return Planner(database, dialect)


def in_turn(shards: list[list[Question]]) -> list[Question]:
    """One question of each shard in turn."""
    return [question for turn in zip_longest(*shards) for question in turn if question]


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
