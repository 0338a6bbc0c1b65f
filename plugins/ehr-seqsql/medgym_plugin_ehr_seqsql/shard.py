"""A shard: the sessions of one template and half, and what is kept of the candidates offered.

Planning puts what a turn found, as literals, into the queries of later turns, so that nothing is computed
twice; what is stored and asked for gold has the earlier queries themselves inside.
"""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from pydantic import JsonValue

from medgym_ehr.questions.answers import Rows, UnfitError, read, trivial
from medgym_ehr.questions.candidate import Candidate
from medgym_ehr.questions.facts import keyed
from medgym_ehr.questions.period import NONE
from medgym_ehr.questions.query import Query
from medgym_ehr.questions.template import Template, literal
from medgym_ehr.questions.worth import Conditions, require_untold
from medgym_plugin_ehr_seqsql.session import Asked, Session, SessionTemplate

SHARE = 5
"""One answer is given by at most one in so many sessions at one turn, or two of them."""


class _Found(NamedTuple):
    """What one turn found."""

    answer: JsonValue
    columns: tuple[str, ...]
    rows: Rows

    def as_query(self) -> str:
        """A query that gives the same rows."""
        names = ", ".join(f'column{place} AS "{name}"' for place, name in enumerate(self.columns, start=1))
        rows = ", ".join(f"({', '.join(map(literal, row))})" for row in self.rows)
        return f"SELECT {names} FROM (VALUES {rows})"


class SessionShard:
    """Grows from candidates; keeps sessions whose turns are worth asking, no two with the same answers."""

    def __init__(self, connection: sqlite3.Connection, template: SessionTemplate, count: int) -> None:
        """An empty shard that wants ``count`` sessions."""
        self._connection = connection
        self._template = template
        self._count = count
        self._conditions = tuple(Conditions(connection) for _ in template.steps)
        self._asked: set[str] = set()
        self._answers: tuple[Counter[str], ...] = tuple(Counter() for _ in template.steps)
        self._together: set[str] = set()
        self.sessions: list[Session] = []

    def __len__(self) -> int:
        """Number of sessions."""
        return len(self.sessions)

    def fill(self, candidates: Iterable[Candidate]) -> bool:
        """Add the first candidate that may be kept; False if there is none."""
        return any(self._keep(candidate) for candidate in candidates)

    def _keep(self, candidate: Candidate) -> bool:
        if candidate.key in self._asked or None in candidate.fact.values():
            return False
        self._asked.add(candidate.key)
        try:
            answers = [one.answer for one in self._found(candidate)]
            session = self._session(candidate, answers)
        except UnfitError:
            return False
        together = json.dumps(answers)
        if together in self._together:
            return False
        self._together.add(together)
        for counter, answer in zip(self._answers, answers, strict=True):
            counter[json.dumps(answer)] += 1
        self.sessions.append(session)
        return True

    def _found(self, candidate: Candidate) -> list[_Found]:
        """What every turn finds; raises UnfitError if one is not worth asking."""
        found: list[_Found] = []
        earlier: dict[str, str] = {}
        stated: list[str] = []
        for number, (step, template) in enumerate(
            zip(self._template.steps, self._template.turns, strict=True), start=1
        ):
            turn = _turn(candidate, template, earlier)
            one = self._asked_for(turn)
            if step.narrows and len(one.rows) >= len(found[-1].rows):
                raise UnfitError("nothing is left out")
            if _canonical(one) in map(_canonical, found):
                raise UnfitError("an answer given before")
            if not self._wanted(number - 1, one.answer):
                raise UnfitError("an answer that is trivial, or given too often")
            stated += self._conditions[number - 1].require(turn, step.answer, one.answer, but=stated)
            found.append(one)
            earlier[f"turn{number}"] = one.as_query()
        return found

    def _wanted(self, place: int, answer: JsonValue) -> bool:
        counter, spelled = self._answers[place], json.dumps(answer)
        if isinstance(answer, bool):
            return counter[spelled] <= counter[json.dumps(not answer)]
        return not trivial(answer) and counter[spelled] < max(2, self._count // SHARE)

    def _asked_for(self, turn: Candidate) -> _Found:
        """The answer that all readings share; raises UnfitError if there is none."""
        if not turn.holds(self._connection):
            raise UnfitError("no such visit, or the premise does not hold")
        first = self._read(turn, turn.query())
        if any(_canonical(self._read(turn, query)) != _canonical(first) for query in turn.other_readings()):
            raise UnfitError("the readings differ")
        return first

    def _read(self, turn: Candidate, query: Query) -> _Found:
        cursor = query.run(self._connection)
        rows = cursor.fetchmany(turn.most + 1)
        if not turn.template.fewest <= len(rows) <= turn.most:
            raise UnfitError("too few or too many rows")
        return _Found(read(turn.template.answer, rows), tuple(name for name, *_ in cursor.description), rows)

    def _session(self, candidate: Candidate, answers: Sequence[JsonValue]) -> Session:
        """The session; raises UnfitError if a question tells its answer."""
        turns: list[Asked] = []
        tags: list[str] = []
        earlier: dict[str, str] = {}
        for number, (template, answer) in enumerate(zip(self._template.turns, answers, strict=True), start=1):
            variant = keyed(f"{template.id}{len(self.sessions)}") >> 1
            turn = _turn(candidate, template, earlier)
            question = turn.question(answer, variant)
            for period in (turn.period, turn.period2):
                require_untold(question, period, candidate.dialect.now)
            turns.append(Asked(text=question.text, sql=question.sql, answer=answer))
            tags += question.tags
            earlier[f"turn{number}"] = question.sql
        return Session(
            template=self._template.id,
            turns=tuple(turns),
            slots=candidate.slots,
            tags=tuple(dict.fromkeys(tags)),
        )


def _turn(candidate: Candidate, template: Template, earlier: dict[str, str]) -> Candidate:
    """One turn of the candidate's session; a period that the turn does not use is not its own."""
    return replace(
        candidate,
        template=template,
        found=dict(earlier),
        period=candidate.period if "{period}" in template.sql else NONE,
        period2=candidate.period2 if "{period2}" in template.sql else NONE,
    )


def _canonical(found: _Found) -> str:
    """Rows in no order: only what is told apart by the comparison may differ."""
    answer = found.answer
    return str(sorted(map(str, answer)) if isinstance(answer, list) else answer)
