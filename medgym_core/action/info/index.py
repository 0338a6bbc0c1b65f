"""The index of one tabular source: made once per build, stored in its private half, only read after.

It holds the names of tables and columns, figures about each column, the most frequent values of each with
their counts, and a trigram index over the values that are text, from which near matches are drawn.
"""

from __future__ import annotations

import hashlib
import os
import sqlite3
import tempfile
import threading
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

from medgym_core.action.info.loading import load_csv, load_parquet
from medgym_core.action.info.sql import lenient_text, quoted, read_only
from medgym_core.errors import DataError
from medgym_core.source import Build
from medgym_core.task import InfoSource

_FORM = 1
"""Changes whenever the schema or its filling does."""
_SCHEMA = """
CREATE TABLE tables (id INTEGER PRIMARY KEY, name TEXT, row_count INTEGER);
CREATE TABLE columns (id INTEGER PRIMARY KEY, table_id INTEGER, name TEXT, type TEXT, nulls INTEGER,
                      distinct_count INTEGER, low, high, is_text INTEGER, is_long INTEGER);
CREATE TABLE terms (id INTEGER PRIMARY KEY, column_id INTEGER, value TEXT, count INTEGER);
CREATE INDEX terms_by_column ON terms (column_id, id);
CREATE VIRTUAL TABLE near USING fts5 (value, content='terms', content_rowid='id', tokenize='trigram');
"""
MAX_TERMS = 10_000
"""Most frequent values kept of each column."""
MAX_TERM_CHARACTERS = 200
"""A column with a longer value holds texts, whose values are not kept."""

_locks: dict[Path, threading.Lock] = {}


def index_of(build: Build, source: InfoSource) -> Path:
    """The SQLite file that indexes ``source``, made now unless it stands already.

    Safe from several threads; two processes at worst make the same file twice.

    Raises:
        DataError: if the source's file is missing, outside the public half, or not what it says it is.
    """
    original = public_file(build, source)
    name = hashlib.sha256(f"{_FORM}:{source.kind}:{source.path}".encode()).hexdigest()[:24]
    path = build.private / "info" / f"{name}.sqlite"
    with _locks.setdefault(path, threading.Lock()):
        if not path.is_file():
            path.parent.mkdir(parents=True, exist_ok=True)
            _make(original, source, path)
    return path


def index_all(build: Build, sources: Iterable[InfoSource]) -> None:
    """Index what is not indexed yet, so that no episode waits for it."""
    for source in sources:
        if source.kind != "documents":
            index_of(build, source)


def public_file(build: Build, source: InfoSource) -> Path:
    """The file of ``source`` in the public half of ``build``.

    Raises:
        DataError: if it is missing, or a link that leads out of the public half.
    """
    path = (build.public / source.path).resolve()
    if not path.is_relative_to(build.public.resolve()):
        raise DataError(
            f"{source.path} of {build.family} leads out of the build's public half; build the data again"
        )
    if not path.is_file():
        raise DataError(
            f"{source.path} of {build.family} is missing from {build.public}; build the data again"
        )
    return path


def _make(original: Path, source: InfoSource, path: Path) -> None:
    with tempfile.TemporaryDirectory(dir=path.parent, prefix=".growing-") as scratch:
        growing = Path(scratch) / "index.sqlite"
        with closing(sqlite3.connect(growing.as_uri(), uri=True, isolation_level=None)) as connection:
            connection.text_factory = lenient_text
            connection.executescript("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;" + _SCHEMA)
            try:
                _attach(connection, original, source)
                _fill(connection)
            except sqlite3.DatabaseError as error:
                raise DataError(
                    f"{original} cannot be read as {source.kind}: {error}; build the data again"
                ) from error
        _sync(growing)
        os.replace(growing, path)


def _attach(connection: sqlite3.Connection, original: Path, source: InfoSource) -> None:
    if source.kind == "sqlite":
        connection.execute("ATTACH ? AS data", (read_only(original),))
        return
    connection.execute("ATTACH '' AS data")
    load = {"csv": load_csv, "parquet": load_parquet}[source.kind]
    connection.execute("BEGIN")
    load(original, connection, "data")
    connection.execute("COMMIT")


def _fill(connection: sqlite3.Connection) -> None:
    connection.execute("BEGIN")
    found = connection.execute(
        "SELECT name FROM data.sqlite_master WHERE type IN ('table', 'view')"
        " AND name NOT LIKE 'sqlite_%' ORDER BY name"
    ).fetchall()
    for (table,) in found:
        rows = connection.execute(f"SELECT count(*) FROM data.{quoted(table)}").fetchone()[0]
        added = connection.execute("INSERT INTO tables (name, row_count) VALUES (?, ?)", (table, rows))
        described = connection.execute(f"PRAGMA data.table_info({quoted(table)})").fetchall()
        for _, column, kind, *_ in described:
            _add_column(connection, added.lastrowid, table, column, kind, rows)
    connection.execute(
        "INSERT INTO near (rowid, value) SELECT terms.id, value FROM terms JOIN columns"
        " ON columns.id = column_id WHERE is_text"
    )
    connection.execute("COMMIT")


def _add_column(
    connection: sqlite3.Connection, table_id: int | None, table: str, column: str, kind: str, rows: int
) -> None:
    name, origin = quoted(column), f"data.{quoted(table)}"
    figures = connection.execute(
        f"SELECT count({name}), count(DISTINCT {name}), min({name}), max({name}),"
        f" max(typeof({name}) = 'text'), max(length({name})), max(typeof({name}) = 'blob') FROM {origin}"
    ).fetchone()
    filled, distinct, low, high, is_text, longest, is_blob = figures
    is_long = bool(is_blob) or (longest or 0) > MAX_TERM_CHARACTERS
    added = connection.execute(
        "INSERT INTO columns (table_id, name, type, nulls, distinct_count, low, high, is_text, is_long)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (table_id, column, kind, rows - filled, distinct, *((None, None) if is_long else (low, high)),
         bool(is_text), is_long),
    )  # fmt: skip
    if not is_long:
        connection.execute(
            f"INSERT INTO terms (column_id, value, count) SELECT ?, CAST({name} AS TEXT), count(*)"
            f" FROM {origin} WHERE {name} IS NOT NULL GROUP BY {name}"
            f" ORDER BY count(*) DESC, {name} LIMIT {MAX_TERMS}",
            (added.lastrowid,),
        )


def _sync(path: Path) -> None:
    with path.open("rb") as stream:
        os.fsync(stream.fileno())
