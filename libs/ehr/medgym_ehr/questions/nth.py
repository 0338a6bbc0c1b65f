"""SQL for what is found at the first, the last or another time."""

from __future__ import annotations

from textwrap import indent

from medgym_ehr.questions.premise import Premised, at_least


def at_nth(value: str, time: str, rows: str, times: int = 2) -> Premised:
    """A query for every value at the nth time, where ``nth`` is an option of the template.

    Args:
        value: SQL expression of what is asked for.
        time: the time by which rows are ordered.
        rows: SQL from FROM on, as in a template.
        times: how many different times there must be for the question to be worth asking.
    """
    return Premised(
        sql=f"""
SELECT DISTINCT value FROM (
  SELECT {value} AS value, {{rank}}() OVER (ORDER BY {time} {{nth.direction}}) AS place
{indent(rows.strip(), "  ")}
)
WHERE place = {{nth.place}}""",
        premise=at_least(times, f"count(DISTINCT {time})", rows),
    )


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
