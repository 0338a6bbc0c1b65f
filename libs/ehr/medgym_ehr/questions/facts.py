"""Facts: rows of a database on which questions are built, of one half of the ledger, in a keyed order."""

from __future__ import annotations

import hashlib
import sqlite3
from datetime import datetime, timedelta

from medgym_ehr.ledger import Half
from medgym_ehr.questions.clock import TEXT
from medgym_ehr.questions.dialect import Dialect

Fact = dict[str, int | float | str]
"""Column to value."""

MOST_FACTS = 20_000
"""So many facts of one query are kept, besides recent ones."""
RECENT = timedelta(days=62)
"""Facts so close to the current time are all kept: periods such as ``yesterday`` need them."""


def facts(connection: sqlite3.Connection, sql: str, dialect: Dialect, half: Half) -> list[Fact]:
    """The facts of a query that belong to ``half``, in an order that only their content decides."""
    columns = [column[0] for column in connection.execute(f"SELECT * FROM ({sql}) LIMIT 0").description]
    owned = [column for column in columns if kind(column) in dialect.partitioned]
    connection.create_function(
        "mine", 2, lambda kind, value: dialect.owns(half, kind, value), deterministic=True
    )
    where = " AND ".join(f"mine('{kind(column)}', \"{column}\")" for column in owned) or "TRUE"
    rows = connection.execute(f"SELECT DISTINCT * FROM ({sql}) WHERE {where}").fetchall()
    return [dict(zip(columns, row, strict=True)) for row in _kept(rows, columns, dialect.now)]


def kind(column: str) -> str:
    """The kind of what a column holds: ``drug`` of ``drug2``."""
    return column.rstrip("23")


def shuffled(rows: list[Fact], key: str) -> list[Fact]:
    """``rows`` in an order of their own for each ``key``."""
    return sorted(rows, key=lambda row: keyed(f"{key}{tuple(row.values())}"))


def _kept(
    rows: list[tuple[int | float | str, ...]], columns: list[str], now: datetime
) -> list[tuple[int | float | str, ...]]:
    ordered = sorted(rows, key=lambda row: keyed(repr(row)))
    if len(ordered) <= MOST_FACTS or "at" not in columns:
        return ordered[:MOST_FACTS]
    since, place = (now - RECENT).strftime(TEXT), columns.index("at")
    recent = [row for row in ordered[MOST_FACTS:] if str(row[place]) >= since]
    return ordered[:MOST_FACTS] + recent[:MOST_FACTS]


def keyed(text: str) -> int:
    """A draw of 64 bits that only ``text`` decides."""
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "little")
