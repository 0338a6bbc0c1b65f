"""Top lists: groups ranked by a figure, equal figures sharing a rank, and how many a list may name."""

from __future__ import annotations

from typing import TypedDict

TIED = 1
"""So many more names than asked for may be in a top list, which ties make longer."""


class Ranked(TypedDict):
    """One field of a template."""

    sql: str
    """The reference query."""


def top(name: str, rows: str, by: str = "count(*)", least: str = "1") -> Ranked:
    """Query of a top list.

    Args:
        name: SQL expression of the name.
        rows: ``FROM`` and ``WHERE`` of the rows that are counted.
        by: SQL expression of the figure by which names are ranked, the greatest first.
        least: SQL expression of the number of rows that a name must have.
    """
    return Ranked(
        sql=f"""
SELECT name FROM (
  SELECT {name} AS name, dense_rank() OVER (ORDER BY {by} DESC) AS place
  {rows.strip()}
  GROUP BY {name}{f" HAVING count(*) >= {least}" if least != "1" else ""}
)
WHERE place <= {{top.sql}}"""
    )
