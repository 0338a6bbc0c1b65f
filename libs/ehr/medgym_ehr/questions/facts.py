"""Facts: rows of a database on which questions are built, of one half of the ledger, in a keyed order."""

from __future__ import annotations

import hashlib
import math
import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache, cached_property
from itertools import count
from typing import NamedTuple

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


class Found(NamedTuple):
    """Rows of both halves."""

    columns: tuple[str, ...]
    """Names of the columns."""
    rows: list[tuple[Value, ...]]
    """Their values."""


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

    @cached_property
    def by_time(self) -> Callable[[str], tuple[list[str], list[int]]]:
        """Times of a column in order, and the places of their facts; none if there is no such column."""
        return cache(self._by_time)

    @cached_property
    def by_patient(self) -> Callable[[str], Mapping[Value, Mapping[Value | None, list[int]]]]:
        """Patient and what a column holds to places; None stands for a column that there is not."""
        return cache(self._by_patient)

    @cached_property
    def sharing(self) -> Callable[[str], Mapping[Value, Sequence[int]]]:
        """What a column holds to the places of the facts that have it."""
        return cache(self._sharing)

    def _by_time(self, column: str) -> tuple[list[str], list[int]]:
        if column not in self.columns:
            return [], []
        at = self.columns.index(column)
        known = [(str(row[at]), place) for place, row in enumerate(self.rows) if row[at] is not None]
        known.sort()
        return [time for time, _ in known], [place for _, place in known]

    def _by_patient(self, column: str) -> Mapping[Value, Mapping[Value | None, list[int]]]:
        of = self.columns.index("patient")
        at = self.columns.index(column) if column in self.columns else None
        found: dict[Value, dict[Value | None, list[int]]] = {}
        for place, row in enumerate(self.rows):
            own = found.setdefault(row[of], {})
            own.setdefault(None if at is None else row[at], []).append(place)
        return found

    def _sharing(self, column: str) -> Mapping[Value, Sequence[int]]:
        at, found = self.columns.index(column), defaultdict[Value, list[int]](list)
        for place, row in enumerate(self.rows):
            found[row[at]].append(place)
        return found


def found(connection: sqlite3.Connection, sql: str) -> Found:
    """What a query finds, each row once."""
    cursor = connection.execute(f"SELECT * FROM ({sql})")
    columns = tuple(name for name, *_ in cursor.description)
    return Found(columns, list(dict.fromkeys(cursor)))


def facts(of_both: Found, dialect: Dialect, half: Half) -> Facts:
    """Those that belong to ``half``."""
    columns, rows = of_both
    for place, column in enumerate(columns):
        if (named := kind(column)) in dialect.partitioned:
            own = {value for value in {row[place] for row in rows} if dialect.owns(half, named, value)}
            rows = [row for row in rows if row[place] in own]
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
