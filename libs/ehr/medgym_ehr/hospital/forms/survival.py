"""How many survive, and what is deadliest."""

from __future__ import annotations

from functools import partial

from medgym_core import Number, SetOf, Text
from medgym_ehr.questions.option import SURVIVAL_DAYS, SURVIVAL_YEARS, Option
from medgym_ehr.questions.period import NO_PERIOD
from medgym_ehr.questions.premise import Premised, at_least
from medgym_ehr.questions.template import Template

CATEGORY = "statistics"
PERCENT = Number(abs_tol=0.001, unit="percent")
SPANS = {"survival": (*SURVIVAL_YEARS[:3], *SURVIVAL_DAYS)}
LEAST = tuple(Option(str(count), str(count)) for count in (8, 9, 10, 12, 15, 20))
"""How many patients a rate counts at least."""
FIRST = (
    NO_PERIOD,
    *(f"abs-{unit}-{how}" for unit in ("year", "month") for how in ("since", "until")),
    "abs-year-in",
    "rel-year-until",
    "rel-year-since",
)
"""Periods of first events that leave enough patients who were followed for long."""
LASTING = tuple(tag for tag in FIRST if not tag.endswith(("in", "until")))
"""Those of them that do not say themselves that the first event is long ago."""
FOLLOWED = "f.first < datetime('2105-12-31 23:59:00', '-{survival.days} day')"
"""SQL that holds where the first event ``f`` is long enough ago."""


def first_events(kind: str, patient: str, name: str, time: str, rows: str) -> str:
    """Facts: what five patients or more had first a year ago or earlier, and when each had it.

    Args:
        kind: what is named, as a column of the facts.
        patient: SQL expression of the patient.
        name: SQL expression of the name.
        time: SQL expression of the event's time.
        rows: the events, from ``FROM`` on.
    """
    return f"""
WITH f AS (
  SELECT {patient}, {name} AS name, min({time}) AS first
  {rows}
  GROUP BY {patient}, {name}
  HAVING first < '2105-01-01'
)
SELECT name AS {kind}, first AS at FROM f
WHERE name IN (SELECT name FROM f GROUP BY name HAVING count(*) >= 5)"""


def survival_rate(survived: str, rows: str) -> Premised:
    """Query of the survival rate of at least five patients after the first event of each.

    Args:
        survived: SQL that holds where the patient of the first event ``f`` survived.
        rows: those events, from ``FROM`` on.
    """
    within = f"{rows}\nWHERE {{period}}"
    return Premised(
        sql=f"\nSELECT 100.0 * avg(CASE WHEN {FOLLOWED} THEN {survived} END)\n{within}",
        premise=at_least(5, f"sum({FOLLOWED})", within),
    )


survival_after_diagnosis = partial(
    Template,
    id="survival_after_diagnosis",
    category=CATEGORY,
    wordings=(
        "What is the {survival} survival rate of patients first diagnosed with {diagnosis} {period}?",
        "What is the {survival} survival rate after a first diagnosis of {diagnosis} {period}?",
        "For patients whose first diagnosis of {diagnosis} was made {period}, "
        "what is the {survival} survival rate?",
    ),
    options=SPANS,
    answer=PERCENT,
    frequent=True,
)
survival_after_drug = partial(
    Template,
    id="survival_after_drug",
    category=CATEGORY,
    wordings=(
        "What is the {survival} survival rate of patients first prescribed {drug} {period}?",
        "What is the {survival} survival rate after a first prescription of {drug} {period}?",
        "For patients whose first prescription of {drug} was made {period}, "
        "what is the {survival} survival rate?",
    ),
    options=SPANS,
    answer=PERCENT,
    frequent=True,
)
deadliest_diagnoses = partial(
    Template,
    id="deadliest_diagnoses",
    category=CATEGORY,
    wordings=(
        "Among the diagnoses that {least} or more {gender} patients first received {period}, "
        "and that more than {survival.days} days ago, which are the top {top} "
        "by the {survival} mortality rate of these patients?",
        "Considering {gender} patients and first diagnoses {period}, which diagnoses have "
        "the top {top} {survival} mortality rates, leaving out rates that count "
        "fewer than {least} patients?",
        "Rank diagnoses by the {survival} mortality rate of {gender} patients first diagnosed "
        "with them {period}, where that rate counts at least {least} patients: "
        "which are the top {top}?",
    ),
    answer=SetOf(items=Text()),
    fewest=2,
)
