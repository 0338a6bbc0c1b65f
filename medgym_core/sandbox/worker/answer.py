"""Values to JSON text: what ``answer`` may hold, without importing what the agent did not."""

from __future__ import annotations

import json
import sys
from typing import Any


class UnserialisableError(Exception):
    """The value has no JSON form; ``args[0]`` says which type and where."""


def to_json(value: object) -> str:
    """JSON text of ``value``.

    Containers, numpy scalars and arrays, pandas objects, dates and decimals have the obvious form; a
    DataFrame becomes ``{"columns": [...], "rows": [[...]]}``. A float NaN stays ``NaN``, which no answer kind
    accepts; pandas' ``NA`` and ``NaT`` become null.

    Raises:
        UnserialisableError: for any other type, and for nesting deeper than 32.
    """
    return json.dumps(plain(value), ensure_ascii=False)


def plain(value: Any, path: str = "answer", depth: int = 0) -> Any:
    """``value`` as dicts, lists, strings, numbers, booleans and None."""
    if depth > 32:
        raise UnserialisableError(f"{path} is nested too deeply")
    if value is None or value is True or value is False:
        return value
    kind = type(value)
    if kind is str or kind is int or kind is float:
        return value
    if isinstance(value, dict):
        return {_key(k, path): plain(v, f"{path}[{k!r}]", depth + 1) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item, f"{path}[{i}]", depth + 1) for i, item in enumerate(value)]
    if isinstance(value, (set, frozenset)):
        return [plain(item, f"an element of {path}", depth + 1) for item in value]
    if _is(value, "datetime", "date", "time"):
        return None if type(value).__name__ == "NaTType" else value.isoformat()
    if _is(value, "datetime", "timedelta"):
        return value.total_seconds()
    if _is(value, "decimal", "Decimal"):
        return float(value)
    return _foreign(value, path, depth)


def _is(value: object, module: str, *names: str) -> bool:
    """Whether ``value`` is of one of these types; if their module was never imported it cannot be."""
    loaded = sys.modules.get(module)
    return loaded is not None and isinstance(value, tuple(getattr(loaded, name) for name in names))


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


def _foreign(value: Any, path: str, depth: int) -> Any:
    """numpy, pandas and polars values, told by their methods so that nothing is imported here."""
    module = type(value).__module__.split(".")[0]
    if module == "pandas":
        return _pandas(value, path, depth)
    if module == "numpy" and hasattr(value, "tolist"):
        converted = value.tolist()
        if type(converted) is not type(value):
            return plain(converted, path, depth + 1)
    if module == "polars" and hasattr(value, "rows"):
        return {"columns": list(value.columns), "rows": plain(value.rows(), path, depth + 1)}
    if isinstance(value, (str, int, float)):  # subclasses: their plain value, whatever they override
        base = str if isinstance(value, str) else int if isinstance(value, int) else float
        converted = base.__str__(value) if base is str else base.__repr__(value)
        return converted if base is str else base(converted)
    raise UnserialisableError(f"{path} is of type {module}.{type(value).__name__}, which has no JSON form")


def _pandas(value: Any, path: str, depth: int) -> Any:
    name = type(value).__name__
    if name == "DataFrame":
        names = [plain(column, path, depth + 1) for column in value.columns]
        rows = [list(row) for row in value.itertuples(index=False, name=None)]
        return {"columns": names, "rows": plain(rows, path, depth + 1)}
    if name in ("NAType", "NaTType"):
        return None
    if hasattr(value, "tolist"):
        return plain(value.tolist(), path, depth + 1)
    if hasattr(value, "isoformat"):
        return value.isoformat()
    if hasattr(value, "total_seconds"):
        return value.total_seconds()
    raise UnserialisableError(f"{path} is a pandas {name}, which has no JSON form")
