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
        tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        for (table,) in tables:
            for column in connection.execute(f'SELECT name FROM pragma_table_info("{table}")').fetchall():
                texts = connection.execute(f'SELECT DISTINCT lower("{column[0]}") FROM "{table}"')
                held = [
                    table.lower(),
                    column[0].lower(),
                    *(text for (text,) in texts if isinstance(text, str)),
                ]
                found = [text for text in held if any(keyword in text for keyword in keywords)]
                if found:
                    raise LookupError(f"{table}.{column[0]} holds {found[0]!r}")
