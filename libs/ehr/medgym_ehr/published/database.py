"""The database on which gold is computed: nothing can change it, and every query has a time limit."""

from __future__ import annotations

import math
import re
import sqlite3
import time
from pathlib import Path
from types import TracebackType
from typing import NamedTuple
from urllib.parse import quote

from medgym_core import DataError
from medgym_ehr.published.refusal import Reason, Refused
from medgym_ehr.published.sql import pieces

Cell = int | float | str | bytes | None
Row = tuple[Cell, ...]

SECONDS = 60.0
"""Time limit of one query, as in the official evaluators."""
STEPS = 10_000
"""SQLite instructions between two looks at the time."""

_UNREPEATABLE = {"current_time", "current_date", "current_timestamp", "random", "randomblob"}
_FORBIDDEN = {"load_extension", "fts3_tokenizer"}
_REAL_TIME = re.compile(
    r"\b(?:date|time|datetime|julianday|unixepoch)\s*\(\s*(?:'now'|\))|\bstrftime\s*\(\s*''\s*(?:,\s*'now'|\))",
    re.IGNORECASE,
)
_BY_MESSAGE = {
    "no such table": Reason.MISSING_TABLE,
    "no such column": Reason.MISSING_COLUMN,
    "syntax error": Reason.SYNTAX,
    "unrecognized token": Reason.SYNTAX,
    "incomplete input": Reason.SYNTAX,
    "one statement at a time": Reason.SYNTAX,
    "interrupted": Reason.TIMEOUT,
    "not authorized": Reason.FORBIDDEN,
    "authorization denied": Reason.FORBIDDEN,
    "prohibited": Reason.FORBIDDEN,
}


class Result(NamedTuple):
    """What a query gives."""

    columns: tuple[str, ...]
    """Names as SQLite gives them."""
    rows: list[Row]
    """All rows, in SQLite's order."""


class Database:
    """A SQLite file opened read-only and taken as unchanging; close it, or use it in ``with``.

    An authorizer permits reading and repeatable functions only.
    """

    def __init__(self, path: Path, seconds: float = SECONDS) -> None:
        """Open ``path``; each query may take ``seconds``.

        Raises:
            DataError: if there is no SQLite database, or changes to it stand in a write-ahead log.
        """
        self.path = path
        self._seconds = seconds
        self._deadline = math.inf
        self._connection = _open(path)
        self._connection.set_authorizer(_authorize)
        self._connection.set_progress_handler(lambda: int(time.monotonic() > self._deadline), STEPS)

    def __enter__(self) -> Database:
        """Itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close."""
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def execute(self, sql: str, most_rows: int) -> Result:
        """All rows of one post-processed query.

        Raises:
            Refused: with the reason, if it fails, does more than read, is not repeatable, takes too long, or
                gives more than ``most_rows`` rows.
        """
        _refuse_real_time(sql)
        self._deadline = time.monotonic() + self._seconds
        try:
            cursor = self._connection.execute(sql)
            rows = cursor.fetchmany(most_rows + 1)
            columns = tuple(str(column[0]) for column in cursor.description or ())
            cursor.close()
        except (sqlite3.Error, UnicodeError) as error:
            raise Refused(_reason(error), str(error)) from None
        finally:
            self._deadline = math.inf
        if not columns:
            raise Refused(Reason.SYNTAX, "there is no statement")
        if len(rows) > most_rows:
            raise Refused(Reason.TOO_MANY_ROWS, f"more than {most_rows}")
        return Result(columns, rows)

    def values(self, table: str, column: str) -> set[str]:
        """Every value of a column, as text.

        Raises:
            DataError: if there is no such column.
        """
        try:
            found = self._connection.execute(f'SELECT DISTINCT CAST("{column}" AS TEXT) FROM "{table}"')
            return {value for (value,) in found if value is not None}
        except sqlite3.Error as error:
            raise DataError(
                f"{self.path} cannot be asked for {table}.{column} ({error}); give the database that the "
                f"questions are asked of, built or downloaded anew"
            ) from None


def _open(path: Path) -> sqlite3.Connection:
    if not path.is_file():
        raise DataError(f"no database at {path}; give the SQLite file that the questions are asked of")
    log = path.with_name(path.name + "-wal")
    if log.is_file() and log.stat().st_size:
        raise DataError(
            f"{path} has changes in {log.name} that a read-only reader would miss; "
            f"merge them with `PRAGMA wal_checkpoint(TRUNCATE)` and close the database"
        )
    connection = sqlite3.connect(f"file:{quote(str(path.absolute()))}?mode=ro&immutable=1", uri=True)
    try:
        connection.execute("PRAGMA query_only = 1")
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.Error as error:
        connection.close()
        raise DataError(
            f"{path} is not a readable SQLite database ({error}); build or download it again"
        ) from None
    return connection


def _authorize(
    action: int, first: str | None, second: str | None, database: str | None, trigger: str | None
) -> int:
    if action == sqlite3.SQLITE_FUNCTION:
        return sqlite3.SQLITE_DENY if second in _UNREPEATABLE | _FORBIDDEN else sqlite3.SQLITE_OK
    reading = action in (sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_RECURSIVE)
    return sqlite3.SQLITE_OK if reading else sqlite3.SQLITE_DENY


def _refuse_real_time(sql: str) -> None:
    """Date functions hide the clock from the authorizer: a literal ``now``, or no time given at all."""
    code = "".join(("'now'" if p.text.lower() == "now" else "''") if p.quote else p.text for p in pieces(sql))
    if found := _REAL_TIME.search(code):
        raise Refused(Reason.UNREPEATABLE, found[0])


def _reason(error: Exception) -> Reason:
    message = str(error)
    if "not authorized to use function" in message and message.rsplit(" ", 1)[-1].lower() in _UNREPEATABLE:
        return Reason.UNREPEATABLE
    return next((reason for part, reason in _BY_MESSAGE.items() if part in message), Reason.ERROR)
