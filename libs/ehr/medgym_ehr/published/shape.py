"""The shape of a result, taken from gold and stated with the task: its columns and their kinds of cell."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Sequence
from datetime import datetime
from typing import Literal, cast

from pydantic import JsonValue

from medgym_core import AnswerKind, Column, DateTime, Integer, Number, Table, Text
from medgym_ehr.published.database import Cell, Result
from medgym_ehr.published.frozen import Frozen
from medgym_ehr.published.refusal import Reason, Refused

CellKind = Literal["integer", "number", "text", "datetime"]

ABS_TOL = 1e-3
"""Distance at which two numbers are equal; the official evaluator of 2024 rounds to as many digits."""

_TIME = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d")
_NAME = re.compile(r"[a-z][a-z0-9_]*", re.IGNORECASE)


class ShapeColumn(Frozen):
    """One column of a result."""

    name: str
    """Name as shown to the agent."""
    kind: CellKind
    """Kind of its cells."""
    nullable: bool = False
    """Whether any cell is null."""


class Shape(Frozen):
    """The columns of a result, in order."""

    columns: tuple[ShapeColumn, ...]


def shape_of(result: Result) -> Shape:
    """The shape of a result, from the values of all its rows.

    A single column is named ``answer``: its name in SQL would give part of the SQL away. Several columns have
    their names in SQL, so that their order is known, or numbers where a name is not a plain word.

    Raises:
        Refused: if there is no row, no value, a column of mixed types, or a value that JSON cannot hold.
    """
    if not result.rows:
        raise Refused(Reason.EMPTY)
    columns = [list(cells) for cells in zip(*result.rows, strict=True)]
    if all(cell is None for cells in columns for cell in cells):
        raise Refused(Reason.NULL)
    return Shape(
        columns=tuple(
            ShapeColumn(name=name, kind=_kind(name, cells), nullable=None in cells)
            for name, cells in zip(_names(result.columns), columns, strict=True)
        )
    )


def answer_kind(shape: Shape, nullable: bool = True) -> AnswerKind:
    """The kind of answer to state in the prompt: a table of such columns, its rows in any order.

    Numbers are equal within :data:`ABS_TOL`, texts but for case. ``nullable`` lets null, as the whole
    answer, say that the database cannot answer the question.
    """
    columns = tuple(Column(name=column.name, kind=_cell_kind(column)) for column in shape.columns)
    return Table(columns=columns, nullable=nullable)


def gold(result: Result, most_bytes: int) -> list[list[JsonValue]]:
    """Rows that have a shape, as JSON; to be compared as :func:`answer_kind` of that shape.

    Raises:
        Refused: if they take more than ``most_bytes`` bytes.
    """
    rows = cast("list[list[JsonValue]]", [list(row) for row in result.rows])
    size = len(json.dumps(rows, ensure_ascii=False).encode())
    if size > most_bytes:
        raise Refused(Reason.TOO_LARGE, f"{size} bytes of JSON, at most {most_bytes} are permitted")
    return rows


def _names(columns: Sequence[str]) -> list[str]:
    if len(columns) == 1:
        return ["answer"]
    words = [name.rpartition(".")[2].lower() for name in columns]
    if len(set(words)) == len(words) and all(map(_NAME.fullmatch, words)):
        return words
    return [f"column_{number}" for number in range(1, len(columns) + 1)]


def _kind(name: str, cells: Sequence[Cell]) -> CellKind:
    values = [cell for cell in cells if cell is not None]
    if any(isinstance(cell, bytes) or (isinstance(cell, float) and math.isinf(cell)) for cell in values):
        raise Refused(Reason.NOT_JSON, f"column {name}")
    texts = [cell for cell in values if isinstance(cell, str)]
    if len(texts) not in (0, len(values)):
        raise Refused(Reason.MIXED, f"column {name}")
    if len(texts) == len(values):
        return "datetime" if texts and all(map(_is_time, texts)) else "text"
    return "integer" if all(isinstance(cell, int) for cell in values) else "number"


def _is_time(text: str) -> bool:
    if not _TIME.fullmatch(text):
        return False
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True


def _cell_kind(column: ShapeColumn) -> AnswerKind:
    match column.kind:
        case "integer":
            return Integer(nullable=column.nullable)
        case "number":
            return Number(abs_tol=ABS_TOL, nullable=column.nullable)
        case "datetime":
            return DateTime(nullable=column.nullable)
        case "text":
            return Text(nullable=column.nullable)
