"""The shapes in which results arrive, and how each is read as an answer kind.

One rule for all languages and libraries. A result is rows of cells: a list of lists; a list of objects that
have the same keys; or a frame, ``{"columns": [...], "rows": [[...]]}``, as SQL, data frames and database
cursors send it. A row may stand for itself, as ``fetchone`` gives it. Then a result with one column is a
list, one with one row a record, one with one cell a scalar, and one without any row is null where a value is
asked for. What has more columns or rows than that is refused.
"""

from __future__ import annotations

from typing import NamedTuple

from medgym_core.answer import Kind, ListOf, Record, SetOf, Table
from medgym_core.verifier.fault import Fault, Refused
from medgym_core.verifier.parse import Exact


class Result(NamedTuple):
    """Rows of cells, with names and index labels where the submitted table has them."""

    names: list[str] | None
    """Names of the columns, where rows name their cells."""
    rows: list[list[Exact]]
    labels: int = 0
    """How many of the first columns are a data frame's index, which may be left out."""

    def bare(self) -> Result:
        """The rows and names without the columns of the index."""
        names = None if self.names is None else self.names[self.labels :]
        return Result(names, [row[self.labels :] for row in self.rows])

    def named(self) -> list[dict[str, Exact]]:
        """Its rows as objects.

        Raises:
            Refused: if it has no names, or one of them twice.
        """
        if self.names is None or len(set(self.names)) != len(self.names):
            raise Refused(Fault.WRONG_KEYS)
        return [dict(zip(self.names, row, strict=True)) for row in self.rows]

    def column(self) -> list[Exact]:
        """The cells of its one column.

        Raises:
            Refused: if it has another number of columns, or its cells hold lists or objects.
        """
        if (self.names is not None and len(self.names) != 1) or any(len(row) != 1 for row in self.rows):
            raise Refused(Fault.WRONG_COLUMNS)
        if not all(_is_cell(row[0]) for row in self.rows):
            raise Refused(Fault.WRONG_TYPE)
        return [row[0] for row in self.rows]


def read(kind: Kind, value: Exact) -> Exact:
    """``value`` in the form that ``kind`` has; what is no result, or has that form, stays as it is.

    Raises:
        Refused: if it is a result of another shape.
    """
    match kind:
        case Table():
            return value if value is None else list[Exact](rows(kind, value))
        case Record():
            return _record(kind, value)
        case ListOf() | SetOf():
            return _list(kind.items, value)
    return _scalar(value)


def rows(kind: Table, value: Exact) -> list[list[Exact]]:
    """The cells of a table, each row in the order of ``kind.columns``.

    Columns are taken by name where the names are the declared ones, in any order and case, else by position;
    a list of plain values is one column, or the one row of several.

    Raises:
        Refused: if it is no result, or has other columns.
    """
    width = len(kind.columns)
    if width == 1 and isinstance(value, list) and all(map(_is_cell, value)):
        value = [[cell] for cell in value]
    result = _result(value) or _result([value])
    if result is None:
        raise Refused(Fault.WRONG_TYPE)
    if result.labels and result.names and len(result.names) - result.labels == width:
        result = result.bare()
    if (result.names is not None and len(result.names) != width) or any(
        len(row) != width for row in result.rows
    ):
        raise Refused(Fault.WRONG_COLUMNS)
    order = _order(kind, result.names)
    return [[row[place] for place in order] for row in result.rows]


def _record(kind: Record, value: Exact) -> Exact:
    result = _result(value) if _is_frame(value) or isinstance(value, list) else None
    if result is not None:
        value = _one_row(kind, result)
    if not isinstance(value, dict):
        return value
    return {name: _field(kind.fields.get(name), cell) for name, cell in value.items()}


def _one_row(kind: Record, result: Result) -> Exact:
    """The one row as an object; a labelled column, as of a Series, is a row that stands on end."""
    if result.labels == 1 and all(len(row) == 2 for row in result.rows):
        turned = Result([str(row[0]) for row in result.rows], [[row[1] for row in result.rows]])
        if turned.names is not None and sorted(turned.names) == sorted(kind.fields):
            return {**turned.named()[0]}
    if len(result.rows) > 1:
        raise Refused(Fault.WRONG_LENGTH)
    if not result.rows:
        return None
    if sorted(result.names or ()) != sorted(kind.fields):
        result = result.bare()
    (found,) = result.named()
    if found.keys() != kind.fields.keys():
        raise Refused(Fault.WRONG_KEYS)
    return {**found}


def _field(kind: Kind | None, value: Exact) -> Exact:
    """A field, each by itself: one of another shape is wrong, and leaves the others their components."""
    try:
        return value if kind is None else read(kind, value)
    except Refused:
        return value


def _list(items: Kind, value: Exact) -> Exact:
    nested = isinstance(items, ListOf | SetOf | Table)
    if not _is_frame(value):
        result = _result(value) if isinstance(value, list) else None
        single = result is not None and all(len(row) == 1 for row in result.rows)
        return (
            result.column() if result and single and not nested and not isinstance(items, Record) else value
        )
    result = _frame(value).bare()
    if isinstance(items, Record):
        return list[Exact]([{**row} for row in result.named()])
    return list[Exact](list(result.rows)) if nested else result.column()


def _scalar(value: Exact) -> Exact:
    if not isinstance(value, list | dict):
        return value
    result = _result(value) or _result([value])
    if result is None or not all(_is_cell(cell) for row in result.rows for cell in row):
        return value
    column = result.bare().column()
    if len(column) > 1:
        raise Refused(Fault.WRONG_LENGTH)
    return column[0] if column else None


def _result(value: Exact) -> Result | None:
    """``value`` as rows of cells; None where it is no such thing.

    Raises:
        Refused: if it is a malformed frame.
    """
    if _is_frame(value):
        return _frame(value)
    if not isinstance(value, list):
        return None
    lists = [row for row in value if isinstance(row, list)]
    if len(lists) == len(value):
        return Result(None, lists)
    objects = [row for row in value if isinstance(row, dict)]
    if len(objects) < len(value) or any(row.keys() != objects[0].keys() for row in objects):
        return None
    names = list(objects[0])
    return Result(names, [[row[name] for name in names] for row in objects])


def _is_frame(value: Exact) -> bool:
    return isinstance(value, dict) and {"columns", "rows"} <= value.keys() <= {"columns", "rows", "index"}


def _is_cell(value: Exact) -> bool:
    return not isinstance(value, list | dict)


def _frame(value: Exact) -> Result:
    assert isinstance(value, dict)
    columns, table, labels = value["columns"], value["rows"], value.get("index", 0)
    if not isinstance(columns, list) or not isinstance(table, list) or not isinstance(labels, int):
        raise Refused(Fault.WRONG_TYPE)
    names = [name for name in columns if isinstance(name, str)]
    cells = [row for row in table if isinstance(row, list)]
    if len(cells) != len(table):
        raise Refused(Fault.WRONG_TYPE)
    if len(names) != len(columns) or any(len(row) != len(names) for row in cells):
        raise Refused(Fault.WRONG_COLUMNS)
    return Result(names, cells, min(max(labels, 0), len(names)))


def _order(kind: Table, names: list[str] | None) -> list[int]:
    """Where each declared column stands among ``names``."""
    wanted = [column.name.casefold() for column in kind.columns]
    given = [name.casefold() for name in names or ()]
    by_name = len(set(given)) == len(given) and sorted(given) == sorted(wanted)
    return [given.index(name) for name in wanted] if by_name else list(range(len(wanted)))
