"""Windows for tests of what is printed: how wide one is, and whether what it shows is whole."""

from __future__ import annotations

import io
import re

import click
from click.testing import CliRunner
from rich.console import Console, RenderableType

_CUT = re.compile(r"\d[…~]|[…~]\d")


def runner(width: int, charset: str = "utf-8") -> CliRunner:
    """Runs commands that print as on a terminal of ``width`` cells in the encoding ``charset``."""
    window = {"COLUMNS": str(width), "LINES": "50", "FORCE_COLOR": "1"}
    return CliRunner(charset=charset, env=window)


def drawn(renderable: RenderableType, width: int, charset: str = "utf-8") -> str:
    """What a console of ``width`` cells in the encoding ``charset`` shows.

    Raises:
        UnicodeEncodeError: if something of it cannot be written so.
    """
    stream = io.TextIOWrapper(io.BytesIO(), encoding=charset)
    Console(file=stream, width=width, markup=False, emoji=False, highlight=False).print(renderable)
    stream.seek(0)
    return stream.read()


def whole(text: str, width: int) -> str:
    """``text`` without colours.

    Raises:
        AssertionError: if a number is cut, or a line is longer than ``width`` cells.
    """
    plain = click.unstyle(text)
    assert not _CUT.search(plain), plain
    assert max(map(len, plain.splitlines()), default=0) <= width, plain
    return plain
