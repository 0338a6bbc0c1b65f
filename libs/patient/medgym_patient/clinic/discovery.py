"""What is found after a stay: conditions that nobody knew of, and diseases that are new."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from medgym_patient.clinic.visit import DAY, Spans, Visits, office_hours
from medgym_patient.coding import DIAGNOSES
from medgym_patient.concept import table
from medgym_patient.key import Flags, Floats, Indices, chance, fold, uniform
from medgym_patient.person import People
from medgym_patient.reason import NEEDED, REASONS
from medgym_patient.record import Stays

DISEASES = table("disease")
_CONDITIONS = table("condition")
_SILENT = table("recognition")
_PARTS = {
    "hypertensive_kidney_disease": "hypertension",
    "hypertensive_renal_failure": "hypertension",
    "diabetes_with_kidney_disease": "diabetes_type_2",
    "insulin_use": "diabetes_type_2",
}
"""Diagnoses that tell of a condition besides those named like it."""
TELLING = 10
"""A reason for admission that a condition makes so many times as likely tells of it."""


@dataclass(frozen=True)
class Discoveries:
    """When each person was first told; minutes since the clock's start, infinite for what never is."""

    conditions: Floats
    """(conditions, persons), rows as in the table; minus infinity for what was known all along."""
    diseases: Floats
    """(DISEASES, persons)."""

    def known(self, person: Indices, minute: Floats) -> Flags:
        """(conditions, times): what a person has been told of by then."""
        return np.asarray(self.conditions[:, person] <= minute)

    def visits(self, people: People) -> Visits:
        """The visits at which something was found."""
        both = np.concatenate([self.conditions, self.diseases])
        person = np.nonzero(np.isfinite(both).T)[0]
        minute = both.T[np.isfinite(both).T]
        return Visits(person, minute, fold(people.key[person], minute.astype(np.int64)))


def discover(people: People, stays: Stays, spans: Spans) -> Discoveries:
    """Draws what is found when: within a year after one of the person's discharges.

    Shares who live with a condition unaware: hypertension, high cholesterol and diabetes after NHANES
    (Muntner et al., JAMA 2020;324:1190; CDC, National Diabetes Statistics Report 2020), kidney disease, lung
    disease, sleep apnea and osteoporosis after reviews, rounded.
    """
    found = np.where(people.conditions, -np.inf, np.inf)
    for name, share in zip(_SILENT.names, _SILENT.numbers("unaware"), strict=True):
        row = _CONDITIONS.index[name]
        unaware = people.conditions[row] & chance(people.key, f"unaware {name}", share)
        unaware &= ~_admitted_for(people, stays, name)
        found[row] = np.where(unaware, _told(people, stays, spans, name), found[row])
    odds = _odds(people)
    diseases = np.full((len(DISEASES), len(people.key)), np.inf)
    for row, name in enumerate(DISEASES.names):
        falls_ill = chance(people.key, name, 1 / (1 + np.exp(-odds[row])))
        diseases[row] = np.where(falls_ill, _told(people, stays, spans, name), np.inf)
    return Discoveries(found, diseases)


def condition_of(diagnosis: Indices) -> Indices:
    """The condition, as a row of their table, that each diagnosis is or is a kind of; -1 for acute ones."""
    general = dict(zip(DIAGNOSES.names, DIAGNOSES.texts("general"), strict=True))
    rows = []
    for name in DIAGNOSES.names:
        while general[name]:
            name = general[name]
        rows.append(_CONDITIONS.index.get(_PARTS.get(name, name), -1))
    return np.array(rows)[diagnosis]


def _admitted_for(people: People, stays: Stays, condition: str) -> Flags:
    """Who was ever admitted for something that tells of a condition."""
    telling = [
        name
        for name, pairs in zip(REASONS.names, REASONS.pairs("associated"), strict=True)
        if dict(pairs).get(condition, 0) >= TELLING or condition in NEEDED.get(name, ())
    ]
    found = np.zeros(len(people.key), dtype=bool)
    found[stays.person[np.isin(stays.reason, [REASONS.index[name] for name in telling])]] = True
    return found


def _odds(people: People) -> Floats:
    """Logarithm of the odds of a new disease, centred on its share at 65 years.

    The shares are of a cohort that is rich in rare diseases, many times those of a population; the factors
    are after reviews (Klein, Nat Rev Gastroenterol Hepatol 2021;18:493; Caio et al., BMC Med 2019;17:142;
    Tsokos, NEJM 2011;365:2110; Yusuf et al., Lancet 2004;364:937).
    """
    prevalence = _CONDITIONS.numbers("prevalence")
    share = DISEASES.numbers("share")[:, None]
    odds = np.log(share / (1 - share)) + DISEASES.numbers("per_decade")[:, None] * (people.age - 65) / 10
    odds = odds + DISEASES.numbers("female")[:, None] * (people.female - 0.5)
    for row, parents in enumerate(DISEASES.pairs("parents")):
        for parent, weight in parents:
            odds[row] += weight * (people.has(parent) - prevalence[_CONDITIONS.index[parent]])
    return np.where(people.newborn, -30.0, odds)


def _told(people: People, stays: Stays, spans: Spans, name: str) -> Floats:
    """2 to 364 days after a discharge, one of each person's; never where the record ends before."""
    key = fold(people.key, name)
    count = np.bincount(stays.person, minlength=len(key))
    first = np.searchsorted(stays.person, np.arange(len(key)))
    place = first + np.floor(uniform(key, "stay") * count).astype(np.int64)
    place = place.clip(max=len(stays.person) - 1)
    day = stays.admitted[place] + stays.minutes[place] + (2 + 361 * uniform(key, "day")) * DAY
    minute = office_hours(key, day)
    return np.where((count > 0) & (minute < spans.stop), minute, np.inf)
