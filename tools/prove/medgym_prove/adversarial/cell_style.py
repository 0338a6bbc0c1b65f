"""Ways in which people write single values of a right result down, as Python expressions."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from datetime import datetime

from pydantic import JsonValue

from medgym_core.answer import (
    AnswerKind,
    Boolean,
    Choice,
    Date,
    DateTime,
    Integer,
    ListOf,
    Number,
    Record,
    SetOf,
    Table,
    Text,
)

Cell = Callable[[AnswerKind, JsonValue], str | None]
"""The expression for a value, or None where the style does not fit it."""
_WIDEST = 2**63
_SINGLE_MOST = 2.0**22


def cell_styles(kind: AnswerKind, value: JsonValue, pandas: bool) -> Iterator[tuple[str, str]]:
    """Name and expression of every style that changes a value within ``value``; numpy's where ``pandas``."""
    for name, cell in {**_CELLS, **(_NUMPY_CELLS if pandas else {})}.items():
        expression, changed = _rewritten(kind, value, cell)
        if changed:
            yield name, expression


def _rewritten(kind: AnswerKind, value: JsonValue, cell: Cell) -> tuple[str, bool]:
    """The expression for ``value`` with every cell in a style, and whether any was changed."""
    match kind, value:
        case Record(), dict():
            parts = {name: _rewritten(kind.fields[name], item, cell) for name, item in value.items()}
            inner = ", ".join(f"{name!r}: {text}" for name, (text, _) in parts.items())
            return f"{{{inner}}}", any(changed for _, changed in parts.values())
        case ((ListOf() | SetOf()), list()):
            return _joined([_rewritten(kind.items, item, cell) for item in value])
        case Table(), list():
            kinds = [column.kind for column in kind.columns]
            rows = [row for row in value if isinstance(row, list)]
            return _joined(
                [_joined([_rewritten(*pair, cell) for pair in zip(kinds, row, strict=True)]) for row in rows]
            )
    found = None if value is None else cell(kind, value)
    return (repr(value), False) if found is None else (found, True)


def _joined(parts: list[tuple[str, bool]]) -> tuple[str, bool]:
    return f"[{', '.join(text for text, _ in parts)}]", any(changed for _, changed in parts)


def _rounded(kind: AnswerKind, value: JsonValue) -> str | None:
    if not isinstance(kind, Number) or kind.exact or not isinstance(value, float) or not value:
        return None
    digits = max(2, 2 - math.floor(math.log10(abs(value))))
    rounded = round(value, digits)
    within = (kind.minimum is None or rounded >= kind.minimum) and (
        kind.maximum is None or rounded <= kind.maximum
    )
    return f"round({value!r}, {digits})" if rounded and within else None


def _single(kind: AnswerKind, value: JsonValue) -> str | None:
    if not isinstance(kind, Number) or kind.exact or not isinstance(value, float):
        return None
    bounds = {kind.minimum, kind.maximum}
    fits = 1e-30 < abs(value) < _SINGLE_MOST and all(value != bound for bound in bounds)
    return f"np.float32({value!r})" if fits else None


def _numpy(kind: AnswerKind, value: JsonValue) -> str | None:
    match kind, value:
        case Number(), (int() | float()):
            return f"np.float64({value!r})"
        case Integer(), int() if abs(value) < _WIDEST:
            return f"np.int64({value})"
        case Boolean(), bool():
            return f"np.bool_({value})"
        case ((Text() | Choice()), str()):
            return f"np.str_({value!r})"
        case Date(), str():
            return f"np.datetime64({value[:10]!r})"
        case DateTime(), str() if datetime.fromisoformat(value).tzinfo is None:
            return f"np.datetime64({value!r}, 'ns')"
    return None


def _timestamp(kind: AnswerKind, value: JsonValue) -> str | None:
    return f"pd.Timestamp({value!r})" if isinstance(kind, Date | DateTime) else None


def _datetime(kind: AnswerKind, value: JsonValue) -> str | None:
    match kind, value:
        case Date(), str():
            return f"datetime.date.fromisoformat({value[:10]!r})"
        case DateTime(), str():
            return f"datetime.datetime.fromisoformat({datetime.fromisoformat(value).isoformat()!r})"
    return None


def _decimal(kind: AnswerKind, value: JsonValue) -> str | None:
    numeric = isinstance(kind, Number | Integer) and abs(float(str(value))) < 2**53
    return f"decimal.Decimal({str(value)!r})" if numeric else None


def _fraction(kind: AnswerKind, value: JsonValue) -> str | None:
    return f"fractions.Fraction({str(value)!r})" if isinstance(kind, Number) else None


def _float(kind: AnswerKind, value: JsonValue) -> str | None:
    whole = isinstance(value, int) and abs(value) < 2**53
    fits = isinstance(kind, Number) or (isinstance(kind, Integer) and kind.integral_float)
    return f"float({value!r})" if fits and whole else None


def _digit(kind: AnswerKind, value: JsonValue) -> str | None:
    return str(int(value)) if isinstance(kind, Boolean) and isinstance(value, bool) else None


def _upper(kind: AnswerKind, value: JsonValue) -> str | None:
    folds = isinstance(kind, Choice) or (isinstance(kind, Text) and kind.casefold)
    same = isinstance(value, str) and value.upper().casefold() == value.casefold() and value != value.upper()
    return f"{value!r}.upper()" if folds and same else None


def _blanks(kind: AnswerKind, value: JsonValue) -> str | None:
    return f"{f' {value}  '!r}" if isinstance(kind, Text | Choice) else None


_CELLS: dict[str, Cell] = {
    "rounded": _rounded,
    "Decimal": _decimal,
    "Fraction": _fraction,
    "float": _float,
    "0 or 1": _digit,
    "datetime": _datetime,
    "upper case": _upper,
    "blanks around": _blanks,
}
_NUMPY_CELLS: dict[str, Cell] = {"numpy.float32": _single, "numpy scalars": _numpy, "Timestamp": _timestamp}
