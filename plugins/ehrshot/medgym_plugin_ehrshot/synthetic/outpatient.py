"""Persons and their visits as events."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import numpy as np

from medgym_patient import People, Site
from medgym_patient.clinic import (
    PROBLEMS,
    Discoveries,
    Spans,
    Visits,
    check_up,
    code_problems,
    deaths,
    refill,
)
from medgym_patient.key import fold
from medgym_patient.outcome import first_admission
from medgym_patient.person import ETHNICITIES
from medgym_patient.record import Stays
from medgym_plugin_ehrshot.concept import BIRTH, VISITS
from medgym_plugin_ehrshot.synthetic import hierarchy
from medgym_plugin_ehrshot.synthetic.event import Events
from medgym_plugin_ehrshot.synthetic.inpatient import DAY, drug_codes, kinds
from medgym_plugin_ehrshot.synthetic.measurement import results, vital_signs
from medgym_plugin_ehrshot.synthetic.vocabulary import Codes, coded, numbers

_FIRST_VISIT = 100
"""Number of a person's first visit; stays have lower ones."""


def person_events(people: People, stays: Stays, spans: Spans) -> Iterator[Events]:
    """Birth and what a person is, and death if it is known."""
    person = np.arange(len(people.key))
    none = np.full(len(person), -1)
    born = np.floor((first_admission(people.key) / 365.25 - people.age) * 365.25) * DAY
    ethnicity = coded(str, hierarchy.ETHNICITIES)[
        (people.ethnicity != list(ETHNICITIES).index("hispanic")).astype(np.int64)
    ]
    codes = (
        np.full(len(person), numbers()[BIRTH]),
        coded(str, hierarchy.SEXES)[people.female.astype(np.int64)],
        coded(str, hierarchy.RACES)[people.ethnicity],
        ethnicity,
    )
    for code in codes:
        yield Events("person", person, born, code, none)
    death = deaths(people, stays)
    dead = np.flatnonzero(death <= spans.stop)
    code = np.full(len(dead), numbers()[hierarchy.DEATH])
    yield Events("death", dead, death[dead], code, none[dead])


def visit_events(people: People, visits: Visits, found: Discoveries, site: Site) -> Iterator[Events]:
    """Visits with what is coded, measured and prescribed."""
    person, start = visits.person, visits.minute
    number = np.arange(len(person)) - np.searchsorted(person, person) + _FIRST_VISIT
    code = np.full(len(person), numbers()[hierarchy.OUTPATIENT])
    yield Events(VISITS, person, start, code, number, end=start + 45)
    problems = code_problems(people, visits, found)
    at = problems.visit
    code = _problems()[problems.problem, kinds(people.key[person[at]], problems.problem)]
    yield Events("condition_occurrence", person[at], start[at] + 5, code, number[at])
    drugs = refill(people, visits, found, site)
    at = drugs.visit
    code = drug_codes(people.key[person[at]], drugs.drug, drugs.dose)
    yield Events("drug_exposure", person[at], start[at] + 30, code, number[at])
    seen = check_up(people, visits, site)
    at = seen.visit
    key = fold(visits.key[at], seen.lab)
    yield results(person[at], start[at] + 25, number[at], seen.lab, seen.value, key)
    yield from vital_signs(person, start + 2, number, seen.vitals.T)


@cache
def _problems() -> Codes:
    """(PROBLEMS, kinds)."""
    return coded(hierarchy.finding, PROBLEMS, range(hierarchy.KINDS + 1))
