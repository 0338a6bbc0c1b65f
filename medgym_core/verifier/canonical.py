"""Exact comparison of JSON values of no declared kind: equal values have equal canonical forms."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Hashable
from decimal import Decimal

from pydantic import JsonValue

from medgym_core.verifier.fault import Fault, Refused
from medgym_core.verifier.parse import Exact

MAX_DEPTH = 64
"""Deepest nesting that is compared."""


def canonical(value: Exact | JsonValue, unordered: Collection[str] = (), depth: int = 0) -> Hashable:
    """A hashable form that is equal for equal values, and for no others.

    Numbers are equal by value (``1`` and ``1.0``), booleans are no numbers, strings are equal character by
    character, the order of an object's keys is none. A list that is the value of an object's key named in
    ``unordered`` is compared as a multiset.

    Raises:
        Refused: as too deep.
    """
    if depth > MAX_DEPTH:
        raise Refused(Fault.TOO_DEEP)
    if isinstance(value, dict):
        members = (
            (key, _bag(item, unordered, depth + 1))
            if key in unordered and isinstance(item, list)
            else (key, canonical(item, unordered, depth + 1))
            for key, item in value.items()
        )
        return "object", frozenset(members)
    if isinstance(value, list):
        return "list", tuple([canonical(item, unordered, depth + 1) for item in value])
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal):
        return type(value).__name__, value
    return "number", _number(value)


def _bag(items: list[Exact] | list[JsonValue], unordered: Collection[str], depth: int) -> Hashable:
    counts = Counter(canonical(item, unordered, depth + 1) for item in items)
    return "bag", frozenset(counts.items())


def _number(value: int | float | Decimal) -> Hashable:
    if isinstance(value, float):
        return Decimal(repr(value)) if math.isfinite(value) else repr(value)
    return value
