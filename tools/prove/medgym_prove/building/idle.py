"""B06: no condition of a question is idle, so who overlooks one is wrong.

Where the reference is SQL, it is asked again without each condition that it states, in all turns of a task at
once, and what it finds then is graded. A yes cannot depend on all of its conditions (what happened in May has
happened): of questions of yes or no, no more may keep their answer than a coin would.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import islice
from pathlib import Path

from pydantic import JsonValue
from sqlglot.errors import SqlglotError

from medgym_core import plugins
from medgym_core.answer import Boolean
from medgym_core.builds.making import gold_of
from medgym_core.errors import MedgymError
from medgym_core.family import TaskFamily
from medgym_core.source import Build
from medgym_core.task import Task
from medgym_core.verifier.contract import Submission, TurnSubmission
from medgym_prove.building.addressed import drawn
from medgym_prove.check import Check, Evidence
from medgym_prove.soundness import IMPLAUSIBLE
from medgym_prove.subject import Subject
from medgym_reading.relaxation import relaxations
from medgym_statistics.binomial import tail

SHARE = 0.01
"""Largest share of questions that may keep their answer without one of their conditions."""
MANY = 120
"""Most tasks of a split that are looked at."""
ROWS = 10_000
"""Of longer results so many rows are read."""
STEPS = 200_000_000
"""Instructions of SQLite after which a query is given up; its answer counts as another one."""
OPEN, CLOSED = "open", "yes-no"
"""Kinds of questions."""


def _no_idle_condition(subject: Subject) -> Evidence:
    family, build = subject.family, subject.build()
    tasks = [task for split in family.splits for task in drawn(family, build, split, MANY)]
    asked = {OPEN: 0, CLOSED: 0}
    kept: dict[str, list[str]] = {OPEN: [], CLOSED: []}
    for task in tasks:
        if queries := _queries(family, build, task):
            kind = CLOSED if isinstance(task.turns[-1].answer, Boolean) else OPEN
            asked[kind] += 1
            try:
                idle = next(_idle(family, build, task, queries), None)
            except (MedgymError, SqlglotError, sqlite3.Error) as error:
                return Evidence(examined=len(tasks), problems=(f"{task.id}: {error}",))
            if idle is not None:
                kept[kind].append(f"{task.id} has the same answer without {idle}")
    problems: list[str] = []
    for kind, found in kept.items():
        if _too_many(kind, len(found), asked[kind]):
            problems.append(f"{len(found)} of {asked[kind]} {kind} questions have an idle condition")
            problems += found[:3]
    figures: dict[str, JsonValue] = {
        kind: {"asked": asked[kind], "kept": len(found)} for kind, found in kept.items()
    }
    return Evidence(examined=len(tasks), problems=tuple(problems), figures=figures)


def _too_many(kind: str, kept: int, asked: int) -> bool:
    if kind == OPEN:
        return kept > SHARE * asked
    return kept > 0 and tail(kept, asked, 0.5) < IMPLAUSIBLE


def _queries(family: TaskFamily, build: Build, task: Task) -> list[str]:
    """The reference's query of every turn; none where it is not SQL or grading does not compare answers."""
    if task.verifier != "answer" or task.database is None:
        return []
    calls = [call.arguments for call in family.reference(build, task)]
    queries = [str(call["code"]) for call in calls if call.get("language") == "sql" and call.get("submit")]
    return queries if len(queries) == len(task.turns) == len(calls) else []


def _idle(family: TaskFamily, build: Build, task: Task, queries: Sequence[str]) -> Iterator[str]:
    """The conditions without which the answers of all turns are right."""
    gold, verifier = gold_of(family, build, task), plugins.verifier(task.verifier)
    assert task.database is not None
    without = [relaxations(query) for query in queries]
    for condition in dict.fromkeys(stated for each in without for stated in each):
        turns = []
        for query, each in zip(queries, without, strict=True):
            found = _found(build.public / task.database.path, each.get(condition, query))
            turns.append(TurnSubmission(answer=found, language="sql"))
        if verifier.grade(task, gold, Submission(turns=tuple(turns)), [], {}).reward == 1:
            yield condition


def _found(database: Path, query: str) -> str | None:
    """What a query finds, as a box would report it; None where it takes too long."""
    with closing(sqlite3.connect(f"{database.as_uri()}?mode=ro&immutable=1", uri=True)) as connection:
        connection.set_progress_handler(lambda: True, STEPS)
        try:
            cursor = connection.execute(query)
            rows = list(islice(cursor, ROWS))
        except sqlite3.OperationalError as error:
            if "interrupted" in str(error):
                return None
            raise
        names = [name for name, *_ in cursor.description]
        return json.dumps({"columns": names, "rows": rows}, default=bytes.hex)


B06 = Check(
    id="B06",
    level=1,
    title="questions whose reference is SQL have another answer without any one of their conditions",
    hint="Ask the reference again without each condition when a question is drawn (relaxations() gives the "
    "queries) and draw another where the answer stays; balance questions of yes or no so that without a "
    "condition the answer is always yes.",
    examine=_no_idle_condition,
)
