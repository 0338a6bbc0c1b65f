"""Stays in hospital as events."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import numpy as np

from medgym_patient import DIAGNOSES, DRUGS, PROCEDURES, REASONS, SPECIMENS, Records
from medgym_patient.clinic import Discoveries, condition_of, indicated
from medgym_patient.concept import table
from medgym_patient.early_warning import early_warning
from medgym_patient.formulary import CHOICES, DOSES
from medgym_patient.key import Floats, Indices, Keys, fold, uniform
from medgym_plugin_ehrshot.concept import INPATIENT, VISIT_PARTS, VISITS
from medgym_plugin_ehrshot.synthetic import hierarchy
from medgym_plugin_ehrshot.synthetic.event import Events
from medgym_plugin_ehrshot.synthetic.measurement import results, vital_signs
from medgym_plugin_ehrshot.synthetic.vocabulary import Codes, coded, numbers

DAY = 1440.0
"""Minutes."""
LATER = 0.25
"""Share of the draws after the first day that records hold, so that builds take no longer than they need."""
PRESENT = 0.6
"""Share of acute secondary diagnoses that are coded as present on admission."""
_KIND_SHARES = np.array([0.94, 0.965, 0.98, 0.99, 1.0])
"""Of a code itself and its kinds, added up."""
_BRANDED = np.array([0.94, 0.98, 1.0])
"""Of a drug without a brand, and of each brand, added up."""


def stay_events(records: Records, found: Discoveries) -> Iterator[Events]:
    """All events of all stays; what nobody knew of yet is not coded and not treated."""
    stays = records.stays
    key = fold(records.people.key[stays.person], stays.ordinal + 7000)
    yield from _places(records, key)
    yield _problems(records, found, key)
    yield _procedures(records, key)
    yield _drugs(records, found)
    yield from _cultures(records)
    yield from _measured(records, key)


def kinds(owner: Keys, code: Indices) -> Indices:
    """Which kind of a code is written: an owner's is always the same."""
    return np.searchsorted(_KIND_SHARES, uniform(fold(owner, code), "kind"))


def drug_codes(owner: Keys, drug: Indices, dose: Floats) -> Codes:
    """The codes of drugs at doses; an owner's brand is always the same."""
    brand = np.searchsorted(_BRANDED, uniform(fold(owner, drug), "brand"))
    place = (DOSES[drug] == dose[:, None]).argmax(axis=1)
    found: Codes = _products()[drug, place, brand]
    return found


def _at(records: Records, stay: Indices, minute: Floats) -> tuple[Indices, Floats, Indices]:
    """Person, time, and number of the visit."""
    stays = records.stays
    return stays.person[stay], stays.admitted[stay] + minute, stays.ordinal[stay] + 1


def _places(records: Records, key: Keys) -> Iterator[Events]:
    stays, units = records.stays, records.units
    every = np.arange(len(stays.person))
    person, start, visit = _at(records, every, np.zeros(len(every)))
    whole = np.full(len(every), numbers()[INPATIENT])
    yield Events(VISITS, person, start, whole, visit, end=start + stays.minutes)
    complaint = coded(hierarchy.complaint, REASONS.names)[stays.reason]
    yield Events("observation", person, start + 5, complaint, visit)
    codes = coded(str, hierarchy.UNITS)
    unit = codes[np.floor(uniform(key, "unit") * len(codes)).astype(np.int64)]
    person, start, visit = _at(records, units.stay, units.start)
    ward = coded(hierarchy.ward, REASONS.texts("service"))[stays.reason]
    code = np.where(units.intensive, unit[units.stay], ward[units.stay])
    yield Events(VISIT_PARTS, person, start, code, visit, end=start + units.stop - units.start)


def _problems(records: Records, found: Discoveries, key: Keys) -> Events:
    """What is chronic and the reason at admission, the rest on some day of the stay."""
    codes, stays = records.diagnoses, records.stays
    condition = condition_of(codes.concept)
    person, admitted, visit = _at(records, codes.stay, np.full(len(codes.stay), 10.0))
    share = (uniform(fold(key[codes.stay], codes.concept), "day") - PRESENT).clip(0) / (1 - PRESENT)
    minute = np.where((codes.rank == 1) | (condition >= 0), 0.0, share * (stays.minutes[codes.stay] - 15))
    known = (condition < 0) | (found.conditions[condition, person] <= admitted)
    person, visit, time = person[known], visit[known], (admitted + minute)[known]
    concept, stay = codes.concept[known], codes.stay[known]
    owner = np.where(condition[known] >= 0, records.people.key[person], key[stay])
    code = _findings()[concept, kinds(owner, concept)]
    return Events("condition_occurrence", person, time, code, visit)


def _procedures(records: Records, key: Keys) -> Events:
    codes = records.procedures
    person, time, visit = _at(records, codes.stay, codes.minute)
    code = _procedure_codes()[codes.concept, kinds(key[codes.stay], codes.concept)]
    return Events("procedure_occurrence", person, time, code, visit)


def _drugs(records: Records, found: Discoveries) -> Events:
    orders = records.orders
    person, start, visit = _at(records, orders.stay, orders.start)
    kept = ~orders.home | indicated(orders.drug, person, start, found)
    code = drug_codes(records.people.key[person[kept]], orders.drug[kept], orders.dose[kept])
    stop = records.stays.admitted[orders.stay] + orders.stop
    return Events("drug_exposure", person[kept], start[kept], code, visit[kept], end=stop[kept])


def _cultures(records: Records) -> Iterator[Events]:
    cultures = records.cultures
    person, time, visit = _at(records, cultures.stay, cultures.minute)
    yield Events("measurement", person, time, coded(hierarchy.specimen, SPECIMENS)[cultures.specimen], visit)
    grew = cultures.organism >= 0
    code = coded(hierarchy.organism, table("organism").names)[cultures.organism[grew]]
    yield Events("observation", person[grew], time[grew] + 2 * DAY, code, visit[grew])


def _measured(records: Records, key: Keys) -> Iterator[Events]:
    labs, vitals = records.labs, records.vitals
    draw = fold(key[labs.stay], labs.minute.astype(np.int64))
    kept = (labs.minute < DAY) | (uniform(draw, "kept") < LATER)
    person, time, visit = _at(records, labs.stay[kept], labs.minute[kept])
    yield results(person, time, visit, labs.lab[kept], labs.value[kept], fold(draw[kept], labs.lab[kept]))
    daily = np.floor(vitals.minute / DAY)
    first = (np.diff(vitals.stay, prepend=-1) != 0) | (np.diff(daily, prepend=-1) != 0)
    person, time, visit = _at(records, vitals.stay[first], vitals.minute[first])
    yield from vital_signs(person, time, visit, vitals.values[first])
    level = coded(str, hierarchy.WARNINGS)[early_warning(vitals.values[first])]
    yield Events("observation", person, time + 1, level, visit)


@cache
def _findings() -> Codes:
    """(diagnoses, kinds)."""
    return coded(hierarchy.finding, DIAGNOSES.names, range(hierarchy.KINDS + 1))


@cache
def _procedure_codes() -> Codes:
    """(procedures, kinds)."""
    return coded(hierarchy.procedure, PROCEDURES.names, range(hierarchy.KINDS + 1))


@cache
def _products() -> Codes:
    """(drugs, doses, brands)."""
    return coded(
        lambda drug, place, brand: hierarchy.product(drug, float(DOSES[drug, place]), brand),
        range(len(DRUGS)),
        range(int(CHOICES.max())),
        range(len(hierarchy.BRANDS) + 1),
    )
