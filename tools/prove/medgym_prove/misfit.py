"""Where the text of a registry does not fit the registry's JSON Schema, in words."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jsonschema import ValidationError


def misfits(text: str) -> tuple[str, ...]:
    """Where ``text`` does not fit the JSON Schema, each with what was meant."""
    from jsonschema import Draft202012Validator

    try:
        content = json.loads(text)
    except ValueError as error:
        return (f"it is no JSON: {error}",)
    shipped_schema = json.loads(
        files("medgym_core").joinpath("schemas/registry.schema.json").read_text(encoding="utf-8")
    )
    errors = Draft202012Validator(shipped_schema).iter_errors(content)
    return tuple(problem for error in errors for problem in _worded(error))


def _worded(error: ValidationError) -> Iterator[str]:
    where: str = error.json_path
    given: Any = error.instance
    if error.validator == "additionalProperties" and isinstance(error.schema, Mapping):
        known = error.schema["properties"]
        yield from (
            f"{where}: there is no key {key!r}{_meant(key, known)}" for key in given if key not in known
        )
    elif error.validator == "enum":
        yield f"{where}: {given!r} is no known value{_meant(str(given), error.validator_value)}"
    elif error.validator == "anyOf" and error.context:  # the other alternative is null
        yield from (text for inner in error.context if inner.validator != "type" for text in _worded(inner))
    else:
        yield f"{where}: {error.message}"


def _meant(given: str, known: Any) -> str:
    close = difflib.get_close_matches(given, known, n=1)
    return f"; did you mean {close[0]!r}?" if close else f"; known: {', '.join(known)}"
