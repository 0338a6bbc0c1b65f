"""Request bodies: JSON as FHIR permits it."""

from __future__ import annotations

import json
from math import isfinite
from typing import Any

from medgym_fhir.outcome import FhirError

MAX_BODY = 2**20
"""The largest body, bytes."""
MAX_DEPTH = 50
"""How deep lists and objects may lie in one another."""


def read_json(body: bytes) -> dict[str, Any]:
    """The JSON object in a body.

    Raises:
        FhirError: 413 if it is too large, 400 if it is none, repeats a name or nests too deep.
    """
    if len(body) > MAX_BODY:
        raise FhirError(413, f"the body has {len(body)} bytes; at most {MAX_BODY} are read")
    try:
        value = json.loads(
            body.decode(), parse_constant=_refused, parse_float=_finite, object_pairs_hook=_unrepeated
        )
        json.dumps(value, ensure_ascii=False).encode()
    except RecursionError:
        raise FhirError(400, f"the JSON nests deeper than {MAX_DEPTH}") from None
    except ValueError as error:
        raise FhirError(400, f"the body is no JSON: {error}") from None
    if not isinstance(value, dict):
        raise FhirError(400, "the body is no JSON object")
    if not _shallow(value, MAX_DEPTH):
        raise FhirError(400, f"the JSON nests deeper than {MAX_DEPTH}")
    return value


def _refused(name: str) -> Any:
    raise ValueError(f"{name} is no JSON number")


def _finite(text: str) -> float:
    number = float(text)
    if not isfinite(number):
        raise ValueError(f"{text} is out of range")
    return number


def _unrepeated(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        names = [name for name, _ in pairs]
        raise ValueError(f"{next(n for n in names if names.count(n) > 1)!r} occurs twice in an object")
    return value


def _shallow(value: Any, depth: int) -> bool:
    children = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return depth >= 0 and all(_shallow(child, depth - 1) for child in children)
