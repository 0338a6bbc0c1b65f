"""The query that every top list shares: groups ranked by a figure, equal figures sharing a rank."""

from __future__ import annotations

from medgym_ehr.questions.premise import Premised


def top(name: str, rows: str, by: str = "count(*)", least: str = "1") -> Premised:
    """Query of a top list that cuts something off.

    Args:
        name: SQL expression of the name.
        rows: ``FROM`` and ``WHERE`` of the rows that are counted.
        by: SQL expression of the figure by which names are ranked, the greatest first.
        least: SQL expression of the number of rows that a name must have.
    """
    ranked = f"""
SELECT name FROM (
  SELECT {name} AS name, dense_rank() OVER (ORDER BY {by} DESC) AS place
  {rows.strip()}
  GROUP BY {name}{f" HAVING count(*) >= {least}" if least != "1" else ""}
)
WHERE place """
    return Premised(sql=f"{ranked}<= {{top.sql}}", premise=f"{ranked}> {{top.sql}}")
