"""Strict reading of untrusted JSON: total on any text or bytes, bounded, and exact in its numbers.

What the standard reader lets through and graders have been beaten with is refused: ``NaN``, ``Infinity``,
``1e999``, repeated keys, unbounded nesting and unbounded integers. Decimal fractions stay decimal, so that a
tolerance of 0.05 means 0.05 and not the nearest double.
"""

from __future__ import annotations

import json
import math
from decimal import Decimal
from typing import TypeAlias

from pydantic import JsonValue

from medgym_core.errors import VerifierError
from medgym_core.verifier.fault import Fault, Refused
from medgym_sandbox.boundary.nesting import deeper_than

Exact: TypeAlias = "bool | int | Decimal | str | list[Exact] | dict[str, Exact] | None"
"""A JSON value whose numbers are exact: integers as ``int``, all others as ``Decimal``."""

MAX_DEPTH = 16
"""Deepest nesting of arrays and objects; a bare scalar has depth 0."""
MAX_DIGITS = 400
"""Most characters of one number."""


def parse(text: str | bytes, max_bytes: int = 65_536) -> Exact:
    """Read one JSON document of at most ``max_bytes`` bytes of UTF-8.

    Raises:
        Refused: with the fault, on anything that is not such a document. Nothing else is ever raised.
    """
    decoded = _decode(text, max_bytes)
    if deeper_than(decoded, MAX_DEPTH):
        raise Refused(Fault.TOO_DEEP)
    try:
        value: Exact = _DECODER.decode(decoded)
    except ValueError:
        raise Refused(Fault.BAD_JSON) from None
    if "\\u" in decoded:
        _check_strings(value)
    return value


def exact(value: JsonValue) -> Exact:
    """Convert trusted JSON data, such as gold; a float stands for the shortest decimal that reads back as it.

    Raises:
        VerifierError: if a number is NaN or infinite.
    """
    if isinstance(value, float):
        return decimal(value)
    if isinstance(value, list):
        return [exact(item) for item in value]
    if isinstance(value, dict):
        return {key: exact(item) for key, item in value.items()}
    return value


def decimal(value: float) -> Decimal:
    """The shortest decimal that reads back as ``value``.

    Raises:
        VerifierError: if it is NaN or infinite.
    """
    if not math.isfinite(value):
        raise VerifierError(f"gold or its tolerance holds {value}; use a finite number, or null for no value")
    return Decimal(repr(float(value)))


def _decode(text: str | bytes, max_bytes: int) -> str:
    if len(text) > max_bytes:
        raise Refused(Fault.TOO_LARGE)
    try:
        raw = text.encode() if isinstance(text, str) else text
        decoded = raw.decode()
    except UnicodeError:
        raise Refused(Fault.BAD_ENCODING) from None
    if len(raw) > max_bytes:
        raise Refused(Fault.TOO_LARGE)
    return decoded


def _check_strings(value: Exact) -> None:
    """Refuse lone surrogates, which escapes can smuggle past the encoding check."""
    if isinstance(value, str):
        try:
            value.encode()
        except UnicodeEncodeError:
            raise Refused(Fault.BAD_ENCODING) from None
    elif isinstance(value, list):
        for item in value:
            _check_strings(item)
    elif isinstance(value, dict):
        for key, item in value.items():
            _check_strings(key)
            _check_strings(item)


def _integer(text: str) -> int:
    if len(text) > MAX_DIGITS:
        raise Refused(Fault.BAD_NUMBER)
    return int(text)


def _fraction(text: str) -> Decimal:
    if len(text) > MAX_DIGITS:
        raise Refused(Fault.BAD_NUMBER)
    magnitude = abs(float(text))
    underflown = magnitude == 0 and text.lower().split("e")[0].strip("-.0") != ""
    if underflown or math.isinf(magnitude):
        raise Refused(Fault.BAD_NUMBER)
    return Decimal(text) if magnitude else Decimal(0)


def _constant(name: str) -> Exact:
    raise Refused(Fault.BAD_NUMBER)


def _object(pairs: list[tuple[str, Exact]]) -> dict[str, Exact]:
    mapping = dict(pairs)
    if len(mapping) != len(pairs):
        raise Refused(Fault.DUPLICATE_KEY)
    return mapping


_DECODER = json.JSONDecoder(
    object_pairs_hook=_object, parse_float=_fraction, parse_int=_integer, parse_constant=_constant
)
