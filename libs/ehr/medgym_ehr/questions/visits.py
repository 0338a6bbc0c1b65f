"""Visits that questions name: the current, the first or the last one, where that leaves others out."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from functools import cache

from medgym_core import relaxations
from medgym_ehr.questions.dialect import Dialect
from medgym_ehr.questions.facts import Value
from medgym_ehr.questions.period import HOSPITAL, ICU

TAGS = frozenset((*HOSPITAL, *ICU))
"""Tags of periods that are visits or stays."""
Visits = frozenset[object]


class NamedVisits:
    """The visits of one database by tag and patient."""

    def __init__(self, connection: sqlite3.Connection, dialect: Dialect) -> None:
        """Nothing is looked up yet."""
        self._connection = connection
        self._dialect = dialect
        self.of = cache(self._of)
        """The visits of a tag and a patient; none where a condition of the tag leaves nothing out."""
        self._relaxed = cache(self._relax)

    def column(self, tag: str) -> str:
        """What facts call the visit or stay of a tag."""
        return self._dialect.columns.get(tag.split("-")[1], "")

    def _of(self, tag: str, patient: Value) -> Visits:
        named = self._ask(self._dialect.among(tag, ":patient"), patient)
        decided = all(self._ask(sql, patient) != named for sql in self._relaxed(tag))
        return named if decided else frozenset()

    def _relax(self, tag: str) -> tuple[str, ...]:
        """The queries without one of their conditions, but that of the patient."""
        return tuple(self._other_visits(tag))

    def _other_visits(self, tag: str) -> Iterator[str]:
        for sql in relaxations(self._dialect.among(tag, "'{patient}'")).values():
            if "'{patient}'" in sql:
                yield sql.replace("'{patient}'", ":patient")

    def _ask(self, sql: str, patient: Value) -> Visits:
        return frozenset(id for (id,) in self._connection.execute(sql, {"patient": patient}))
