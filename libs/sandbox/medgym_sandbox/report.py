"""What a child says about itself, read on the host: agent code may forge it, and it stays within caps."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from medgym_sandbox.boundary.nesting import deeper_than
from medgym_sandbox.boundary.writable import writable
from medgym_sandbox.spec import Failure

MAX_DEPTH = 32
"""Deepest nesting of an answer."""
_NAME, _LINE, _TEXT, _TRACEBACK = 200, 400, 2_000, 4_000
_GROUPS, _NAMES, _VARIABLES = 9, 40, 30
_LINES = 10_000_000


@dataclass(frozen=True)
class Report:
    """A report, as far as it can be believed; all of its text can be written down."""

    answer: str | None = None
    """JSON text of the answer, within its cap."""
    answer_error: str = ""
    """Why there is none although one was given."""
    failure: Failure | None = None
    """Why the program stopped."""
    refused: str = ""
    """Why a file was not read or written."""


def read(data: bytes | bytearray, answer_bytes: int = 0) -> Report:
    """The report in ``data``; a forged or torn one counts as none. Never raises."""
    try:
        reported = json.loads(data)
    except (ValueError, RecursionError):
        return Report()
    if not isinstance(reported, dict):
        return Report()
    answer, problem = _answer(reported.get("answer"), answer_bytes)
    return Report(
        answer=answer,
        answer_error=problem or _text(reported.get("answer_error"), 500),
        failure=_failure(reported.get("failure")),
        refused=_text(reported.get("refused"), _NAME),
    )


def shown(output: bytes | bytearray, head: int, dropped: int) -> str:
    """Output as text, with a mark after ``head`` bytes where ``dropped`` bytes are missing."""
    if not dropped:
        return output.decode("utf-8", "backslashreplace")
    kept = bytes(output)
    parts = [part.decode("utf-8", "backslashreplace") for part in (kept[:head], kept[head:])]
    return f"\n... {dropped} bytes dropped ...\n".join(parts)


def _answer(text: object, cap: int) -> tuple[str | None, str]:
    if not isinstance(text, str):
        return None, ""
    text = writable(text)
    if (size := len(text.encode())) > cap:
        return None, f"answer takes {size} bytes as JSON; at most {cap} are allowed"
    if deeper_than(text, MAX_DEPTH):
        return None, f"answer is nested too deeply; at most {MAX_DEPTH} levels are allowed"
    return text, ""


def _failure(reported: object) -> Failure | None:
    if not isinstance(reported, dict):
        return None
    return Failure(
        type=_text(reported.get("type"), _NAME) or "Error",
        message=_text(reported.get("message"), _TEXT),
        line=_place(reported.get("line")),
        column=_place(reported.get("column")),
        text=_text(reported.get("text"), _LINE),
        traceback=_text(reported.get("traceback"), _TRACEBACK),
        names={
            _text(group, _NAME): tuple(_text(name, _NAME) for name in names[:_NAMES])
            for group, names in _items(reported.get("names"), _GROUPS)
            if isinstance(names, list)
        },
        variables={
            _text(name, _NAME): _text(value, _LINE)
            for name, value in _items(reported.get("variables"), _VARIABLES)
        },
    )


def _items(reported: object, most: int) -> Iterable[tuple[str, Any]]:
    return list(reported.items())[:most] if isinstance(reported, Mapping) else ()


def _text(reported: object, most: int) -> str:
    return writable(reported[:most])[:most] if isinstance(reported, str) else ""


def _place(reported: object) -> int | None:
    return (
        reported
        if isinstance(reported, int) and not isinstance(reported, bool) and 0 <= reported <= _LINES
        else None
    )
