"""Writing a finished SQLite database: all of it or nothing."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.compute as pc  # type: ignore[import-untyped]

from medgym_core import DataError, Progress

_SLICE = 50_000


def write_database(
    path: Path, schema: str, indexes: str, tables: Iterable[tuple[str, pa.Table]], progress: Progress
) -> dict[str, int]:
    """Create the database at ``path``, replacing any that stands there.

    Times become text ``YYYY-MM-DD HH:MM:SS``. The same tables give the same bytes with the same SQLite.

    Args:
        path: the file; it grows under another name beside it and is renamed when whole.
        schema: statements that create the tables.
        indexes: statements run after the rows are in.
        tables: name and rows, columns in any order; consumed one at a time. A name may come again with
            further rows: a table that is too large to hold comes in pieces.
        progress: told what is written.

    Returns:
        rows of each table.

    Raises:
        DataError: if rows break a constraint of the schema.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=path.parent, prefix=".growing-") as scratch:
        growing = Path(scratch) / path.name
        connection = sqlite3.connect(growing, isolation_level=None)
        try:
            counts = _fill(connection, schema, indexes, tables, progress)
        finally:
            connection.close()
        with growing.open("rb") as whole:
            os.fsync(whole.fileno())
        growing.replace(path)
    return counts


def _fill(
    connection: sqlite3.Connection,
    schema: str,
    indexes: str,
    tables: Iterable[tuple[str, pa.Table]],
    progress: Progress,
) -> dict[str, int]:
    connection.executescript("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;" + schema)
    counts: dict[str, int] = {}
    for name, rows in tables:
        progress(f"writing {name}", None)
        connection.execute("BEGIN")
        counts[name] = counts.get(name, 0) + _insert(connection, name, rows)
        connection.execute("COMMIT")
    progress("indexing", None)
    connection.executescript(indexes + "VACUUM;")
    return counts


def _insert(connection: sqlite3.Connection, name: str, rows: pa.Table) -> int:
    columns = [column for _, column, *_ in connection.execute(f"PRAGMA table_info({name})")]
    statement = f"INSERT INTO {name} VALUES ({', '.join('?' * len(columns))})"
    try:
        for offset in range(0, len(rows), _SLICE):
            connection.executemany(statement, _tuples(rows.select(columns).slice(offset, _SLICE)))
    except sqlite3.IntegrityError as error:
        raise DataError(
            f"{name}: {error}; the raw files are not as published, download them again"
        ) from error
    return len(rows)


def _tuples(rows: pa.Table) -> Iterator[tuple[object, ...]]:
    columns = [
        pc.strftime(column, format="%Y-%m-%d %H:%M:%S") if pa.types.is_timestamp(column.type) else column
        for column in rows.columns
    ]
    return zip(*(column.to_pylist() for column in columns), strict=True)
