"""What planning must know of one database: its clock, its ledger, and how its visits are found."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from pathlib import Path

from medgym_ehr.ledger import Half, half_of
from medgym_ehr.questions.clock import TEXT, clamped

MAPPED = 2**30
"""Bytes of a database that are read through the page cache without copying."""


@dataclass(frozen=True)
class Dialect:
    """One family's database."""

    source: str
    """Name of the published dataset in the subject ledger."""
    now: datetime
    """Current time of the database."""
    partitioned: frozenset[str]
    """Kinds of facts that belong to one half of the ledger: patients, and values that questions name."""
    visits: Mapping[str, str] = field(hash=False)
    """``cur``, ``first``, ``last`` to the query for such hospital visits of ``{patient}``."""
    stays: Mapping[str, str] = field(hash=False)
    """The same for ICU stays."""

    def owns(self, half: Half, kind: str, value: object) -> bool:
        """Whether a value belongs to ``half`` of the ledger."""
        return _half(self.source, kind, value) == half


@lru_cache(maxsize=200_000)
def _half(source: str, kind: str, value: object) -> Half:
    return half_of(source, kind, value)


@lru_cache(maxsize=8)
def connect(database: Path) -> sqlite3.Connection:
    """The read-only connection to a finished database, one for each.

    It knows the function ``clamped(time, months)``, for checking month arithmetic.
    """
    connection = sqlite3.connect(
        f"{database.resolve().as_uri()}?mode=ro&immutable=1", uri=True, check_same_thread=False
    )
    connection.executescript(
        f"PRAGMA query_only = ON; PRAGMA mmap_size = {MAPPED}; PRAGMA cache_size = -65536"
    )
    connection.create_function("clamped", 2, _clamped, deterministic=True)
    return connection


def _clamped(time: str | None, months: int) -> str | None:
    return time and clamped(datetime.strptime(time, TEXT), "month", months).strftime(TEXT)
