"""A source of tables, answered from its index."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass

from medgym_core.action.info.catalogue import Item, UnanswerableError
from medgym_core.action.info.index import index_of
from medgym_core.action.info.listing import Listing
from medgym_core.action.info.matches import Match
from medgym_core.action.info.sql import opened
from medgym_core.action.layout import one_line
from medgym_core.source import Build
from medgym_core.task import InfoSource

_CANDIDATES = 400
_QUERY_CHARACTERS = 100
_SAMPLES = 3
_VALUE = 80


@dataclass(frozen=True)
class _Column:
    """One row of the index's ``columns``."""

    id: int
    name: str
    type: str
    nulls: int
    distinct: int
    low: object
    high: object
    is_text: bool
    is_long: bool


class Tables:
    """The tables of an SQLite database, or the one table of a CSV or Parquet file."""

    def __init__(self, build: Build, source: InfoSource, seconds: float) -> None:
        """The tables of ``source``; the first use of a source in a build makes its index."""
        self.source = source
        self._index = index_of(build, source)
        self._seconds = seconds

    def entries(self) -> list[Item]:
        """Every table with its number of rows and its columns."""
        with opened(self._index, self._seconds) as connection:
            rows = connection.execute(
                "SELECT tables.name, row_count, columns.name FROM tables"
                " JOIN columns ON table_id = tables.id ORDER BY tables.name, columns.id"
            ).fetchall()
        columns: dict[tuple[str, int], list[str]] = {}
        for table, count, column in rows:
            columns.setdefault((table, count), []).append(column)
        return [
            Item(table, f"{count:,} rows; columns {', '.join(names)}")
            for (table, count), names in columns.items()
        ]

    def columns(self, entry: str) -> list[str]:
        """Columns of a table, in its order."""
        with opened(self._index, self._seconds) as connection:
            return [column.name for column in _columns(connection, entry)]

    def describe(self, entry: str) -> Listing:
        """Type, missing and distinct counts and sample values or range of each column."""
        with opened(self._index, self._seconds) as connection:
            rows = connection.execute("SELECT row_count FROM tables WHERE name = ?", (entry,)).fetchone()[0]
            lines = [_describe(connection, column) for column in _columns(connection, entry)]
        return Listing.of(f"table {entry}: {rows:,} rows", lines)

    def values(self, entry: str, column: str) -> Listing:
        """Distinct values with their counts; of a column with very many, the most frequent."""
        with opened(self._index, self._seconds) as connection:
            chosen = next(found for found in _columns(connection, entry) if found.name == column)
            if chosen.is_long:
                raise UnanswerableError(f"{entry}.{column} holds long texts; read them with code.")
            terms = connection.execute(
                "SELECT value, count FROM terms WHERE column_id = ? ORDER BY id", (chosen.id,)
            ).fetchall()
        lines = [f"{_shown(value, chosen)}: {count:,} rows" for value, count in terms]
        if chosen.nulls:
            lines.append(f"NULL: {chosen.nulls:,} rows")
        some = f", the {len(terms):,} most frequent of" if chosen.distinct > len(terms) else ""
        return Listing.of(f"values of {entry}.{column}{some}: {chosen.distinct:,} distinct", lines)

    def search(self, query: str, entry: str | None, column: str | None) -> list[Match]:
        """Values of text columns, and names of tables and columns."""
        query = query[:_QUERY_CHARACTERS]
        with opened(self._index, self._seconds) as connection:
            found = [] if column else _named(connection, entry)
            for value, count, table, name in _terms_like(connection, query, entry, column):
                label = f"{table}.{name} = {value!r} ({count:,} rows)"
                found.append(Match(value, label))
        return found


def _columns(connection: sqlite3.Connection, table: str) -> list[_Column]:
    rows = connection.execute(
        "SELECT columns.id, columns.name, type, nulls, distinct_count, low, high, is_text, is_long"
        " FROM columns JOIN tables ON tables.id = table_id WHERE tables.name = ? ORDER BY columns.id",
        (table,),
    )
    return [_Column(*row) for row in rows]


def _describe(connection: sqlite3.Connection, column: _Column) -> str:
    head = f"{column.name} {column.type}".rstrip() + f": {column.nulls:,} null, {column.distinct:,} distinct"
    if column.is_long:
        return head + "; long texts"
    if not column.is_text:
        return head + (f"; from {column.low} to {column.high}" if column.distinct else "")
    terms = connection.execute(
        "SELECT value FROM terms WHERE column_id = ? ORDER BY id LIMIT ?", (column.id, _SAMPLES)
    ).fetchall()
    return head + "; such as " + ", ".join(_shown(value, column) for (value,) in terms)


def _shown(value: str, column: _Column) -> str:
    return repr(one_line(value, _VALUE)) if column.is_text else value


def _named(connection: sqlite3.Connection, entry: str | None) -> list[Match]:
    rows = connection.execute(
        "SELECT tables.name, columns.name FROM columns JOIN tables ON tables.id = table_id"
        " WHERE ?1 IS NULL OR tables.name = ?1",
        (entry,),
    ).fetchall()
    tables = {table: Match(table, f"table {table}") for table, _ in rows}
    return [*tables.values(), *(Match(name, f"column {table}.{name}") for table, name in rows)]


def _terms_like(
    connection: sqlite3.Connection, query: str, entry: str | None, column: str | None
) -> list[tuple[str, int, str, str]]:
    """Candidates: values that contain the query, then those that share the most trigrams with it."""
    columns = (
        "JOIN columns ON columns.id = column_id JOIN tables ON tables.id = table_id"
        " WHERE (?2 IS NULL OR tables.name = ?2) AND (?3 IS NULL OR columns.name = ?3)"
    )
    chosen = "SELECT value, count, tables.name, columns.name FROM terms"
    by_size = f"ORDER BY length(value), count DESC, terms.id LIMIT {_CANDIDATES}"
    given = (query.strip(), entry, column)
    if len(given[0]) < 3:
        sql = f"{chosen} {columns} AND is_text AND instr(lower(value), lower(?1)) {by_size}"
        return connection.execute(sql, given).fetchall()
    trigrams = dict.fromkeys(given[0][at : at + 3] for at in range(len(given[0]) - 2))
    near = "JOIN (SELECT rowid, rank FROM near WHERE near MATCH ?1) AS hit ON hit.rowid = terms.id"
    found: dict[tuple[str, int, str, str], None] = {}
    for match, order in (
        (_phrase(given[0]), by_size),
        (" OR ".join(map(_phrase, trigrams)), f"ORDER BY rank, terms.id LIMIT {_CANDIDATES}"),
    ):
        rows = connection.execute(f"{chosen} {near} {columns} {order}", (match, entry, column))
        found |= dict.fromkeys(rows.fetchall())
    return list(found)


def _phrase(text: str) -> str:
    return '"' + text.replace('"', '""').replace("\0", " ") + '"'
