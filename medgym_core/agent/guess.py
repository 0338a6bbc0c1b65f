"""Well-formed answers to questions that nobody read."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import JsonValue

from medgym_core.answer import AnswerKind, Choice, DateTime, ListOf, Number, Record, SetOf, Table

_LIKELY: dict[str, tuple[JsonValue, ...]] = {
    "number": (0, 1, 0.5, 0.8, 10, 100),
    "integer": (0, 1, 2, 3, 5, 10),
    "boolean": (True, False),
    "text": ("none", "unknown", "yes", "no"),
    "date": ("2100-01-01", "2000-01-01"),
    "datetime": ("2100-01-01 00:00:00", "2000-01-01 00:00:00"),
}


def guesses(kind: AnswerKind) -> tuple[JsonValue, ...]:
    """Well-formed answers of a kind, the likelier ones first; at least one."""
    values: tuple[JsonValue, ...]
    match kind:
        case Choice():
            values = kind.options
        case ListOf() | SetOf():
            values = ([], *([item] for item in guesses(kind.items)))
        case Record():
            values = tuple(_objects(kind))
        case Table():
            values = ([], [[guesses(column.kind)[0] for column in kind.columns]])
        case Number(minimum=float(low), maximum=float(high)):
            values = ((low + high) / 2, low, high)
        case DateTime(zoned=True):
            values = tuple(f"{moment}+00:00" for moment in _LIKELY[kind.kind])
        case _:
            values = _LIKELY[kind.kind]
    return (*values, None) if kind.nullable else values


def _objects(kind: Record) -> Sequence[JsonValue]:
    choices = {name: guesses(field) for name, field in kind.fields.items()}
    most = max(len(values) for values in choices.values())
    return [{name: values[turn % len(values)] for name, values in choices.items()} for turn in range(most)]
