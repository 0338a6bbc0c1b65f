"""Facts: rows of a database on which questions are built, of one half of the ledger, in a keyed order."""

from __future__ import annotations

import hashlib
import math
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import count

from medgym_ehr.ledger import Half
from medgym_ehr.questions.clock import TEXT
from medgym_ehr.questions.dialect import Dialect

Value = int | float | str
Fact = dict[str, Value]
"""Column to value."""
Walk = Iterator[tuple[int, int]]
"""Places of facts, each with a draw of 64 bits."""

MOST_FACTS = 20_000
"""So many facts of one query are kept, besides recent ones."""
RECENT = timedelta(days=62)
"""Facts so close to the current time are all kept: periods such as ``yesterday`` need them."""


@dataclass(frozen=True)
class Facts:
    """Rows of one half, in an order that only their content decides."""

    columns: tuple[str, ...]
    """Names of the columns."""
    rows: list[tuple[Value, ...]]
    """Their values."""

    def __getitem__(self, place: int) -> Fact:
        """The fact at a place, counted around the end."""
        return dict(zip(self.columns, self.rows[place % len(self.rows)], strict=True))

    def __len__(self) -> int:
        """Number of facts."""
        return len(self.rows)


def facts(connection: sqlite3.Connection, sql: str, dialect: Dialect, half: Half) -> Facts:
    """The facts of a query that belong to ``half``."""
    columns = tuple(name for name, *_ in connection.execute(f"SELECT * FROM ({sql}) LIMIT 0").description)
    connection.create_function(
        "mine", 2, lambda kind, value: dialect.owns(half, kind, value), deterministic=True
    )
    owned = [column for column in columns if kind(column) in dialect.partitioned]
    where = " AND ".join(f"mine('{kind(column)}', \"{column}\")" for column in owned) or "TRUE"
    rows = connection.execute(f"SELECT DISTINCT * FROM ({sql}) WHERE {where}").fetchall()
    return Facts(columns, _kept(rows, columns, dialect.now))


def kind(column: str) -> str:
    """The kind of what a column holds: ``drug`` of ``drug2``."""
    return column.rstrip("23")


def walk(length: int, salt: int) -> Walk:
    """Every place below ``length`` again and again, in an order of its own, each with a draw."""
    stride = next(step for step in count(salt % length + 1) if math.gcd(step, length) == 1)
    for number in count(salt % length):
        yield number * stride % length, (number ^ salt) * 0x9E3779B97F4A7C15 % 2**64


def keyed(text: str) -> int:
    """A draw of 64 bits that only ``text`` decides."""
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "little")


def _kept(rows: list[tuple[Value, ...]], columns: tuple[str, ...], now: datetime) -> list[tuple[Value, ...]]:
    ordered = sorted(rows, key=lambda row: keyed(repr(row)))
    if len(ordered) <= MOST_FACTS or "at" not in columns:
        return ordered[:MOST_FACTS]
    since, place = (now - RECENT).strftime(TEXT), columns.index("at")
    recent = [row for row in ordered[MOST_FACTS:] if str(row[place]) >= since]
    return ordered[:MOST_FACTS] + recent[:MOST_FACTS]
