"""Results that are wrong on purpose: what assertions let pass of these, they do not test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from medgym_plugin_biodsbench.published.value import Value

_Leaf = Callable[[Value], Value]


def weakened(value: Value) -> Iterator[tuple[str, Value]]:
    """Ways to be wrong, each with its result: empty, half of it, of the same structure with other content.

    Numbers that are a quarter off find assertions that ask for a range.
    """
    yield "empty", _cut(value, 0)
    yield "half of it", _cut(value, 2)
    yield "constants in its structure", _mapped(value, _constant)
    yield "other content in its structure", _mapped(value, _other)
    yield "a quarter more", _mapped(value, _more)
    yield "a quarter less", _mapped(value, _less)


def reordered(value: Value) -> Value:
    """The same elements from the last to the first."""
    return _elements_mapped(value, lambda items: items[::-1])


def doubled(value: Value) -> Value:
    """Every element twice: the elements, and then all of them again."""
    return _elements_mapped(value, lambda items: [*items, *items])


def _cut(value: Value, parts: int) -> Value:
    """The first of so many parts of a container's elements; nothing, or a zero, for no parts."""
    if not isinstance(value, dict) or "float" in value or "time" in value:
        return _nothing(value)
    if "object" in value:
        return {"object": {key: _cut(item, parts) for key, item in value["object"].items()}}
    if "interval" in value:
        return value
    return _elements_mapped(value, lambda items: items[: len(items) // parts if parts else 0])


def _nothing(value: Value) -> Value:
    if isinstance(value, str):
        return ""
    return 0 if value is not None else value


def _constant(value: Value) -> Value:
    if isinstance(value, str):
        return "x"
    return value if value is None else isinstance(value, bool) or 1


def _other(value: Value) -> Value:
    if isinstance(value, bool):
        return not value
    if isinstance(value, str):
        return value + "~"
    return value + 1 if _is_number(value) else value


def _more(value: Value) -> Value:
    return 1.25 * value if _is_number(value) else value


def _less(value: Value) -> Value:
    return 0.75 * value if _is_number(value) else value


def _is_number(value: Value) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _elements_mapped(value: Value, change: Callable[[list[Any]], list[Any]]) -> Value:
    """``value`` with ``change`` done to the list of its elements, rows or patients."""
    if not isinstance(value, dict):
        return value
    ((kind, content),) = value.items()
    if kind in ("frame", "series"):
        rows = "rows" if kind == "frame" else "values"
        index = content["index"] | {"labels": change(content["index"]["labels"])}
        return {kind: content | {"index": index, rows: change(content[rows])}}
    if kind == "kaplan_meier":
        return {kind: {key: change(part) or part[:1] for key, part in content.items()}}
    return {kind: change(content)} if isinstance(content, list) else value


def _mapped(value: Value, leaf: _Leaf) -> Value:
    """``value`` with every scalar changed, and keys, columns and index as they are."""
    if not isinstance(value, dict):
        return leaf(value)
    ((kind, content),) = value.items()
    if kind == "frame":
        return {kind: content | {"rows": [[_mapped(cell, leaf) for cell in row] for row in content["rows"]]}}
    if kind == "series":
        return {kind: content | {"values": [_mapped(cell, leaf) for cell in content["values"]]}}
    if kind == "dict":
        return {kind: [[key, _mapped(item, leaf)] for key, item in content]}
    if kind == "object":
        return {kind: {key: _mapped(item, leaf) for key, item in content.items()}}
    if kind == "kaplan_meier":
        return {kind: content | {"durations": [_mapped(cell, leaf) for cell in content["durations"]]}}
    if isinstance(content, list) and kind != "interval":
        return {kind: [_mapped(item, leaf) for item in content]}
    return leaf(0.0) if kind == "float" else value
