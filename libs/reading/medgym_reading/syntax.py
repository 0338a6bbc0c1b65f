"""Syntax trees of programs, for families that cut references out of them while threads play episodes."""

from __future__ import annotations

import ast
from contextlib import suppress
from threading import Lock

_ONE_AT_A_TIME = Lock()
_TRIES = 10
"""Other code of the process may make trees too, such as pydantic, where a class is defined."""


def parse_python(source: str, file: str = "<unknown>") -> ast.Module:
    """The syntax tree of a program, as ``ast.parse`` gives it, but one at a time.

    CPython 3.11 and 3.12 count the depth of all trees that threads make at once together, and fail with
    ``SystemError: AST constructor recursion depth mismatch`` (python/cpython#106905); a tree that was lost so
    is made again.

    Args:
        source: text of the program.
        file: its name, for errors.

    Raises:
        SyntaxError: if it is none.
    """
    with _ONE_AT_A_TIME:
        for _ in range(_TRIES - 1):
            with suppress(SystemError):
                return ast.parse(source, file)
        return ast.parse(source, file)
