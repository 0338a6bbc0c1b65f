"""What makes a question worth asking: each of its conditions matters, and it does not tell its answer."""

from __future__ import annotations

import math
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Collection
from datetime import datetime
from itertools import islice
from time import perf_counter

from pydantic import JsonValue

from medgym_core import AnswerKind, told
from medgym_ehr.questions.answers import Row, UnfitError, read
from medgym_ehr.questions.candidate import Candidate
from medgym_ehr.questions.period import Period
from medgym_ehr.questions.query import Query
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
        self._rows: dict[Query, tuple[list[Row], bool]] = {}
        self._idle: Counter[str] = Counter()
        self._spent: defaultdict[str, float] = defaultdict(float)

    def require(
        self, candidate: Candidate, kind: AnswerKind, answer: JsonValue, but: Collection[str] = ()
    ) -> list[str]:
        """Ask again without each condition, ``but`` those that were stated before; returns all asked about.

        Raises:
            UnfitError: if the answer stays.
        """
        relaxed = [each for each in candidate.relaxed if each[0] not in but]
        # What fails most for its time comes first: the order decides nothing but how soon.
        for condition, query in sorted(relaxed, key=lambda each: self._effort(each[0])):
            begun = perf_counter()
            stays = self._keeps(candidate.bind(query), kind, answer, candidate.most)
            self._spent[condition] += perf_counter() - begun
            if stays:
                self._idle[condition] += 1
                raise UnfitError(f"the answer stays without {condition}")
        return [condition for condition, _ in relaxed]

    def _effort(self, condition: str) -> float:
        """Seconds for one candidate that the condition refused."""
        return self._spent[condition] / (self._idle[condition] + 0.5)

    def _keeps(self, query: Query, kind: AnswerKind, answer: JsonValue, most: int) -> bool:
        """Whether a query has the answer; it is read up to the first row that tells them apart."""
        rows, whole = self._rows.get(query, ([], False))
        if all(_held(kind, row, answer) for row in rows) and not whole:
            rows, whole = self._rows[query] = self._read(query, kind, answer, most)
        if not whole:
            return False
        try:
            without = read(kind, rows)
        except UnfitError:
            return False
        return without is False if isinstance(answer, bool) else alike(answer, without)

    def _read(self, query: Query, kind: AnswerKind, answer: JsonValue, most: int) -> tuple[list[Row], bool]:
        """Rows up to the first that the answer does not hold, and whether they are all, ``most`` or fewer."""
        rows: list[Row] = []
        for row in islice(query.run(self._connection), most + 1):
            rows.append(row)
            if not _held(kind, row, answer):
                return rows, False
        return rows, len(rows) <= most


def _held(kind: AnswerKind, row: Row, answer: JsonValue) -> bool:
    """Whether a row could be one of the answer's."""
    if isinstance(answer, bool):
        return True
    try:
        own = read(kind, [row])
    except UnfitError:
        return False
    if isinstance(own, list) and isinstance(answer, list):
        return any(alike(own[0], other) for other in answer)
    return alike(answer, own)


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
