"""Questions that the data cannot answer: abstention is right, and that it is right is checked.

Either the database holds nothing of the kind (no name and no value contains any of the keywords), or it holds
nothing about the one asked for (the query finds no row).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import cycle, islice
from pathlib import Path

from pydantic import JsonValue

from medgym_core import AnswerKind
from medgym_ehr.ledger import Half
from medgym_ehr.questions.dialect import Dialect, connect
from medgym_ehr.questions.facts import facts, keyed, walk
from medgym_ehr.questions.template import Question, literal, phrase


@dataclass(frozen=True)
class Unanswerable:
    """A question with places for facts, and why the data cannot answer it."""

    id: str
    """Unique name, lower case with underscores."""
    wordings: tuple[str, ...]
    """Equivalent questions; at least three."""
    facts: str
    """SQL whose rows fill the places."""
    answer: AnswerKind
    """What an answer would be, had the data one."""
    keywords: tuple[str, ...] = ()
    """What would name the matter, lower case; found in no name and no text of the database."""
    sql: str = ""
    """A query that would answer it and finds no row."""


def plan_unanswerable(
    database: Path, dialect: Dialect, template: Unanswerable, half: Half, count: int, key: str = ""
) -> list[Question]:
    """At most ``count`` questions; none where the data can answer after all."""
    connection = _connection(database)
    if template.keywords and any(mentions(connection, template.keywords)):
        return []
    rows = facts(connection, template.facts, dialect, half)
    places = islice(walk(len(rows), keyed(f"{key}/{template.id}/{half}")), len(rows)) if rows else ()
    asked: dict[str, Question] = {}
    for (place, _), wording in zip(places, cycle(template.wordings), strict=False):
        row = rows[place]
        sql = template.sql.format_map({name: literal(value) for name, value in row.items()})
        if sql and connection.execute(sql).fetchone():
            continue
        text = phrase(wording, row, {})
        slots: dict[str, JsonValue] = {n: value for n, value in row.items() if f"{{{n}}}" in wording}
        asked.setdefault(
            text, Question(template=template.id, text=text, sql=sql, slots=slots, tags=("unanswerable",))
        )
    return list(islice(asked.values(), count))


def mentions(connection: sqlite3.Connection, keywords: tuple[str, ...]) -> Iterator[str]:
    """Names of tables and columns, and texts, that contain any of ``keywords``."""
    return (text for text in texts(connection) if any(word in text for word in keywords))


@lru_cache(maxsize=2)
def texts(connection: sqlite3.Connection) -> tuple[str, ...]:
    """Every name and every text of a database but times, once each, in lower case."""
    found: dict[str, None] = {}
    tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    for (table,) in tables:
        found[table.lower()] = None
        for _, column, declared, *_ in connection.execute(f'PRAGMA table_info("{table}")').fetchall():
            found[column.lower()] = None
            if not declared.lower().startswith("timestamp"):
                rows = connection.execute(f'SELECT DISTINCT lower("{column}") FROM "{table}"')
                found |= {text: None for (text,) in rows if isinstance(text, str)}
    return tuple(found)


@lru_cache(maxsize=2)
def _connection(database: Path) -> sqlite3.Connection:
    return connect(database)
