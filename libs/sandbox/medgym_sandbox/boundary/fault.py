"""What does not hold of settings, in words for who wrote them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from typing import Any

from pydantic import BaseModel, ValidationError


def explained(error: ValidationError, model: type[BaseModel]) -> str:
    """All faults that pydantic found in the settings of ``model``, in one line."""
    known = [*_names(model)]
    return "; ".join(explain(dict(fault), known) for fault in error.errors())


def explain(fault: Mapping[str, Any], known: Iterable[str]) -> str:
    """One fault that pydantic found in settings; ``known`` are the names that there are, dotted if nested."""
    name = ".".join(map(str, fault["loc"]))
    if not name:
        return str(fault["msg"]).removeprefix("Value error, ")
    if fault["type"] == "missing":
        return f"{name} is missing" + ("; add it" if "." in name else f" (--{name} on the command line)")
    if fault["type"] == "extra_forbidden":
        known, (parent, _, last) = list(known), name.rpartition(".")
        beside = [each for each in known if parent and each.startswith(f"{parent}.")]
        close = get_close_matches(name, beside, 1) or get_close_matches(last, known, 1)
        return f"there is no setting {name!r}" + (f", did you mean {close[0]!r}?" if close else "")
    return f"{name}: {fault['msg']} (got {fault['input']!r})"


def _names(model: type[BaseModel], above: str = "") -> Iterator[str]:
    for name, field in model.model_fields.items():
        yield above + name
        parts = getattr(field.annotation, "__args__", (field.annotation,))
        for part in parts:
            if isinstance(part, type) and issubclass(part, BaseModel):
                yield from _names(part, f"{above}{name}.")
