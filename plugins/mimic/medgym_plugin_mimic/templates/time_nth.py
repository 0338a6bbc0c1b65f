"""SQL for the time at which something happened for the nth time."""

from __future__ import annotations


def nth_time(column: str, rows: str) -> str:
    """A query for the time of the nth row, where ``nth`` is an option of the template.

    Args:
        column: the time by which rows are ordered.
        rows: SQL from FROM on, as in a template.
    """
    return f"""
SELECT DISTINCT {column}
FROM (
  SELECT {column}, {{rank}}() OVER (ORDER BY {column} {{nth.direction}}) AS place
  {rows.strip()}
)
WHERE place = {{nth.place}}"""
