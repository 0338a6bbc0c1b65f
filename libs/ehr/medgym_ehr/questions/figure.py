"""SQL for a median, a share in percent, and an aggregate over the numbers of rows of calendar units."""

from __future__ import annotations

from medgym_ehr.questions.premise import Premised, at_least


def median(values: str) -> Premised:
    """Query of the median of the column ``value``, at least three of them."""
    source = f"""FROM (
    {values.strip()}
  )"""
    return Premised(
        sql=f"""
SELECT avg(value) FROM (
  SELECT value, row_number() OVER (ORDER BY value) AS place, count(*) OVER () AS total
  {source}
)
WHERE 2 * place BETWEEN total AND total + 2""",
        premise=at_least(3, "count(value)", source),
    )


def share(condition: str, rows: str) -> Premised:
    """Query of the percentage of at least five rows that meet a condition."""
    return Premised(
        sql=f"SELECT 100.0 * sum({condition}) / count(*)\n{rows.strip()}",
        premise=at_least(5, "count(*)", rows),
    )


def rate(rows: str, time: str) -> Premised:
    """Query of an aggregate over the numbers of rows of at least two units.

    The template has the options ``aggregate`` and ``unit``, as in
    :data:`medgym_ehr.questions.option.AGGREGATES` and :data:`~medgym_ehr.questions.option.UNIT_AVERAGES`.
    """
    unit = f"strftime('{{unit.sql}}', {time})"
    return Premised(
        sql=f"""
SELECT {{aggregate.sql}}(number) FROM (
  SELECT count(*) AS number
  {rows.strip()}
  GROUP BY {unit}
)""",
        premise=at_least(2, f"count(DISTINCT {unit})", rows),
    )
