"""What makes a question worth asking: each of its conditions matters, and its answer does not stand in it."""

from __future__ import annotations

import math
import re
import sqlite3
from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from itertools import islice

from pydantic import JsonValue

from medgym_core import AnswerKind
from medgym_ehr.questions.answers import UnfitError, read
from medgym_ehr.questions.candidate import Candidate

APART = 0.001
"""Nearer numbers are not told apart, nor are those that agree in two decimals and three digits."""
_MIDNIGHT = " 00:00:00"


class Conditions:
    """Whether the conditions of one template's questions matter, asked of a database.

    Yes-no questions are not to be told by overlooking a condition: without any of them the answer is never
    no, so who overlooks one always says yes, which is right as often as wrong.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        """Nothing is known yet."""
        self._connection = connection
        self._answers: dict[str, JsonValue] = {}
        self._idle: Counter[str] = Counter()

    def require(self, candidate: Candidate, kind: AnswerKind, answer: JsonValue) -> None:
        """Ask again without each condition.

        Raises:
            UnfitError: if the answer stays.
        """
        # What failed most often comes first: the order decides nothing but how soon.
        for condition, sql in sorted(candidate.relaxed(), key=lambda each: -self._idle[each[0]]):
            if sql not in self._answers:
                self._answers[sql] = self._ask(sql, kind, candidate.template.most)
            without = self._answers[sql]
            if without is False if isinstance(answer, bool) else alike(answer, without):
                self._idle[condition] += 1
                raise UnfitError(f"the answer stays without {condition}")

    def _ask(self, sql: str, kind: AnswerKind, most: int) -> JsonValue:
        rows = list(islice(self._connection.execute(sql), most + 1))
        try:
            return read(kind, rows) if len(rows) <= most else None
        except UnfitError:
            return None


def alike(answer: JsonValue, other: JsonValue) -> bool:
    """Whether two answers of one kind, rows in any order, could be taken for each other."""
    if isinstance(answer, list) and isinstance(other, list):
        pairs = zip(sorted(answer, key=str), sorted(other, key=str), strict=False)
        return len(answer) == len(other) and all(alike(*pair) for pair in pairs)
    if isinstance(answer, int | float) and isinstance(other, int | float):
        return abs(answer - other) < max(APART, _step(answer))
    return str(answer).casefold() == str(other).casefold()


def _step(number: float) -> float:
    """What the last digit stands for where a number has two decimals and three digits, or more."""
    return 10.0 ** min(-2, math.floor(math.log10(abs(number) or 1)) - 2)


def told(answer: JsonValue, *texts: str) -> bool:
    """Whether all of an answer that is not yes or no stands in ``texts``, in words or numbers of their own.

    A time at midnight is told by its date.
    """
    if isinstance(answer, bool | None):
        return False
    spoken = " ".join(texts).casefold()
    return all(any(_stands(form, spoken) for form in _forms(leaf)) for leaf in _leaves(answer))


def _leaves(answer: JsonValue) -> Iterator[JsonValue]:
    if isinstance(answer, list):
        for part in answer:
            yield from _leaves(part)
    else:
        yield answer


def _forms(leaf: JsonValue) -> Iterator[str]:
    yield f"{leaf:g}" if isinstance(leaf, float) else str(leaf).casefold()
    if isinstance(leaf, str) and leaf.endswith(_MIDNIGHT):
        date = leaf.removesuffix(_MIDNIGHT)
        when = datetime.fromisoformat(date)
        yield from (date, f"{when.day} {when:%B} {when.year}".casefold())


def _stands(form: str, spoken: str) -> bool:
    return re.search(rf"(?<![\w.-]){re.escape(form)}(?![\w-]|\.\d)", spoken) is not None
