"""What makes a question worth asking: each of its conditions matters, and it does not tell its answer."""

from __future__ import annotations

import math
import sqlite3
from collections import Counter
from collections.abc import Collection
from datetime import datetime
from itertools import islice

from pydantic import JsonValue

from medgym_core import AnswerKind, told
from medgym_ehr.questions.answers import UnfitError, read
from medgym_ehr.questions.candidate import Candidate
from medgym_ehr.questions.period import Period
from medgym_ehr.questions.template import Question

APART = 0.001
"""Nearer numbers are not told apart, nor are those that agree in two decimals and three digits."""


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

    def require(
        self, candidate: Candidate, kind: AnswerKind, answer: JsonValue, but: Collection[str] = ()
    ) -> list[str]:
        """Ask again without each condition, ``but`` those that were stated before; returns all asked about.

        Raises:
            UnfitError: if the answer stays.
        """
        relaxed = [(condition, sql) for condition, sql in candidate.relaxed() if condition not in but]
        # What failed most often comes first: the order decides nothing but how soon.
        for condition, sql in sorted(relaxed, key=lambda each: -self._idle[each[0]]):
            if sql not in self._answers:
                self._answers[sql] = self._ask(sql, kind, candidate.template.most)
            without = self._answers[sql]
            if without is False if isinstance(answer, bool) else alike(answer, without):
                self._idle[condition] += 1
                raise UnfitError(f"the answer stays without {condition}")
        return [condition for condition, _ in relaxed]

    def _ask(self, sql: str, kind: AnswerKind, most: int) -> JsonValue:
        rows = list(islice(self._connection.execute(sql), most + 1))
        try:
            return read(kind, rows) if len(rows) <= most else None
        except UnfitError:
            return None


def require_untold(question: Question, period: Period, now: datetime) -> None:
    """Check that neither the words nor the calendar unit of the period tell the answer.

    Raises:
        UnfitError: if they do.
    """
    if told(question.answer, question.text, period.named(now)):
        raise UnfitError("the question tells its answer")


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
