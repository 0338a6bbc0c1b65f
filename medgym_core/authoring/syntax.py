"""Syntax trees of programs, for families that cut references out of them while threads play episodes."""

from __future__ import annotations

import ast
from threading import Lock

_ONE_AT_A_TIME = Lock()


def parse_python(source: str) -> ast.Module:
    """The syntax tree of a program, as ``ast.parse`` gives it, but one at a time.

    CPython 3.11 and 3.12 count the depth of all trees that threads make at once together, and fail with
    ``SystemError: AST constructor recursion depth mismatch`` (python/cpython#106905).

    Args:
        source: text of the program.

    Raises:
        SyntaxError: if it is none.
    """
    with _ONE_AT_A_TIME:
        return ast.parse(source)
