"""Ways in which people write a right result down, as Python that rebuilds one from a known value.

A style of cells changes every value it fits (a number of single precision, a rounded one, a datetime); a
style of containers changes what holds them (rows of a cursor, a data frame, a view). What a style yields is
an expression; the box runs it after :data:`PRELUDE`, and what it is worth there is submitted.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pydantic import JsonValue

from medgym_core.answer import AnswerKind, ListOf, Record, SetOf, Table
from medgym_prove.adversarial.cell_style import cell_styles

PRELUDE = """\
import collections, datetime, decimal, fractions, sqlite3
try:
    import numpy as np
    import pandas as pd
except ImportError:
    np = pd = None


def query(names, rows, row_factory=None):
    connection = sqlite3.connect(":memory:")
    connection.row_factory = row_factory
    connection.execute("CREATE TABLE t (" + ", ".join(f'"c{i}"' for i in range(len(names))) + ")")
    connection.executemany("INSERT INTO t VALUES (" + ", ".join("?" * len(names)) + ")", rows)
    shown = ", ".join(f'c{i} AS "{name}"' for i, name in enumerate(names))
    return connection.execute(f"SELECT {shown} FROM t ORDER BY rowid")


def frame(names, rows):
    return pd.DataFrame(rows, columns=names)
"""
_SQLITE_MOST = 2**63
_MANY = (ListOf, SetOf, Table)


class _Grid(NamedTuple):
    """A result as a table: what a query for it returns."""

    names: list[str]
    rows: list[list[JsonValue]]

    @property
    def column(self) -> list[JsonValue]:
        """The cells of the first column."""
        return [row[0] for row in self.rows]

    @property
    def in_sqlite(self) -> bool:
        """Whether SQLite can hold it."""
        cells = [cell for row in self.rows for cell in row]
        whole = all(abs(cell) < _SQLITE_MOST for cell in cells if isinstance(cell, int))
        return whole and all(cell is None or isinstance(cell, int | float | str) for cell in cells)


def styles(kind: AnswerKind, value: JsonValue, pandas: bool) -> Iterator[tuple[str, str]]:
    """Every style that fits: its name and an expression; those of numpy and pandas where ``pandas``."""
    if value is None:
        yield from _of_nothing(kind)
        return
    yield from cell_styles(kind, value, pandas)
    yield from _containers(kind, value, pandas)


def _of_nothing(kind: AnswerKind) -> Iterator[tuple[str, str]]:
    yield "fetchone", "query(['x'], []).fetchone()"
    if not isinstance(kind, _MANY):
        yield "fetchall", "query(['x'], []).fetchall()"


def _containers(kind: AnswerKind, value: JsonValue, pandas: bool) -> Iterator[tuple[str, str]]:
    if isinstance(kind, Record) and isinstance(value, dict):
        yield from _fields(kind, value, pandas)
    grid = _grid(kind, value)
    if grid is None:
        return
    if grid.in_sqlite and grid.names:
        yield from _queried(kind, grid)
    if not isinstance(kind, Record):
        yield from _listed(kind, grid)
    if pandas:
        yield from _framed(kind, grid)


def _grid(kind: AnswerKind, value: JsonValue) -> _Grid | None:
    """``value`` as what a query returns; None where its cells are no plain values."""
    match kind, value:
        case Table(), list():
            rows = [row for row in value if isinstance(row, list)]
            grid = _Grid([column.name for column in kind.columns], rows)
        case ((ListOf() | SetOf()), list()):
            grid = _Grid(["value"], [[item] for item in value])
        case Record(), dict():
            grid = _Grid(list(value), [list(value.values())])
        case _:
            grid = _Grid(["value"], [[value]])
    return None if any(isinstance(cell, list | dict) for row in grid.rows for cell in row) else grid


def _fields(kind: Record, value: dict[str, JsonValue], pandas: bool) -> Iterator[tuple[str, str]]:
    """Each field in a style of containers, where it has one."""
    found: dict[str, dict[str, str]] = {}
    for name, field in kind.fields.items():
        if value[name] is not None:
            for style, expression in _containers(field, value[name], pandas):
                found.setdefault(style, {})[name] = expression
    for style, changed in found.items():
        fields = (f"{name!r}: {changed.get(name, repr(value[name]))}" for name in value)
        yield f"{style} in a field", "{" + ", ".join(fields) + "}"


def _queried(kind: AnswerKind, grid: _Grid) -> Iterator[tuple[str, str]]:
    asked = f"({grid.names!r}, {grid.rows!r}"
    if not isinstance(kind, Record):
        yield "fetchall", f"query{asked}).fetchall()"
    yield "cursor", f"query{asked})"
    yield "sqlite3.Row", f"query{asked}, sqlite3.Row).fetchall()"
    yield "rows as dicts", f"[dict(row) for row in query{asked}, sqlite3.Row)]"
    if isinstance(kind, ListOf | SetOf):
        yield "first cells of rows", f"[row[0] for row in query{asked})]"
    elif len(grid.rows) == 1:
        yield "one sqlite3.Row", f"query{asked}, sqlite3.Row).fetchone()"
        if not isinstance(kind, Record):
            yield "fetchone", f"query{asked}).fetchone()"


def _listed(kind: AnswerKind, grid: _Grid) -> Iterator[tuple[str, str]]:
    flat = not isinstance(kind, Table)
    items = repr(grid.column if flat else grid.rows)
    yield "tuples", f"tuple({items if flat else f'map(tuple, {items})'})"
    yield "generator", f"(item for item in {items})"
    yield "dict values", f"dict(enumerate({items})).values()"
    yield "deque", f"collections.deque({items})"
    if flat and len({repr(cell) for cell in grid.column}) == len(grid.rows) and None not in grid.column:
        yield "dict keys", f"dict.fromkeys({items}).keys()"
        if not isinstance(kind, ListOf):
            yield "set", f"set({items})"


def _framed(kind: AnswerKind, grid: _Grid) -> Iterator[tuple[str, str]]:
    made = f"frame({grid.names!r}, {grid.rows!r})"
    yield "DataFrame", made
    yield "DataFrame of nullable types", f"{made}.convert_dtypes()"
    yield "records of a DataFrame", f"{made}.astype(object).to_dict('records')"
    if isinstance(kind, Record):
        yield "Series by name", f"pd.Series(dict(zip({grid.names!r}, {grid.rows[0]!r})), dtype=object)"
        return
    yield "two-dimensional array", f"np.array({grid.rows!r}, dtype=object).reshape(-1, {len(grid.names)})"
    yield "DataFrame with names of its own", f"pd.DataFrame({grid.rows!r}, columns=range({len(grid.names)}))"
    if isinstance(kind, Table) and len(grid.names) > 1:
        yield "DataFrame with an index", f"{made}.set_index({grid.names[0]!r})"
    if not isinstance(kind, Table):
        yield "Series", f"{made}['value']"
        yield "Index", f"pd.Index({grid.column!r}, dtype=object)"
        yield "array", f"np.array({grid.column!r}, dtype=object)"
        yield "Series with labels", f"{made}.assign(k='x').set_index('k')['value']"


def sql(kind: AnswerKind, value: JsonValue) -> str | None:
    """A query that returns ``value``; None where a result table cannot hold it."""
    if value is None and isinstance(kind, _MANY):
        return None  # an empty result is an empty list
    grid = _Grid(["value"], []) if value is None else _grid(kind, value)
    if grid is None or not grid.in_sqlite or not grid.names:
        return None
    names = [f'"{name}"' for name in grid.names]
    if not grid.rows:
        return f"SELECT {', '.join(f'NULL AS {name}' for name in names)} WHERE 0"
    rows = ", ".join(f"({', '.join(map(_sql_literal, row))})" for row in grid.rows)
    shown = ", ".join(f"column{place} AS {name}" for place, name in enumerate(names, 1))
    return f"SELECT {shown} FROM (VALUES {rows})"


def _sql_literal(cell: JsonValue) -> str:
    if isinstance(cell, bool):
        return str(int(cell))
    if isinstance(cell, str):
        return "'" + cell.replace("'", "''") + "'"
    return "NULL" if cell is None else repr(cell)
