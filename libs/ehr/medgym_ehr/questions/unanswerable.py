"""Questions that the data cannot answer: abstention is right, and that it is right is checked.

Either the database holds nothing of the kind (no name and no value contains any of the keywords), or it holds
nothing about the one asked for (the query finds no row).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from pathlib import Path

from pydantic import JsonValue

from medgym_core import AnswerKind
from medgym_ehr.ledger import Half
from medgym_ehr.questions.dialect import Dialect, connect
from medgym_ehr.questions.facts import Fact, facts, found, keyed, walk
from medgym_ehr.questions.period import HOSPITAL, ICU, NO_PERIOD, NONE, Period, fit
from medgym_ehr.questions.phrase import words
from medgym_ehr.questions.template import Question, literal, phrase

TAG = "unanswerable"
"""Tag of questions that the data cannot answer."""


@dataclass(frozen=True)
class Unanswerable:
    """A question with places for facts, and why the data cannot answer it."""

    id: str
    """Unique name, lower case with underscores."""
    wordings: tuple[str, ...]
    """Equivalent questions; at least three."""
    facts: str
    """SQL whose rows fill the places; ``at`` is the time that a period covers."""
    answer: AnswerKind
    """What an answer would be, had the data one."""
    keywords: tuple[str, ...] = ()
    """What would name the matter, lower case; found in no name and no text of the database."""
    sql: str = ""
    """A query that would answer it and finds no row."""
    tags: tuple[str, ...] = ()
    """Tags of the period in its wordings, if they have one."""


def plan_unanswerable(
    database: Path, dialect: Dialect, template: Unanswerable, half: Half, count: int, key: str = ""
) -> list[Question]:
    """At most ``count`` questions; none where the data can answer after all."""
    connection = connect(database)
    if template.keywords and any(mentions(connection, template.keywords)):
        return []
    rows = facts(found(connection, template.facts), dialect, half)
    places = islice(walk(len(rows), keyed(f"{key}/{template.id}/{half}")), len(rows)) if rows else ()
    asked: dict[str, Question] = {}
    for place, pick in places:
        made = _question(template, rows[place], dialect, pick)
        if made and not (made.sql and connection.execute(made.sql).fetchone()):
            asked.setdefault(made.text, made)
        if len(asked) == count:
            break
    return list(asked.values())


def _question(template: Unanswerable, fact: Fact, dialect: Dialect, pick: int) -> Question | None:
    """The question on a fact, or None if its period does not suit the fact."""
    period: Period | None = NONE
    if template.tags and (tag := template.tags[pick % len(template.tags)]) != NO_PERIOD:
        period = (
            Period(tag) if tag in (*HOSPITAL, *ICU) else fit(tag, str(fact["at"]), dialect.now, pick >> 8)
        )
    if period is None:
        return None
    wording = template.wordings[(pick >> 16) % len(template.wordings)]
    slots: dict[str, JsonValue] = {name: value for name, value in fact.items() if f"{{{name}}}" in wording}
    if period != NONE:
        slots["period"] = {"tag": period.tag, "value": period.value}
    return Question(
        template=template.id,
        text=phrase(wording, fact, {"period": words(period, pick >> 20)}),
        sql=template.sql.format_map({name: literal(value) for name, value in fact.items()}),
        slots=slots,
        tags=(TAG, *([period.tag] if period != NONE else [])),
    )


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
                rows = connection.execute(
                    f'SELECT DISTINCT lower("{column}") FROM "{table}" WHERE typeof("{column}") = \'text\''
                )
                found |= {text: None for (text,) in rows}
    return tuple(found)
