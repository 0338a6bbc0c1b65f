"""A shard: the questions of one template and half, and what is kept of the candidates offered."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Iterable

from pydantic import JsonValue

from medgym_ehr.questions.answers import UnfitError, read, trivial
from medgym_ehr.questions.candidate import Candidate
from medgym_ehr.questions.facts import keyed
from medgym_ehr.questions.query import Query
from medgym_ehr.questions.template import Question, Template
from medgym_ehr.questions.worth import Conditions, require_untold

SHARE = 5
"""One answer is given by at most one in so many questions of a template, or two of them."""


class Shard:
    """Grows from candidates; keeps what is neither trivial nor ambiguous nor asked already."""

    def __init__(self, connection: sqlite3.Connection, template: Template, count: int) -> None:
        """An empty shard that wants ``count`` questions."""
        self._connection = connection
        self._conditions = Conditions(connection)
        self._template = template
        self._asked: set[str] = set()
        self._answers: Counter[str] = Counter()
        self._most = max(2, count // (2 if template.frequent else SHARE))
        self.questions: list[Question] = []

    def __len__(self) -> int:
        """Number of questions."""
        return len(self.questions)

    def fill(self, candidates: Iterable[Candidate]) -> bool:
        """Add the first candidate that may be kept; False if there is none."""
        return any(self._keep(candidate) for candidate in candidates)

    def _keep(self, candidate: Candidate) -> bool:
        if candidate.key in self._asked:
            return False
        self._asked.add(candidate.key)
        try:
            answer = self._answer(candidate)
            if trivial(answer) or self._answers[json.dumps(answer)] >= self._most:
                raise UnfitError("an answer that is trivial, or given too often")
            self._conditions.require(candidate, self._template.answer, answer)
            question = candidate.question(answer, keyed(f"{self._template.id}{len(self.questions)}") >> 1)
            for period in (candidate.period, candidate.period2):
                require_untold(question, period, candidate.dialect.now)
            self._require_agreement(candidate, answer)
        except UnfitError:
            return False
        self._answers[json.dumps(answer)] += 1
        self.questions.append(question)
        return True

    def _answer(self, candidate: Candidate) -> JsonValue:
        """What the query finds; raises UnfitError if the question is not worth asking."""
        if not candidate.holds(self._connection):
            raise UnfitError("no such visit")
        return self._read(candidate, candidate.query())

    def _require_agreement(self, candidate: Candidate, answer: JsonValue) -> None:
        """Raises UnfitError if another reading of the question has another answer."""
        if any(
            _canonical(self._read(candidate, query)) != _canonical(answer)
            for query in candidate.other_readings()
        ):
            raise UnfitError("the readings differ")

    def _read(self, candidate: Candidate, query: Query) -> JsonValue:
        rows = query.run(self._connection).fetchmany(candidate.most + 1)
        if not self._template.fewest <= len(rows) <= candidate.most:
            raise UnfitError("too few or too many rows")
        return read(self._template.answer, rows)


def _canonical(answer: JsonValue) -> str:
    """Rows in no order: only what is told apart by the comparison may differ."""
    return str(sorted(map(str, answer)) if isinstance(answer, list) else answer)
