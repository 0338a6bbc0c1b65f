"""What happened of three things asked about by number, and when; on which days a value left a range."""

from __future__ import annotations

from functools import partial

from medgym_core import Column, DateTime, Integer, SetOf, Table, Text
from medgym_ehr.questions.period import CALENDAR, HOSPITAL, ICU
from medgym_ehr.questions.template import Template
from medgym_ehr.questions.three import Three

CATEGORY = "existence"
HAPPENED = (*CALENDAR, *HOSPITAL)
"""Periods in which something may have happened; there always is one, since its earliest time is asked for."""
MEASURED = (*HAPPENED, *ICU)
"""Periods in which something may have been measured."""
NUMBERED = Table(columns=(Column(name="number", kind=Integer()), Column(name="earliest", kind=DateTime())))
"""The number of each thing that happened, and its earliest time."""
DAYS = Table(columns=(Column(name="day", kind=Text()), Column(name="number", kind=Integer())))
"""Days written YYYY-MM-DD, and how many values of each."""


def earliest(place: str, time: str, rows: str) -> str:
    """A query of the numbers of what happened and the earliest times.

    Args:
        place: place of the first of three, such as ``drug``.
        time: when it happened.
        rows: SQL from FROM on, joined with ``asked``, whose columns are ``number`` and ``name``.
    """
    return f"""
WITH asked(number, name) AS (VALUES (1, {{{place}}}), (2, {{{place}2}}), (3, {{{place}3}}))
SELECT number, min({time})
{rows.strip()}
GROUP BY number"""


def by_number(place: str, things: str, which: str, each: str) -> tuple[str, ...]:
    """Wordings of a question which of three things happened, and when.

    Args:
        place: place of the first of three, such as ``drug``.
        things: what the three are, such as ``drugs``.
        which: what is asked of them, after "which".
        each: the same of each, after "that".
    """
    three = [f"({number}) {{{place}{number if number > 1 else ''}}}" for number in (1, 2, 3)]
    listed, joined = ", ".join(three), f"{three[0]}, {three[1]} and {three[2]}"
    return (
        f"Which of these {things} {which}: {listed}? "
        "Give the number of each of them and the earliest time in that period.",
        f"Of the {things} {joined}, which {which}? "
        "Give their numbers, each with the earliest time in that period.",
        f"For each of the {things} {joined} that {each}, "
        "give the number and the earliest time in that period.",
    )


def _which(id: str, place: str, things: str, which: str, each: str, sharing: str = "") -> partial[Template]:
    """A template that asks about three things by number."""
    return partial(
        Template,
        id=id,
        category=CATEGORY,
        wordings=by_number(place, things, which, each),
        three=Three(place, sharing),
        answer=NUMBERED,
        most=2,
    )


def of_patient(id: str, place: str, things: str, which: str, each: str) -> partial[Template]:
    """Which of three things happened to a patient; the second is one that did at some time."""
    return _which(id, place, things, which, each, sharing="patient")


def of_patients(id: str, which: str, sharing: str = "") -> partial[Template]:
    """To which of three patients something happened; the second is one to whom it did at some time."""
    return _which(id, "patient", "patients", which, which, sharing)


def beyond_on_days(id: str, value: str, beyond: str) -> partial[Template]:
    """On which days a value was beyond a bound, written YYYY-MM-DD.

    Args:
        id: the template's.
        value: what was measured in whom.
        beyond: the side and the bound.
    """
    return partial(
        Template,
        id=id,
        category=CATEGORY,
        wordings=(
            f"On which days (YYYY-MM-DD) was {value} {beyond} {{period}}?",
            f"List every day (YYYY-MM-DD) on which {value} went {beyond} {{period}}.",
            f"Give the days (YYYY-MM-DD) on which {value} came out {beyond} {{period}}.",
        ),
        answer=SetOf(items=Text()),
        fewest=2,
        most=12,
    )


has_drug = of_patient(
    "has_drug",
    "drug",
    "drugs",
    "was patient {patient} prescribed {period}",
    "was prescribed to patient {patient} {period}",
)
have_drug = of_patients("have_drug", "was prescribed {drug} {period}", sharing="drug")
have_any_event = of_patients("have_any_event", "had any {event} on record {period}")
has_diagnosis = of_patient(
    "has_diagnosis",
    "diagnosis",
    "diagnoses",
    "did patient {patient} receive {period}",
    "patient {patient} received {period}",
)
have_culture = of_patients(
    "have_culture", "had the specimen {specimen} sent for a microbiology test {period}", sharing="specimen"
)
have_organism = of_patients(
    "have_organism", "had {organism} found in a microbiology test {period}", sharing="organism"
)
have_intake = of_patients("have_intake", "had an intake of {intake} recorded {period}", sharing="intake")
has_lab = of_patient(
    "has_lab",
    "lab",
    "lab tests",
    "did patient {patient} get {period}",
    "patient {patient} got {period}",
)
vital_abnormal = partial(
    Template,
    id="vital_abnormal",
    category=CATEGORY,
    wordings=(
        "On which days (YYYY-MM-DD) was the {vital} of patient {patient} outside its normal range {period}, "
        "and how many values on each of them?",
        "List every day (YYYY-MM-DD) on which the {vital} of patient {patient} left the normal range "
        "{period}, with the number of such values.",
        "Give the days (YYYY-MM-DD) on which any {vital} measured in patient {patient} was outside its "
        "normal range {period}, each with the number of such values.",
    ),
    answer=DAYS,
    fewest=2,
    most=12,
)
