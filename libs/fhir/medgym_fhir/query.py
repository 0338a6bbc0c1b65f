"""A search request as read: conditions, order, page size, and what else shapes the answer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from medgym_fhir.criterion import Condition, Surroundings, condition, split
from medgym_fhir.outcome import FhirError
from medgym_fhir.parameter import PARAMETERS, Parameter
from medgym_fhir.resource import Entry

PAGE = 20
"""Entries of a page where the request names no ``_count``."""
MAX_VALUES = 500
"""Values that one search may ask for, all its conditions together: each is compared with every resource."""

Pairs = Sequence[tuple[str, str]]

_PASSED_OVER = ("_totalMethod",)
"""Other servers' parameters that change no result; fhirpy sends this one with every count."""

_SHAPE = ("_count", "_sort", "_summary", "_total", "_format", "_pretty")


@dataclass(frozen=True)
class Query:
    """One search of one resource type."""

    type: str
    """The resource type."""
    conditions: tuple[Condition, ...]
    """All of them must hold."""
    order: tuple[tuple[Parameter, bool], ...]
    """What to sort by and whether descending, the most important first, each once."""
    count: int
    """Entries of a page; 0: only the number of matches."""
    total: bool
    """Whether the number of matches is told even when they fill several pages."""
    used: tuple[tuple[str, str], ...]
    """The parameters that took part, as sent."""

    @classmethod
    def read(cls, type_: str, pairs: Pairs, here: Surroundings, lenient: bool) -> Query:
        """Understand a search's parameters; ``lenient`` passes over unknown ones.

        Raises:
            FhirError: 400 for what is unknown, makes no sense, or asks for too many values.
        """
        known = PARAMETERS[type_]
        _bound(value for name, value in pairs if name not in _SHAPE)
        conditions, used = [], []
        for name, value in pairs:
            base, _, modifier = name.partition(":")
            if name in _SHAPE or base in known:
                if not value:
                    continue
                used.append((name, value))
                if base in known:
                    conditions.append(condition(known[base], modifier, value, here))
            elif not lenient and name not in _PASSED_OVER:
                names = ", ".join([*known, *_SHAPE])
                raise FhirError(400, f"unknown search parameter {name!r} for {type_}; known are {names}")
        shape = dict(used)
        count = 0 if _choice(shape, "_summary", "false", "count") == "count" else _count(shape.get("_count"))
        total = _choice(shape, "_total", "none", "estimate", "accurate") != "none"
        order = dict.fromkeys(_order(known, key) for key in shape.get("_sort", "").split(",") if key)
        return cls(type_, tuple(conditions), tuple(order), count, total, tuple(used))

    def run(self, entries: Iterable[Entry]) -> list[Entry]:
        """The matches, sorted; ties stay in the order given."""
        found = [entry for entry in entries if all(holds(entry) for holds in self.conditions)]
        for parameter, descending in reversed(self.order):
            key = partial(_KEYS[parameter.kind], parameter, descending)
            some = [entry for entry in found if parameter.values(entry)]
            none = [entry for entry in found if not parameter.values(entry)]
            some.sort(key=key, reverse=descending)
            found = some + none
        return found


def _bound(values: Iterable[str]) -> None:
    if sum(len(split(value, ",")) for value in values) > MAX_VALUES:
        raise FhirError(400, f"a search asks for at most {MAX_VALUES} values; ask in several")


def _choice(shape: dict[str, str], name: str, default: str, *others: str) -> str:
    value = shape.get(name, default)
    if value not in (default, *others):
        raise FhirError(400, f"{name} is one of {', '.join((default, *others))}, not {value!r}")
    return value


def _count(text: str | None) -> int:
    if text is None:
        return PAGE
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise FhirError(400, f"_count is a whole number from 0, not {text!r}")
    return int(text)


def _order(known: Mapping[str, Parameter], key: str) -> tuple[Parameter, bool]:
    name = key.removeprefix("-")
    if name not in known:
        raise FhirError(400, f"_sort does not know {name!r}; known are {', '.join(known)}")
    return known[name], key.startswith("-")


def _date(parameter: Parameter, descending: bool, entry: Entry) -> Any:
    periods = parameter.values(entry)
    return max(p.high for p in periods) if descending else min(p.low for p in periods)


def _text(parameter: Parameter, descending: bool, entry: Entry) -> Any:
    values = parameter.values(entry)
    texts = [value.code or value.text if parameter.kind == "token" else value for value in values]
    return (max if descending else min)(text.casefold() for text in texts)


_KEYS = {"date": _date, "token": _text, "string": _text, "reference": _text}
