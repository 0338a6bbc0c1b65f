"""Reading a query's rows as an answer, and which answers make a question worth asking."""

from __future__ import annotations

import math
from collections.abc import Sequence

from pydantic import JsonValue

from medgym_core import AnswerKind, Boolean, DateTime, Integer, Number, SetOf, Table, Text

Row = tuple[object, ...]
Rows = Sequence[Row]


class UnfitError(Exception):
    """The rows are no answer that a question may have; the text says why."""


def read(kind: AnswerKind, rows: Rows) -> JsonValue:
    """The answer in the JSON form that the typed comparison takes as gold.

    Where order is of no matter it is that of the text, whatever order the database found the rows in.

    Raises:
        UnfitError: if the rows do not fit the kind, are none, or hold a null.
    """
    if not rows or any(cell is None for row in rows for cell in row):
        raise UnfitError("no answer")
    if isinstance(kind, Table):
        table = [
            [_cell(column.kind, cell) for column, cell in zip(kind.columns, row, strict=True)] for row in rows
        ]
        return [*table] if kind.ordered else sorted(table, key=repr)
    cells = [_cell(kind.items if isinstance(kind, SetOf) else kind, row[0]) for row in rows]
    if isinstance(kind, SetOf):
        if len({str(cell).casefold() for cell in cells}) < len(cells):
            raise UnfitError("a list that repeats")
        return sorted(cells, key=repr)
    if len(set(map(str, cells))) > 1:
        raise UnfitError("several answers to a question for one")
    return cells[0]


def nothing(rows: Rows) -> bool:
    """Whether rows tell nothing: there are none, or all their cells are null."""
    return all(cell is None for row in rows for cell in row)


def trivial(answer: JsonValue) -> bool:
    """Whether an answer is 0, 1 or none, which guesses hit; yes and no are not meant."""
    return answer is None or answer == [] or (not isinstance(answer, bool | list) and answer in (0, 1))


def _cell(kind: AnswerKind, cell: object) -> JsonValue:
    if isinstance(kind, Boolean) and cell in (0, 1):
        return bool(cell)
    if isinstance(kind, Integer) and isinstance(cell, int | float) and float(cell).is_integer():
        return int(cell)
    if isinstance(kind, Number) and isinstance(cell, int | float) and math.isfinite(cell):
        return float(cell)
    if isinstance(kind, Text | DateTime) and isinstance(cell, str):
        return cell
    raise UnfitError(f"{cell!r} is no {kind.kind}")
