"""The query that every top list shares: groups ranked by a count, equal counts sharing a rank."""

from __future__ import annotations


def top(name: str, rows: str, by: str = "count(*)") -> str:
    """SQL with the place ``{top.sql}``: the names of the first so many ranks.

    Args:
        name: SQL expression of the name.
        rows: ``FROM`` and ``WHERE`` of the rows that are counted.
        by: SQL expression of the figure by which names are ranked, the greatest first.
    """
    return f"""
SELECT name FROM (
  SELECT {name} AS name, dense_rank() OVER (ORDER BY {by} DESC) AS place
  {rows.strip()}
  GROUP BY {name}
)
WHERE place <= {{top.sql}}"""
