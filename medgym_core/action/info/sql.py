"""Safe SQL over files that are only read."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

_OPS_BETWEEN_CHECKS = 20_000


class TooSlowError(Exception):
    """A query passed its deadline; a narrower one may not."""


def quoted(identifier: str) -> str:
    """``identifier`` as an SQL name, whatever characters it has."""
    return '"' + identifier.replace('"', '""').replace("\0", "") + '"'


def read_only(path: Path) -> str:
    """The URI that opens ``path`` for reading, without locks or side files."""
    return path.absolute().as_uri() + "?mode=ro&immutable=1"


def lenient_text(data: bytes) -> str:
    """A ``text_factory`` that replaces what is not UTF-8."""
    return data.decode(errors="replace")


@contextmanager
def opened(path: Path, seconds: float) -> Iterator[sqlite3.Connection]:
    """A read-only connection whose queries must end within ``seconds`` in all; broken text is replaced.

    Raises:
        TooSlowError: in the body, when they do not.
    """
    deadline = time.monotonic() + seconds
    with closing(sqlite3.connect(read_only(path), uri=True, check_same_thread=False)) as connection:
        connection.text_factory = lenient_text
        connection.set_progress_handler(lambda: time.monotonic() > deadline, _OPS_BETWEEN_CHECKS)
        try:
            yield connection
        except sqlite3.OperationalError as error:
            if "interrupted" not in str(error):
                raise
            raise TooSlowError(f"not done within {seconds:g} s") from error
