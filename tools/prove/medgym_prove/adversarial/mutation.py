"""Mutation operators on answers: small, plausible slips that a verifier must refuse."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta
from decimal import Decimal

from pydantic import JsonValue

from medgym_core.agent.guess import guesses
from medgym_core.answer import (
    AnswerKind,
    Boolean,
    Choice,
    Column,
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
from medgym_core.verifier.compare import compare
from medgym_core.verifier.fault import Refused
from medgym_core.verifier.parse import Exact, exact
from medgym_core.verifier.table import read, rows

Mutation = tuple[str, JsonValue]
"""Name of the operator, and the mutant."""


def mutations(kind: AnswerKind, value: JsonValue, others: Sequence[JsonValue]) -> Iterator[Mutation]:
    """Every operator that fits ``kind``, applied to ``value``; a mutant may still be equal to it.

    ``others`` are answers to other tasks of the same kind.
    """
    yield from (("another task's answer", other) for other in others)
    if value is None:
        yield from (("made up where there is none", guess) for guess in guesses(kind) if guess is not None)
        return
    yield "missing", None
    yield "nested too deeply", [[[value]]]
    yield from _misshapen(kind, value)
    yield from _inside(kind, value)


def is_same(kind: AnswerKind, mutant: JsonValue, value: JsonValue) -> bool:
    """Whether ``mutant`` is ``value`` within twice the tolerances: gold itself may lie one of them away."""
    try:
        return compare(_widened(kind), read(kind, exact(mutant)), exact(value)).ok
    except Refused:
        return False


def plain(kind: AnswerKind, value: Exact) -> JsonValue:
    """An answer as JSON data; a table as a list of rows, whatever the shape in which it was given."""
    if isinstance(kind, Table) and value is not None:
        value = list[Exact](rows(kind, value))
    if isinstance(value, Decimal):
        return float(value)
    if isinstance(value, list):
        return [plain(_ANY, item) for item in value]
    if isinstance(value, dict):
        return {key: plain(_ANY, item) for key, item in value.items()}
    return value


def _misshapen(kind: AnswerKind, value: JsonValue) -> Iterator[Mutation]:
    """Results of more columns or rows than the kind has."""
    match kind, value:
        case ((ListOf() | SetOf()), list()) if value:
            yield "two columns for a list", [[item, item] for item in value]
            yield "a list in a row", [[*value, value[0]]]
        case _, str() | int() | float():
            yield "two columns for a value", [[value, value]]
            yield "two rows for a value", [[value], [value]]


def _inside(kind: AnswerKind, value: JsonValue) -> Iterator[Mutation]:
    match kind, value:
        case ((Number() | Integer()), (int() | float())):
            yield from _number(kind, value)
        case Boolean(), bool():
            yield from (("negated", not value), ("another number", 2), ("boolean as text", str(value)))
        case ((Text() | Choice()), str()):
            yield from _text(kind, value)
        case Date(), str():
            yield from _date(value)
        case DateTime(), str():
            yield from _datetime(value)
        case Record(), dict():
            yield from _record(kind, value)
        case ((ListOf() | SetOf() | Table()), list()):
            yield from _items(kind, value)


def _number(kind: Number | Integer, value: float) -> Iterator[Mutation]:
    yield from (("off by one", value + 1), ("off by one", value - 1))
    yield from (("sign", -value), ("ten times", value * 10), ("unit slip", value * 1000), ("half", value / 2))
    yield "number as text", str(value)
    if isinstance(kind, Number):
        reach = max(kind.abs_tol, kind.rel_tol * abs(value)) or 1e-6 * max(1.0, abs(value))
        yield from (("just outside", value + 2.5 * reach), ("just outside", value - 2.5 * reach))


def _text(kind: Text | Choice, value: str) -> Iterator[Mutation]:
    yield from (("truncated", value[:-1]), ("changed case and content", f"{value.swapcase()} x"))
    if isinstance(kind, Choice):
        yield from (("nearest other choice", option) for option in kind.options if option != value)
    else:
        yield "text as number", 0


def _date(value: str) -> Iterator[Mutation]:
    day = date.fromisoformat(value[:10])
    for name, shift in (("next day", 1), ("previous day", -1), ("other year", 365)):
        yield name, (day + timedelta(days=shift)).isoformat()


def _datetime(value: str) -> Iterator[Mutation]:
    moment = datetime.fromisoformat(value)
    shifts = (("next hour", timedelta(hours=1)), ("next day", timedelta(days=1)))
    yield from ((name, (moment + shift).isoformat(sep=" ")) for name, shift in shifts)
    if moment.time() != datetime.min.time():
        yield "without the time", moment.date().isoformat()


def _record(kind: Record, value: dict[str, JsonValue]) -> Iterator[Mutation]:
    for name, field in kind.fields.items():
        yield "dropped key", {key: item for key, item in value.items() if key != name}
        yield from ((operator, value | {name: mutant}) for operator, mutant in _inside(field, value[name]))
    yield "added key", {**value, "another": 0}


def _items(kind: ListOf | SetOf | Table, value: list[JsonValue]) -> Iterator[Mutation]:
    """Operators on rows or elements, and those of one element, in the middle."""
    if not value:
        yield "added row", [_row(kind)]
        return
    middle = len(value) // 2
    before, one, after = value[:middle], value[middle], value[middle + 1 :]
    yield from (("dropped row", before + after), ("duplicated row", [*before, one, one, *after]))
    yield from (("added row", [*value, _row(kind)]), ("emptied", []))
    if isinstance(kind, ListOf) or (isinstance(kind, Table) and kind.ordered):
        yield "reversed order", value[::-1]
    if isinstance(kind, Table):
        yield from _cells(kind, value, middle)
    else:
        yield from ((operator, [*before, mutant, *after]) for operator, mutant in _inside(kind.items, one))


def _cells(kind: Table, value: list[JsonValue], middle: int) -> Iterator[Mutation]:
    table = [row for row in value if isinstance(row, list)]
    if len(kind.columns) > 1:
        yield "swapped columns", [[row[1], row[0], *row[2:]] for row in table]
        yield "dropped column", [row[:-1] for row in table]
    for place, column in enumerate(kind.columns):
        for operator, mutant in _inside(column.kind, table[middle][place]):
            changed = [*table[middle][:place], mutant, *table[middle][place + 1 :]]
            yield operator, [*table[:middle], changed, *table[middle + 1 :]]


def _row(kind: ListOf | SetOf | Table) -> JsonValue:
    if isinstance(kind, Table):
        return [guesses(column.kind)[0] for column in kind.columns]
    return guesses(kind.items)[0]


def _widened(kind: AnswerKind) -> AnswerKind:
    match kind:
        case Number():
            return kind.model_copy(update={"abs_tol": 2 * kind.abs_tol, "rel_tol": 2 * kind.rel_tol})
        case DateTime():
            return kind.model_copy(update={"tolerance_s": 2 * kind.tolerance_s})
        case ListOf() | SetOf():
            return kind.model_copy(update={"items": _widened(kind.items)})
        case Record():
            fields = {name: _widened(field) for name, field in kind.fields.items()}
            return kind.model_copy(update={"fields": fields})
        case Table():
            columns = tuple(Column(name=one.name, kind=_widened(one.kind)) for one in kind.columns)
            return kind.model_copy(update={"columns": columns})
    return kind


_ANY = Text()
"""Stands for a kind that is no table."""
