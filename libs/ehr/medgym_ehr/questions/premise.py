"""A query beside what must hold in the data for its question to be worth asking."""

from __future__ import annotations

from typing import TypedDict


class Premised(TypedDict):
    """Two fields of a template."""

    sql: str
    """The reference query."""
    premise: str
    """A query that finds a row where the question is worth asking."""


def at_least(count: int, counted: str, rows: str) -> str:
    """A premise: rows have so many of something.

    Args:
        count: how many.
        counted: SQL aggregate that counts them, such as ``count(*)``.
        rows: ``FROM`` and ``WHERE`` of the rows.
    """
    return f"SELECT 1 WHERE (SELECT {counted} {rows.strip()}) >= {count}"


def several(sql: str) -> Premised:
    """A query of a number that is worth asking from three on: smaller ones are guessed."""
    return Premised(sql=sql, premise=f"SELECT 1 WHERE ({sql.strip()}) > 2")
