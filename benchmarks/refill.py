"""What a program earns that fills training queries anew: ``python -m benchmarks.refill [FAMILY...]``.

It reads the training questions and their reference queries. Whatever stands in both is taken for a place, and
the rest of the question for a pattern. A question of another split that fits a pattern is answered by the
pattern's query with the question's own words in its places; one that fits none is not answered, which is
right where null is. A session is one pattern of all its questions, with the query of each. Nothing is
understood, so what this earns is the share of a split that training has shown already. Answers are compared
outside boxes.
"""

from __future__ import annotations

import argparse
import json
import re
import sqlite3
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from benchmarks.measure import show
from medgym_core import Build, Gold, Task, TaskFamily, ensure_build, gold_of, plugins
from medgym_core.builds.training import spread
from medgym_core.files import default_home
from medgym_core.verifier.answer import grade_answer
from medgym_core.verifier.contract import TurnSubmission

FAMILIES = ("mimic", "eicu", "treqs", "ehr-seqsql")
"""Those whose references are queries of one database."""
SPLITS = ("test", "reworded", "ood", "site", "abstention")
LITERAL = re.compile(r"'((?:[^']|'')+)'|(?<![\w.'-])(\d+(?:\.\d+)?)(?![\w.'-])")
"""A text or a number in a query."""
PLACE = re.compile("\x01(\\d+)\x02")
"""What stands for a place of a pattern."""
NEXT = "\n\x03\n"
"""What stands between two turns of a session, in its questions and in its queries."""
ROOM = 10_000_000
"""Characters of an answer."""
NULL = TurnSubmission(answer="null")


class Pattern(NamedTuple):
    """A training task's questions without what its queries name, and the queries."""

    question: re.Pattern[str]
    query: str

    def filled(self, question: str) -> str | None:
        """The queries for another task's questions; None if these do not fit."""
        found = self.question.match(question)
        if not found:
            return None
        return PLACE.sub(lambda place: found[f"p{place[1]}"].replace("'", "''"), self.query)


def pattern(question: str, query: str) -> Pattern:
    """The pattern of questions and their queries."""
    named = {text.replace("''", "'") or number for text, number in LITERAL.findall(query)}
    for place, value in enumerate(sorted(named, key=lambda value: (-len(value), value))):
        whole = re.compile(rf"(?<![\w\x01]){re.escape(value)}(?![\w\x02])")
        if whole.search(question):
            question = whole.sub(f"\x01{place}\x02", question)
            query = whole.sub(f"\x01{place}\x02", query)
    return Pattern(re.compile("".join(_expression(question)) + "$", re.IGNORECASE), query)


def _expression(masked: str) -> Iterator[str]:
    known: set[str] = set()
    for number, part in enumerate(PLACE.split(masked)):
        if number % 2 == 0:
            yield re.escape(part)
        else:
            yield f"(?P=p{part})" if part in known else f"(?P<p{part}>.+?)"
            known.add(part)


def learned(family: TaskFamily, build: Build) -> list[Pattern]:
    """The different patterns of the training split, in its order."""
    found: dict[str, Pattern] = {}
    for index in range(family.size(build, "train")):
        task = family.task(build, "train", index)
        queries = NEXT.join(str(call.arguments["code"]) for call in family.reference(build, task))
        made = pattern(questions(task), queries)
        found.setdefault(made.question.pattern, made)
    return list(found.values())


def questions(task: Task) -> str:
    """All questions of a task."""
    return NEXT.join(turn.question for turn in task.turns)


def passes(task: Task, gold: Gold, patterns: Sequence[Pattern], database: sqlite3.Connection) -> bool:
    """Whether the first pattern that the task's questions fit answers all of them."""
    question = questions(task)
    filled = next((queries for one in patterns if (queries := one.filled(question))), None)
    given = (
        [answered(query, database) for query in filled.split(NEXT)] if filled else [NULL] * len(task.turns)
    )
    return all(
        turn.answer is not None and one is not None and grade_answer(turn.answer, one, right, ROOM).ok
        for turn, one, right in zip(task.turns, given, gold.turns, strict=True)
    )


def answered(query: str, database: sqlite3.Connection) -> TurnSubmission | None:
    """What a query finds, null if it is nothing; None if the query fails."""
    try:
        cursor = database.execute(query)
        rows = cursor.fetchall()
    except sqlite3.Error:
        return None
    if all(cell is None for row in rows for cell in row):
        return NULL
    table = {"columns": [column[0] for column in cursor.description], "rows": rows}
    return TurnSubmission(answer=json.dumps(table), language="sql")


def passed(
    family: TaskFamily, build: Build, patterns: Sequence[Pattern], split: str, most: int | None = None
) -> tuple[int, int]:
    """How many of how many tasks of a split pass, of at most ``most``."""
    size = family.size(build, split)
    tasks = [family.task(build, split, index) for index in spread(size, most or size)]
    right = [passes(task, gold_of(family, build, task), patterns, _database(build, task)) for task in tasks]
    return sum(right), len(tasks)


def measure(name: str, home: Path) -> dict[str, object]:
    """Split to the tasks that pass."""
    family = plugins.family(name)
    build = ensure_build(family, family.default_source(), home)
    patterns = learned(family, build)
    figures: dict[str, object] = {"family": name, "patterns": len(patterns)}
    for split in SPLITS:
        right, tasks = passed(family, build, patterns, split) if split in family.splits else (0, 0)
        figures[split] = f"{right / tasks:.1%} ({right} of {tasks})" if tasks else "-"
    return figures


@lru_cache(maxsize=1)
def _connected(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(path)


def _database(build: Build, task: Task) -> sqlite3.Connection:
    assert task.database is not None
    return _connected(build.public / task.database.path)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("names", nargs="*", default=FAMILIES)
    parser.add_argument("--home", type=Path, default=default_home())
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    show("Training queries filled anew", [measure(name, asked.home) for name in asked.names], asked.json)
