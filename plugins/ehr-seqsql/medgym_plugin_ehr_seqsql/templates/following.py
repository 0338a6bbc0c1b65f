"""What sessions share that follow a value found before to what else is recorded about it."""

from __future__ import annotations

from collections.abc import Mapping

from medgym_core import AnswerKind, Column, SetOf, Table, Text
from medgym_ehr.mimic3.ehrsql import facts
from medgym_ehr.questions.option import Option
from medgym_ehr.questions.period import HOSPITAL
from medgym_ehr.questions.template import When
from medgym_plugin_ehr_seqsql.session import SessionTemplate, Step
from medgym_plugin_ehr_seqsql.templates.part import PERIODS

CATEGORY = "following"
NAMES = SetOf(items=Text())
"""A list of names."""
OWN = (*PERIODS, *HOSPITAL)
"""Periods of one patient's events."""
ABOUT = 0.001
"""Distance at which two numbers are equal."""
FREQUENT = "e.icd9_code IN (SELECT icd9_code FROM {} GROUP BY icd9_code HAVING count(*) > 7)"
"""Holds of codes that enough events ``e`` of a table have."""
SIZES = (Option("highest", "1", "sort"), Option("lowest", "-1", "sort"))
"""Largest or smallest: ``{size.sql}`` times a figure is largest for it."""
COMMON_DIAGNOSIS = f"{facts.DIAGNOSIS} WHERE {FREQUENT.format('diagnoses_icd')}"
"""Facts about such diagnoses."""


def anybody(source: str) -> str:
    """Facts of whatever name: only of whom, in which visit and when they are."""
    return f"SELECT DISTINCT patient, hadm_id, at FROM ({source})"


def columns(**kinds: AnswerKind) -> Table:
    """A table with these columns."""
    return Table(columns=tuple(Column(name=name, kind=kind) for name, kind in kinds.items()))


def step(sql: str, answer: AnswerKind, *wordings: str, premise: str = "") -> Step:
    """One turn."""
    return Step(wordings, sql, answer, premise=premise)


def following(
    id: str,
    source: str,
    *steps: Step,
    period: When | None = None,
    period2: When | None = None,
    options: Mapping[str, tuple[Option, ...]] | None = None,
) -> SessionTemplate:
    """A session that follows what it finds."""
    return SessionTemplate(
        id=id,
        category=CATEGORY,
        facts=source,
        steps=steps,
        options=options or {},
        period=period,
        period2=period2,
    )


def most(name: str, rows: str, by: str = "count(*)") -> str:
    """The names, mostly one, with the largest figure."""
    return f"""
SELECT name FROM (
  SELECT {name} AS name, dense_rank() OVER (ORDER BY {by} DESC) AS place
  {rows}
  GROUP BY {name}
)
WHERE place = 1"""
