"""Answers given without reading the question: constants, likely values, all values at once, the question."""

from __future__ import annotations

import re

from medgym_core.agent.guess import guesses
from medgym_prove.attack.script import Target

CONSTANTS = (
    *("0", "1", "True", "False", "None", "''", "[]", "{}", "-1", "0.5", "100", "1e9"),
    *("'0'", "'true'", "'yes'", "'none'", "'0123456789'"),
    *("[0]", "[None]", "[[]]", "[[0]]", "{'answer': 0}"),
)
"""Values, as Python source, that broken oracles accept whatever the task."""


def constants(target: Target) -> tuple[str, str]:
    """One constant, another one for each replica."""
    return f"value = {CONSTANTS[target.draw % len(CONSTANTS)]}", ""


def guess(target: Target) -> tuple[str, str]:
    """One well-formed answer of the declared kind, another one for each replica."""
    kind = target.turn.answer
    values = guesses(kind) if kind else (0, 1, 0.5)
    return f"value = {values[target.draw % len(values)]!r}", ""


def spam(target: Target) -> tuple[str, str]:
    """Every candidate at once, in the answer and in the output."""
    values = [*range(1000), *_words(target), *(guesses(target.turn.answer) if target.turn.answer else ())]
    return f"value = {values!r}", "for each in value:\n    print(each)"


def echo(target: Target) -> tuple[str, str]:
    """The question itself, as the answer and in the output."""
    return f"value = {target.turn.question!r}", "print(value)"


def majority(target: Target) -> tuple[str, str]:
    """The most frequent value of the data, in the columns that the task names if there are such."""
    return f"WORDS = {_words(target)!r}\n{_MAJORITY}", ""


def _words(target: Target) -> list[str]:
    return list(dict.fromkeys(re.findall(r"\w+", target.text)))


_MAJORITY = r'''
import csv, glob, sqlite3
from collections import Counter
from itertools import islice

def tables():
    """Column names and up to 10,000 rows of every table under data/."""
    for path in sorted(glob.glob("data/**/*.csv", recursive=True)):
        with open(path, newline="", errors="replace") as stream:
            reader = csv.reader(stream)
            yield next(reader, []), list(islice(reader, 10_000))
    for path in sorted(glob.glob("data/**/*.sqlite", recursive=True)):
        base = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        for (name,) in base.execute("select name from sqlite_master where type = 'table'").fetchall():
            cursor = base.execute(f'select * from "{name}" limit 10000')
            yield [column[0] for column in cursor.description], cursor.fetchall()

named, seen = Counter(), Counter()
for columns, body in tables():
    for place, column in enumerate(columns):
        cells = Counter(row[place] for row in body if len(row) > place)
        few = len(cells) * 2 <= len(body)
        (named if few and column in WORDS else seen).update(cells)
ranked = (named or seen).most_common(1)
value = ranked[0][0] if ranked else 0
try:
    value = float(value) if float(value) % 1 else int(float(value))
except (TypeError, ValueError):
    pass
'''
