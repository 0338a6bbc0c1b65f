"""The reference solution of questions that the data cannot answer; it runs in the box."""

from __future__ import annotations

import sqlite3
from contextlib import closing


def search(database: str, keywords: tuple[str, ...]) -> None:
    """Null, once no name and no text of the database contains any of ``keywords``.

    Raises:
        LookupError: if one does, so that the question may have an answer.
    """
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA temp_store = MEMORY")
        tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        for (table,) in tables:
            for _, column, *_ in connection.execute(f'PRAGMA table_info("{table}")').fetchall():
                rows = connection.execute(f'SELECT DISTINCT lower("{column}") FROM "{table}"')
                held = [table.lower(), column.lower(), *(text for (text,) in rows if isinstance(text, str))]
                found = [text for text in held if any(keyword in text for keyword in keywords)]
                if found:
                    raise LookupError(f"{table}.{column} holds {found[0]!r}")
