"""What a program earns that fills training queries anew: ``python -m benchmarks.refill [FAMILY...]``.

It reads the training questions and their reference queries. Whatever stands in both is taken for a place, and
the rest of the question for a pattern. A question of another split that fits a pattern is answered by the
pattern's query with the question's own words in its places; one that fits none is not answered, which is
right where null is. Nothing is understood, so what this earns is the share of a split that training has
shown already. Answers are compared outside boxes.
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
from medgym_core.files import default_home
from medgym_core.verifier.answer import grade_answer
from medgym_core.verifier.contract import TurnSubmission

FAMILIES = ("mimic", "eicu", "treqs")
SPLITS = ("test", "reworded", "ood", "site", "abstention")
LITERAL = re.compile(r"'((?:[^']|'')+)'|(?<![\w.'-])(\d+(?:\.\d+)?)(?![\w.'-])")
"""A text or a number in a query."""
PLACE = re.compile("\x01(\\d+)\x02")
"""What stands for a place of a pattern."""
ROOM = 10_000_000
"""Characters of an answer."""
NULL = TurnSubmission(answer="null")


class Pattern(NamedTuple):
    """A training question without what its query names, and the query."""

    question: re.Pattern[str]
    query: str

    def filled(self, question: str) -> str | None:
        """The query for another question; None if it does not fit."""
        found = self.question.match(question)
        if not found:
            return None
        return PLACE.sub(lambda place: found[f"p{place[1]}"].replace("'", "''"), self.query)


def pattern(question: str, query: str) -> Pattern:
    """The pattern of a question and its query."""
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
        (call,) = family.reference(build, task)
        made = pattern(task.turns[0].question, str(call.arguments["code"]))
        found.setdefault(made.question.pattern, made)
    return list(found.values())


def passes(task: Task, gold: Gold, patterns: Sequence[Pattern], database: sqlite3.Connection) -> bool:
    """Whether the first pattern that the task's question fits answers it."""
    kind = task.turns[0].answer
    queries = (one.filled(task.turns[0].question) for one in patterns)
    query = next((query for query in queries if query), None)
    given = answered(query, database) if query else NULL
    return kind is not None and given is not None and grade_answer(kind, given, gold.turns[0], ROOM).ok


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


def measure(name: str, home: Path) -> dict[str, object]:
    """Split to the tasks that pass."""
    family = plugins.family(name)
    build = ensure_build(family, family.default_source(), home)
    patterns = learned(family, build)
    figures: dict[str, object] = {"family": name, "patterns": len(patterns)}
    for split in SPLITS:
        size = family.size(build, split) if split in family.splits else 0
        tasks = [family.task(build, split, index) for index in range(size)]
        passed = [
            passes(task, gold_of(family, build, task), patterns, _database(build, task)) for task in tasks
        ]
        figures[split] = f"{sum(passed) / size:.1%} ({sum(passed)} of {size})" if size else "-"
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
