"""Stays and timed events, as a schema's queries find them."""

from __future__ import annotations

import sqlite3
from typing import Any

DAY = 1440
"""Minutes."""
Stay = dict[str, Any]
"""One ICU stay: ``stay``, ``patient``, ``visit``, ``nth`` (of the patient, from 1), ``age`` (years),
``male``, ``emergency``, ``surgical``, ``died`` (0 or 1), and in minutes ``minutes`` (in the ICU), ``left``
(from ICU admission to hospital discharge) and ``dead`` (to death, or null)."""
Event = tuple[int, float]
"""Minutes since ICU admission, and a value in the concept's unit (1 where there is none)."""


class Records:
    """What is read of one database; each concept is read once."""

    def __init__(self, database: str, schema: dict[str, Any]) -> None:
        """Opens ``database``, which the queries of ``Schema.queries`` read."""
        self._connection = sqlite3.connect(database, check_same_thread=False)
        self._schema = schema
        self._events: dict[str, dict[int, list[Event]]] = {}
        self._codes: dict[int, set[str]] = {}
        self._rows: dict[str, list[tuple[Any, ...]]] = {}
        self.columns: dict[str, dict[int, float | None]] = {}
        self.meeting: dict[str, set[int]] = {}
        cursor = self._connection.execute(schema["stays"])
        names = [column[0] for column in cursor.description]
        self.stays: dict[int, Stay] = {row[0]: dict(zip(names, row, strict=True)) for row in cursor}

    def events(self, concept: str) -> dict[int, list[Event]]:
        """Stay to its events of a concept, in the order of time and value."""
        if concept not in self._events:
            found: dict[int, list[Event]] = {}
            for stay, minute, value in self._connection.execute(self._schema["concepts"][concept]):
                found.setdefault(stay, []).append((minute, value))
            self._events[concept] = {stay: sorted(events) for stay, events in found.items()}
        return self._events[concept]

    def codes(self) -> dict[int, set[str]]:
        """Stay to the diagnosis codes of its hospital visit, without points, in upper case."""
        if not self._codes:
            for stay, text in self.rows("codes"):
                parts = {part.strip().replace(".", "").upper() for part in text.split(",")}
                self._codes.setdefault(stay, set()).update(parts)
        return self._codes

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        """What a query of the schema finds."""
        if query not in self._rows:
            self._rows[query] = self._connection.execute(self._schema[query]).fetchall()
        return self._rows[query]
