"""Results as data, on the host: parsed from untrusted bytes, compared, never turned into objects.

The form is that of ``box/export.py``: plain JSON scalars, and objects of one key that names a kind.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal

TOLERANCE = 1e-6
"""Relative tolerance of numbers."""
_ROUNDING = 1e-9
"""Absolute tolerance of numbers."""
Order = Literal["kept", "any", "none"]
"""Whether elements are compared in order, in any order, or as a set in which none counts twice."""
Value = Any
"""A result in the form of ``box/export.py``."""

_SEQUENCES = ("list", "tuple", "array", "index")
_DEPTH = 24


class Unreadable(Exception):  # noqa: N818 - a finding about a file, not an error of the program
    """A file holds no results; ``str`` of it is the machine-readable reason."""


def parse(data: bytes, names: Sequence[str]) -> dict[str, Value]:
    """The results that a submission's file holds.

    Raises:
        Unreadable: with a machine-readable reason, if it is not JSON of that form with exactly ``names``.
    """
    try:
        found = json.loads(data.decode("utf-8"), parse_constant=_refuse)
    except UnicodeDecodeError:
        raise Unreadable("bad_encoding") from None
    except (ValueError, RecursionError):
        raise Unreadable("bad_json") from None
    if not isinstance(found, dict) or found.keys() != {*names}:
        raise Unreadable("wrong_keys")
    for value in found.values():
        _check(value, 0)
    return found


def _refuse(text: str) -> None:
    raise ValueError(text)


def _check(value: Value, depth: int) -> None:
    if depth > _DEPTH:
        raise Unreadable("too_deep")
    if isinstance(value, float) and not math.isfinite(value):
        raise Unreadable("bad_number")
    if isinstance(value, list) or (isinstance(value, dict) and len(value) != 1):
        raise Unreadable("wrong_type")
    if isinstance(value, dict):
        ((kind, content),) = value.items()
        try:
            parts = list(_PARTS[kind](content))
        except (KeyError, TypeError, ValueError, AttributeError):
            raise Unreadable("wrong_type") from None
        for part in parts:
            _check(part, depth + 1)


def _rows(content: Any) -> Iterator[Value]:
    width = len(content["columns"]["labels"])
    if {*content} != {"columns", "index", "rows"} or len(content["index"]["labels"]) != len(content["rows"]):
        raise ValueError
    for row in content["rows"]:
        if len(_elements(row)) != width:
            raise ValueError
        yield from row
    for axis in ("columns", "index"):
        yield from _labels(content[axis])


def _labels(content: Any) -> Iterator[Value]:
    if {*content} != {"names", "labels"}:
        raise ValueError
    yield from _elements(content["names"])
    yield from _elements(content["labels"])


def _values(content: Any) -> Iterator[Value]:
    if {*content} != {"name", "index", "values"} or len(content["index"]["labels"]) != len(content["values"]):
        raise ValueError
    yield content["name"]
    yield from _labels(content["index"])
    yield from _elements(content["values"])


def _fitted(content: Any) -> Iterator[Value]:
    if {*content} != {"durations", "events", "weights"}:
        raise ValueError
    for part in content.values():
        yield from _elements(part)


def _elements(content: Any) -> list[Value]:
    if not isinstance(content, list):
        raise TypeError
    return content


def _pairs(content: Any) -> Iterator[Value]:
    for key, value in _elements(content):
        yield from (key, value)


def _float(content: Any) -> Iterator[Value]:
    if content not in ("nan", "inf", "-inf"):
        raise ValueError
    return iter(())


def _text(content: Any) -> Iterator[Value]:
    if not isinstance(content, str):
        raise TypeError
    return iter(())


_PARTS: dict[str, Callable[[Any], Any]] = {
    "float": _float,
    "time": _text,
    **dict.fromkeys((*_SEQUENCES, "set", "interval"), _elements),
    "dict": _pairs,
    "frame": _rows,
    "series": _values,
    "kaplan_meier": _fitted,
    "object": lambda content: content.values(),
}


def same(value: Value, gold: Value, order: Order = "kept") -> bool:
    """Whether two results, both checked, are the same but for tolerance and, as ``order`` says, for order."""
    if not isinstance(value, dict) or not isinstance(gold, dict):
        return _same_scalar(_scalar(value), _scalar(gold))
    ((kind, content),), ((wanted, expected),) = value.items(), gold.items()
    if {kind, wanted} <= {"float", "time"}:
        return kind == wanted and bool(content == expected)
    if {kind, wanted} <= {*_SEQUENCES, "set"}:
        return _same_all(content, expected, "any" if "set" in (kind, wanted) and order == "kept" else order)
    if kind != wanted:
        return False
    return _COMPARED[kind](content, expected, order)


def _scalar(value: Value) -> Value:
    return None if value == {"float": "nan"} else value


def _same_scalar(value: Value, gold: Value) -> bool:
    if isinstance(value, bool) or isinstance(gold, bool) or not _numbers(value, gold):
        return type(value) is type(gold) and bool(value == gold)
    try:
        return math.isclose(value, gold, rel_tol=TOLERANCE, abs_tol=_ROUNDING)
    except OverflowError:
        return bool(value == gold)


def _numbers(*values: Value) -> bool:
    return all(isinstance(value, int | float) for value in values)


def _same_all(values: list[Value], golds: list[Value], order: Order) -> bool:
    """Element by element; ``order`` is that of these elements, not of what lies in them."""
    if order == "none":
        values, golds = _distinct(values), _distinct(golds)
    if order != "kept":
        values, golds = sorted(values, key=_rank), sorted(golds, key=_rank)
    return len(values) == len(golds) and all(map(same, values, golds))


def _distinct(values: list[Value]) -> list[Value]:
    return list({_rank(value): value for value in values}.values())


def _rank(value: Value) -> str:
    """A text by which equal results sort beside each other: numbers by their first digits."""
    if isinstance(value, dict):
        return json.dumps({kind: _ranks(content) for kind, content in value.items()}, sort_keys=True)
    if isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e300:
        return f"{float(value):.5g}" if value else "0"
    return json.dumps(value)


def _ranks(content: Any) -> Any:
    return (
        [_rank(item) for item in content]
        if isinstance(content, list)
        else json.dumps(content, sort_keys=True)
    )


def _same_frame(value: Any, gold: Any, order: Order) -> bool:
    """Columns by name; the index counts where it is not the numbers of the rows."""
    places = {_rank(label): place for place, label in enumerate(value["columns"]["labels"])}
    wanted = [_rank(label) for label in gold["columns"]["labels"]]
    if places.keys() != {*wanted} or len(places) != len(value["columns"]["labels"]):
        return False
    rows = [{"list": [row[places[name]] for name in wanted]} for row in value["rows"]]
    return _same_labelled(value["index"], rows, gold["index"], [{"list": row} for row in gold["rows"]], order)


def _same_series(value: Any, gold: Any, order: Order) -> bool:
    return _same_labelled(value["index"], value["values"], gold["index"], gold["values"], order)


def _same_labelled(index: Any, rows: list[Value], gold_index: Any, golds: list[Value], order: Order) -> bool:
    if not numbered(gold_index):
        rows = [{"tuple": [label, row]} for label, row in zip(index["labels"], rows, strict=True)]
        golds = [{"tuple": [label, row]} for label, row in zip(gold_index["labels"], golds, strict=True)]
    return _same_all(rows, golds, order)


def numbered(index: Any) -> bool:
    """Whether an index is the numbers of its rows, which say nothing."""
    return bool(index["labels"] == list(range(len(index["labels"]))))


def _same_dict(value: Any, gold: Any, order: Order) -> bool:
    found, wanted = ({_rank(key): item for key, item in pairs} for pairs in (value, gold))
    return found.keys() == wanted.keys() and all(
        same(found[key], item, order) for key, item in wanted.items()
    )


def _same_fit(value: Any, gold: Any, order: Order) -> bool:
    """The same patients, in any order."""
    found, wanted = (
        [{"tuple": [*one]} for one in zip(fit["durations"], fit["events"], fit["weights"], strict=False)]
        for fit in (value, gold)
    )
    return len(value["durations"]) == len(gold["durations"]) and _same_all(found, wanted, "any")


def _same_object(value: Any, gold: Any, order: Order) -> bool:
    return value.keys() == gold.keys() and all(same(value[key], item, order) for key, item in gold.items())


_COMPARED: dict[str, Callable[[Any, Any, Order], bool]] = {
    "dict": _same_dict,
    "frame": _same_frame,
    "series": _same_series,
    "interval": lambda value, gold, order: bool(value == gold),
    "kaplan_meier": _same_fit,
    "object": _same_object,
}
