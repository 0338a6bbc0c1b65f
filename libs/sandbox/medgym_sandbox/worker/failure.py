"""Exceptions to data: where in the submitted source, what was said, and what exists nearby."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from types import FrameType
from typing import Any

SOURCE_NAME = "<code>"
"""File name under which submitted source is compiled."""
_MOST_NAMES = 40
_MOST_TEXT = 2000


def describe(
    error: BaseException, source: str, inspect: bool = False, connection: Any = None
) -> dict[str, Any]:
    """A dict in the shape of ``sandbox.spec.Failure``; never raises for what the agent's objects do."""
    frame, line = _last_own_frame(error)
    lines = source.splitlines()
    described: dict[str, Any] = {
        "type": _type_name(error),
        "message": _text(error)[:_MOST_TEXT],
        "line": line,
    }
    if isinstance(error, SyntaxError) and error.filename == SOURCE_NAME:
        described["line"], described["column"] = error.lineno, error.offset
        described["message"] = str(error.msg)
    if described["line"] and described["line"] <= len(lines):
        described["text"] = lines[described["line"] - 1][:400]
    described["traceback"] = _traceback(error, lines)
    described["names"] = _guarded(lambda: _names(error, frame, connection), {})
    if inspect and frame is not None:
        described["variables"] = _guarded(lambda: _variables(frame), {})
    return described


def _guarded(describe_it: Callable[[], Any], fallback: Any) -> Any:
    try:
        return describe_it()
    except Exception:  # agent objects may raise anything when looked at; the description is a courtesy
        return fallback


def _type_name(error: BaseException) -> str:
    module = type(error).__module__
    return type(error).__name__ if module in ("builtins", "__main__") else f"{module}.{type(error).__name__}"


def _text(error: BaseException) -> str:
    return str(_guarded(lambda: str(error), "<the exception's text could not be made>"))


def _own_entries(error: BaseException) -> Iterator[tuple[FrameType, int]]:
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == SOURCE_NAME:
            yield trace.tb_frame, trace.tb_lineno
        trace = trace.tb_next


def _last_own_frame(error: BaseException) -> tuple[FrameType | None, int | None]:
    entries = list(_own_entries(error))
    return entries[-1] if entries else (None, None)


def _traceback(error: BaseException, lines: list[str]) -> str:
    shown = []
    for frame, line in _own_entries(error):
        text = lines[line - 1].strip() if line <= len(lines) else ""
        shown.append(f"line {line}, in {frame.f_code.co_name}: {text}"[:300])
    if len(shown) > 12:
        shown[6:-6] = [f"... {len(shown) - 12} more ..."]
    return "\n".join(shown)


def _names(error: BaseException, frame: FrameType | None, connection: Any) -> dict[str, list[str]]:
    if connection is not None:
        return _schema(connection, _text(error))
    if isinstance(error, ModuleNotFoundError):
        return {"modules": _near(str(error.name).split(".")[0], _modules())}
    if isinstance(error, FileNotFoundError):
        return {"files": _files()}
    if isinstance(error, NameError) and frame is not None:
        names = [n for n in {**frame.f_globals, **frame.f_locals} if not n.startswith("__")]
        return {"variables": _near(getattr(error, "name", None) or "", names)}
    if isinstance(error, AttributeError) and getattr(error, "obj", None) is not None:
        public = [n for n in dir(error.obj) if not n.startswith("_")]
        owner = getattr(error.obj, "__name__", None) or type(error.obj).__name__
        return {f"attributes of {owner}": _near(str(error.name), public)}
    if isinstance(error, (KeyError, IndexError, ValueError)) and frame is not None:
        return _keys(frame, error)
    return {}


def _keys(frame: FrameType, error: BaseException) -> dict[str, list[str]]:
    wanted = str(error.args[0]) if error.args else ""
    groups: dict[str, list[str]] = {}
    for name, value in list({**frame.f_globals, **frame.f_locals}.items()):
        if name.startswith("__") or len(groups) >= 8:
            continue
        if hasattr(value, "columns") and hasattr(value, "dtypes"):
            groups[f"columns of {name}"] = _near(wanted, [str(c) for c in value.columns])
        elif isinstance(value, dict) and value and isinstance(error, KeyError):
            groups[f"keys of {name}"] = _near(wanted, [str(k) for k in value])
    return groups


def _near(wanted: str, names: Iterable[object]) -> list[str]:
    known = sorted({str(name) for name in names})
    if len(known) <= _MOST_NAMES:
        return known
    return _closest(wanted, known[:5000], _MOST_NAMES, 0.3)


def _closest(wanted: str, names: list[str], most: int, cutoff: float) -> list[str]:
    import difflib  # slow to import, and wanted only when something failed

    return difflib.get_close_matches(wanted, names, n=most, cutoff=cutoff)


def _modules() -> list[str]:
    import pkgutil

    return [module.name for module in pkgutil.iter_modules() if not module.name.startswith("_")]


def _files() -> list[str]:
    found: list[str] = []
    for folder, folders, names in os.walk(".", followlinks=True):
        folders[:] = sorted(f for f in folders if not f.startswith("."))[:20]
        found += [os.path.relpath(os.path.join(folder, name), ".") for name in sorted(names)]
        if len(found) >= _MOST_NAMES:
            break
    return found[:_MOST_NAMES]


def _schema(connection: Any, message: str) -> dict[str, list[str]]:
    query = "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') ORDER BY name"
    tables = [row[0] for row in connection.execute(query)]
    groups = {"tables": tables[:_MOST_NAMES]}
    match = re.search(r"no such column: (\S+)", message)
    if match:
        for table in tables[:60]:
            quoted = table.replace('"', '""')
            columns = [row[1] for row in connection.execute(f'PRAGMA table_info("{quoted}")')]
            if _closest(match[1].split(".")[-1].lower(), [c.lower() for c in columns], 1, 0.6):
                groups[f"columns of {table}"] = columns[:_MOST_NAMES]
    return groups


def _variables(frame: FrameType) -> dict[str, str]:
    described: dict[str, str] = {}
    for name, value in frame.f_locals.items():
        if not name.startswith("__") and not isinstance(value, type(sys)) and len(described) < 30:
            described[name] = _guarded(partial(_value, value), "<could not be described>")[:300]
    return described


def _value(value: Any) -> str:
    kind = type(value).__name__
    if hasattr(value, "columns") and hasattr(value, "shape"):
        names = ", ".join(f"{c}: {t}" for c, t in zip(value.columns, value.dtypes))  # noqa: B905 - strict= is newer than the oldest box
        return f"{kind} {value.shape[0]} x {value.shape[1]} ({names})"
    if hasattr(value, "shape") and hasattr(value, "dtype"):
        return f"{kind} of shape {tuple(value.shape)}, {value.dtype}"
    if isinstance(value, (str, bytes, list, tuple, dict, set, frozenset)):
        return f"{kind} of length {len(value)}: {str(value)[:200]}"
    return f"{kind}: {str(value)[:200]}"
