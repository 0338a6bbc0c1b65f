"""What a program earns that fills training queries anew: ``python -m benchmarks.refill [FAMILY...]``.

It reads the training questions and their reference queries. Whatever stands in both is taken for a place, and
the rest of the question for a pattern. A question of another split that fits a pattern is answered by the
pattern's query with the question's own words in its places; one that fits none is not answered, which is
right where null is. A session is filled turn by turn: a later query holds places for earlier ones and for
what these name, and its pattern is looked for where earlier queries differed in texts and numbers alone.
Nothing is understood, so what this earns is the share of a split that training has shown already. Answers are
compared outside boxes.
"""

from __future__ import annotations

import argparse
import json
import re
import sqlite3
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
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
PLACE = re.compile("\x01([es]?\\d+)\x02")
"""What stands for a place of a pattern: with ``s`` for an earlier query, with ``e`` for what these name."""
ROOM = 10_000_000
"""Characters of an answer."""
NULL = TurnSubmission(answer="null")


class Pattern(NamedTuple):
    """A training question without what its query names, and the query."""

    question: re.Pattern[str]
    query: str

    def filled(self, question: str, before: Sequence[str] = ()) -> str | None:
        """The query for another question, after others of its session; None if it does not fit."""
        found, known = self.question.match(question), literals(*before)
        if not found:
            return None

        def value(place: str) -> str:
            if place[0] == "s":
                return before[int(place[1:])]
            return (known[int(place[1:])] if place[0] == "e" else found[f"p{place}"]).replace("'", "''")

        try:
            return PLACE.sub(lambda place: value(place[1]), self.query)
        except IndexError:  # the earlier queries name less than those of the training session
            return None


Patterns = Mapping[tuple[str, ...], Sequence[Pattern]]
"""Forms of the queries of earlier turns to the different patterns of a turn after these."""


def pattern(question: str, query: str, before: Sequence[str] = ()) -> Pattern:
    """The pattern of a question and its query, after other queries of its session."""
    for place, earlier in sorted(enumerate(before), key=lambda one: -len(one[1])):
        query = query.replace(earlier, f"\x01s{place}\x02")
    for place, value in enumerate(sorted(literals(query), key=lambda value: (-len(value), value))):
        whole = _whole(value)
        if whole.search(question):
            question = whole.sub(f"\x01{place}\x02", question)
            query = whole.sub(f"\x01{place}\x02", query)
    for place, value in enumerate(literals(*before)):
        query = _whole(value).sub(f"\x01e{place}\x02", query)
    return Pattern(re.compile("".join(_expression(question)) + "$", re.IGNORECASE), query)


def literals(*queries: str) -> list[str]:
    """The different texts and numbers in queries, in their order."""
    found = (one for query in queries for one in LITERAL.findall(query))
    return [*dict.fromkeys(text.replace("''", "'") or number for text, number in found)]


def form(query: str) -> str:
    """A query, or that of a pattern, without texts and numbers."""
    return LITERAL.sub("?", PLACE.sub("0", query))


def _whole(value: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w\x01]){re.escape(value)}(?![\w\x02])")


def _expression(masked: str) -> Iterator[str]:
    known: set[str] = set()
    for number, part in enumerate(PLACE.split(masked)):
        if number % 2 == 0:
            yield re.escape(part)
        else:
            yield f"(?P=p{part})" if part in known else f"(?P<p{part}>.+?)"
            known.add(part)


def learned(family: TaskFamily, build: Build) -> Patterns:
    """The different patterns of the training split, in its order."""
    found: defaultdict[tuple[str, ...], dict[str, Pattern]] = defaultdict(dict)
    for index in range(family.size(build, "train")):
        task = family.task(build, "train", index)
        queries = [str(call.arguments["code"]) for call in family.reference(build, task)]
        after: tuple[str, ...] = ()
        for place, (turn, query) in enumerate(zip(task.turns, queries, strict=True)):
            made = pattern(turn.question, query, queries[:place])
            found[after].setdefault(made.question.pattern, made)
            after = (*after, form(made.query))
    return {after: [*patterns.values()] for after, patterns in found.items()}


def filled(task: Task, patterns: Patterns) -> Iterator[str | None]:
    """Of each turn the query of the first pattern that it fits; None from the first that fits none."""
    after: tuple[str, ...] = ()
    before: list[str] = []
    for turn in task.turns:
        fitting = ((one, one.filled(turn.question, before)) for one in patterns.get(after, ()))
        one, query = next(((one, query) for one, query in fitting if query), (None, None))
        yield query
        if one is None or query is None:
            return
        after, before = (*after, form(one.query)), [*before, query]


def passes(task: Task, gold: Gold, patterns: Patterns, database: sqlite3.Connection) -> bool:
    """Whether the first patterns that the task's questions fit answer all of them."""
    given = [answered(query, database) if query else NULL for query in filled(task, patterns)]
    given += [NULL] * (len(task.turns) - len(given))
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
    family: TaskFamily, build: Build, patterns: Patterns, split: str, most: int | None = None
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
    figures: dict[str, object] = {"family": name, "patterns": sum(map(len, patterns.values()))}
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
