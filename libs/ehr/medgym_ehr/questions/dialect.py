"""What planning must know of one database: its clock, its ledger, and how its visits are found."""

from __future__ import annotations

import shutil
import sqlite3
import threading
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory

from medgym_ehr.ledger import Half, half_of
from medgym_ehr.questions.clock import TEXT, clamped

MAPPED = 2**30
"""Bytes of a database that are read through the page cache without copying."""

PREPARED = 1000
"""So many statements are kept prepared."""


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
    strangers: str = ""
    """A query for numbers that no patient has, but that look like theirs."""
    seen: str = ""
    """A query for times ``at`` at which ``{patient}`` was in hospital."""
    columns: Mapping[str, str] = field(default_factory=dict, hash=False)
    """``hosp``, ``icu`` to what facts call the visit or the stay that they are of."""
    indexes: tuple[str, ...] = ()
    """What planning looks up so often that its copy of the database is indexed by it: ``table (columns)``.

    ``row_id`` before what is summed keeps the order of the rows, by which sums of floats differ."""

    def among(self, tag: str, patient: str) -> str:
        """The query for the visits or stays that a tag such as ``rel-hosp-cur`` names, of an SQL patient."""
        _, unit, which = tag.split("-")
        return (self.visits if unit == "hosp" else self.stays)[which].format(patient=patient)

    def owns(self, half: Half, kind: str, value: object) -> bool:
        """Whether a value belongs to ``half`` of the ledger."""
        return _half(self.source, kind, value) == half


@lru_cache(maxsize=200_000)
def _half(source: str, kind: str, value: object) -> Half:
    return half_of(source, kind, value)


@contextmanager
def prepared(database: Path, dialect: Dialect) -> Iterator[Path]:
    """A passing copy of a finished database with the dialect's indexes and with statistics.

    The database itself has neither: it is as large as the published one, whose tables are all it shows.
    """
    with TemporaryDirectory(dir=database.parent, prefix=".") as folder:
        copy = Path(shutil.copy(database, folder))
        with closing(sqlite3.connect(copy)) as connection, connection:
            for number, index in enumerate(dialect.indexes):
                connection.execute(f"CREATE INDEX planning_{number} ON {index}")
            connection.execute("ANALYZE")
        yield copy


class _Connection(sqlite3.Connection):
    """Closes itself when its thread has ended, whichever thread finds that out."""

    def __del__(self) -> None:
        self.close()


def _connected(database: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(
        f"{database.resolve().as_uri()}?mode=ro&immutable=1",
        uri=True,
        check_same_thread=False,
        cached_statements=PREPARED,
        factory=_Connection,
    )
    connection.executescript(
        f"PRAGMA query_only = ON; PRAGMA mmap_size = {MAPPED}; PRAGMA cache_size = -65536"
    )
    connection.create_function("clamped", 2, _clamped, deterministic=True)
    return connection


class _Connections(threading.local):
    """Those of one thread."""

    def __init__(self) -> None:
        self.to = lru_cache(maxsize=8)(_connected)


_connections = _Connections()


def connect(database: Path) -> sqlite3.Connection:
    """The thread's read-only connection to a finished database, one for each.

    Threads share none: a connection keeps its statements prepared, and two threads that execute the same
    one at once may each get the other's rows.
    It knows the function ``clamped(time, months)``, for checking month arithmetic.
    """
    return _connections.to(database)


@lru_cache(maxsize=100_000)
def _clamped(time: str | None, months: int) -> str | None:
    return time and clamped(datetime.strptime(time, TEXT), "month", months).strftime(TEXT)
