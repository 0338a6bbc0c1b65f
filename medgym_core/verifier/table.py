"""The shapes in which result tables arrive, and how an SQL result is read as an answer that is no table."""

from __future__ import annotations

from medgym_core.answer import Boolean, Kind, ListOf, Record, SetOf, Table
from medgym_core.verifier.fault import Fault, Refused
from medgym_core.verifier.parse import Exact


def rows(kind: Table, value: Exact) -> list[list[Exact]]:
    """The cells of a table, each row in the order of ``kind.columns``.

    Three shapes are taken: a list of rows, by position; a list of objects with exactly the declared names;
    and ``{"columns": [...], "rows": [[...]]}``, as SQL and data frames send it, by name where the names are
    the declared ones in any order and case, else by position.

    Raises:
        Refused: if it is none of these, or a row has the wrong width.
    """
    order = list(range(len(kind.columns)))
    if isinstance(value, dict):
        names, value = _named(value)
        order = _order(kind, names)
    if not isinstance(value, list):
        raise Refused(Fault.WRONG_TYPE)
    return [_row(kind, row, order) for row in value]


def from_sql(kind: Kind, value: Exact) -> Exact:
    """Read an SQL result, always ``{"columns": [...], "rows": [[...]]}``, as ``kind``.

    A table stays one. A list or set is the one column. A record is the one row, its keys the column names.
    Anything else is the one cell; no row at all is null. SQLite has no booleans: where the kind is boolean,
    0 and 1 are read as false and true.

    Raises:
        Refused: if the result does not have that shape.
    """
    if isinstance(kind, Table):
        kinds = [column.kind for column in kind.columns]
        return [[_cell(*pair) for pair in zip(kinds, row, strict=True)] for row in rows(kind, value)]
    names, cells = _named(value)
    table = [_cells(row, len(names)) for row in cells]
    if isinstance(kind, Record):
        return _sql_record(kind, names, table)
    if len(names) != 1:
        raise Refused(Fault.WRONG_COLUMNS)
    if isinstance(kind, ListOf | SetOf):
        return [_cell(kind.items, row[0]) for row in table]
    if len(table) > 1:
        raise Refused(Fault.WRONG_LENGTH)
    return _cell(kind, table[0][0]) if table else None


def _sql_record(kind: Record, names: list[str], table: list[list[Exact]]) -> Exact:
    if len(table) > 1:
        raise Refused(Fault.WRONG_LENGTH)
    if not table:
        return None
    if sorted(names) != sorted(kind.fields):
        raise Refused(Fault.WRONG_KEYS)
    return {name: _cell(kind.fields[name], cell) for name, cell in zip(names, table[0], strict=True)}


def _cell(kind: Kind, cell: Exact) -> Exact:
    if isinstance(kind, Boolean) and isinstance(cell, int) and cell in (0, 1):
        return bool(cell)
    return cell


def _named(value: Exact) -> tuple[list[str], list[Exact]]:
    if not isinstance(value, dict) or value.keys() != {"columns", "rows"}:
        raise Refused(Fault.WRONG_TYPE)
    columns, table = value["columns"], value["rows"]
    if not isinstance(columns, list) or not isinstance(table, list):
        raise Refused(Fault.WRONG_TYPE)
    names = [name for name in columns if isinstance(name, str)]
    if len(names) != len(columns):
        raise Refused(Fault.WRONG_COLUMNS)
    return names, table


def _order(kind: Table, names: list[str]) -> list[int]:
    """Where each declared column stands among ``names``."""
    if len(names) != len(kind.columns):
        raise Refused(Fault.WRONG_COLUMNS)
    given = [name.casefold() for name in names]
    wanted = [column.name.casefold() for column in kind.columns]
    by_name = len(set(given)) == len(given) and sorted(given) == sorted(wanted)
    return [given.index(name) for name in wanted] if by_name else list(range(len(names)))


def _row(kind: Table, row: Exact, order: list[int]) -> list[Exact]:
    if isinstance(row, dict):
        if row.keys() != {column.name for column in kind.columns}:
            raise Refused(Fault.WRONG_COLUMNS)
        return [row[column.name] for column in kind.columns]
    cells = _cells(row, len(kind.columns))
    return [cells[place] for place in order]


def _cells(row: Exact, width: int) -> list[Exact]:
    if not isinstance(row, list):
        raise Refused(Fault.WRONG_TYPE)
    if len(row) != width:
        raise Refused(Fault.WRONG_COLUMNS)
    return row
