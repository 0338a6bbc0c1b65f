"""Values to JSON text: what ``answer`` may hold, without importing what the agent did not."""

from __future__ import annotations

import json
import numbers
import sys
from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Any

from . import tabular

DEEPEST = 32
"""Levels of nesting; the host takes fewer."""
MANY = 1_000_000
"""Most elements of one iterable: an endless one ends as an error and not as the box."""


class UnserialisableError(Exception):
    """The value has no JSON form; ``args[0]`` says which type and where."""


def to_json(value: object) -> str:
    """JSON text of ``value``.

    Numbers, texts, dates and durations of any library have the obvious form; mappings are objects, and all
    other iterables are lists: sets, views, ranges, generators, arrays. What has named columns is a frame, see
    :data:`medgym_sandbox.worker.tabular.Frame`. NaN is null, as SQL has it: it is what numpy and pandas
    make of a value that is missing, as are ``NA`` and ``NaT``.

    Raises:
        UnserialisableError: for any other type, for nesting deeper than 32, and for an endless iterable.
    """
    return json.dumps(plain(value), ensure_ascii=False)


def plain(value: Any, path: str = "answer", depth: int = 0) -> Any:
    """``value`` as dicts, lists, strings, numbers, booleans and None."""
    if depth > DEEPEST:
        raise UnserialisableError(f"{path} is nested too deeply")
    if value is None or value is True or value is False:
        return value
    if isinstance(value, (str, int, float)):
        return _native(value)
    if type(value).__name__ in ("NAType", "NaTType"):
        return None
    if isinstance(value, Mapping):
        return {_key(k, path): plain(v, f"{path}[{k!r}]", depth + 1) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return _elements(value, path, depth)
    if _is_scalar(value):
        return _scalar(value)
    converted = _converted(value, path)
    if converted is value:
        raise UnserialisableError(
            f"{path} is of type {type(value).__module__}.{type(value).__name__}, which has no JSON form"
        )
    return plain(converted, path, depth + 1)


def _native(value: Any) -> Any:
    """The plain value of a subclass of text or number, whatever it overrides."""
    if isinstance(value, str):
        return str.__str__(value)
    if isinstance(value, int):
        return int(int.__repr__(value))
    number = float(float.__repr__(value))
    return None if number != number else number


def _elements(values: Any, path: str, depth: int) -> Any:
    rows = tabular.rows_as_frame(values)
    if rows is not None:
        return plain(rows, path, depth)
    return [plain(item, f"{path}[{i}]", depth + 1) for i, item in enumerate(values)]


def _is(value: object, module: str, *names: str) -> bool:
    """Whether ``value`` is of one of these types; if their module was never imported it cannot be."""
    loaded = sys.modules.get(module)
    return loaded is not None and isinstance(value, tuple(getattr(loaded, name) for name in names))


def _is_scalar(value: object) -> bool:
    return (
        (isinstance(value, numbers.Real) and not _is(value, "numpy", "timedelta64"))
        or _is(value, "datetime", "date", "time", "timedelta")
        or _is(value, "decimal", "Decimal")
        or _is(value, "pandas", "Period", "Interval")
    )


def _scalar(value: Any) -> Any:
    if isinstance(value, numbers.Integral):
        return int(value)
    if _is(value, "datetime", "timedelta"):
        return value.total_seconds()
    if _is(value, "datetime", "date", "time"):
        return value.isoformat()
    if _is(value, "pandas", "Period", "Interval"):
        return str(value)
    return _native(float(value))


def _key(key: object, path: str) -> str:
    if isinstance(key, str):
        return str(key)
    if isinstance(key, bool) or key is None:
        raise UnserialisableError(f"{path} has the key {key!r}; keys must be strings or numbers")
    if isinstance(key, (int, float)) or _is(key, "datetime", "date") or hasattr(key, "item"):
        return str(plain(key, path))
    raise UnserialisableError(
        f"{path} has a key of type {type(key).__name__}; keys must be strings or numbers"
    )


def _converted(value: Any, path: str) -> Any:
    """A container or a foreign scalar as something plainer; ``value`` itself where nothing is known of it."""
    found = tabular.frame(value)
    if found is not None:
        return found
    if _is(value, "numpy", "generic", "ndarray") and value.dtype.kind in "mM":
        value = _in_microseconds(value)
    for method in ("tolist", "to_pylist", "to_list", "as_py"):  # numpy and pandas, Arrow, polars, Arrow
        if hasattr(value, method):
            return getattr(value, method)()
    if isinstance(value, Iterable) and not isinstance(value, (bytes, bytearray, memoryview)):
        listed = list(islice(value, MANY + 1))
        if len(listed) > MANY:
            raise UnserialisableError(f"{path} has more than {MANY} elements")
        return listed
    return value


def _in_microseconds(value: Any) -> Any:
    """Times of a unit finer than Python's, which numpy would give as bare integers, as coarse as those."""
    unit = sys.modules["numpy"].datetime_data(value.dtype)[0]
    return value.astype(f"{value.dtype.kind}8[us]") if unit in ("ns", "ps", "fs", "as") else value
