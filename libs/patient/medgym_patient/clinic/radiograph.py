"""Chest radiographs: when they are taken, and what reports state."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from medgym_patient.clinic.visit import DAY, Visits
from medgym_patient.concept import table
from medgym_patient.key import Flags, Floats, Indices, Keys, fold, normal, uniform
from medgym_patient.person import People
from medgym_patient.reason import REASONS
from medgym_patient.record import Records

FINDINGS = table("radiograph").names
"""What a report states; the first is that it states nothing else but devices."""
_TABLE = table("radiograph")
_FIRST, _DEVICES = FINDINGS.index("no_finding"), FINDINGS.index("support_devices")


@dataclass(frozen=True)
class Radiographs:
    """Reports."""

    person: Indices
    minute: Floats
    """Since the start of the clock."""
    findings: Flags
    """(FINDINGS, reports)."""


def take_radiographs(records: Records, visits: Visits) -> Radiographs:
    """At admission for a third, then most days in intensive care and some on a ward, and at few visits.

    Findings follow from chronic conditions, the reason for admission and intensive care, by the table's odds;
    what each person is prone to stays. They are about as frequent as CheXpert labels them in reports (Irvin
    et al., AAAI 2019;33:590).
    """
    people, stays = records.people, records.stays
    stay, minute = _in_hospital(records)
    taken = uniform(visits.key, "radiograph") < 0.06
    person = np.concatenate([stays.person[stay], visits.person[taken]])
    when = np.concatenate([stays.admitted[stay] + minute, visits.minute[taken] + 20])
    reason = np.concatenate([stays.reason[stay], np.full(int(taken.sum()), -1)])
    intensive = np.concatenate([_intensive(records, stay, minute), np.zeros(int(taken.sum()), dtype=bool)])
    order = np.lexsort((when, person))
    person, when, reason, intensive = person[order], when[order], reason[order], intensive[order]
    key = fold(people.key[person], when.astype(np.int64))
    return Radiographs(person, when, _findings(people, person, reason, intensive, key))


def _in_hospital(records: Records) -> tuple[Indices, Floats]:
    """Stay and minute of each: one possible time a day, early on the first."""
    stays = records.stays
    days = (stays.minutes / DAY).astype(np.int64) + 1
    stay = np.repeat(np.arange(len(days)), days)
    day = np.arange(len(stay)) - np.repeat(np.cumsum(days) - days, days)
    key = fold(fold(records.people.key[stays.person[stay]], stays.ordinal[stay] + 6000), day)
    minute = np.floor(
        day * DAY + np.where(day == 0, 30 + 240 * uniform(key, "time"), DAY * uniform(key, "time"))
    )
    share = np.where(day == 0, 0.3, np.where(_intensive(records, stay, minute), 0.6, 0.15))
    taken = (uniform(key, "taken") < share) & (minute < stays.minutes[stay])
    return stay[taken], minute[taken]


def _intensive(records: Records, stay: Indices, minute: Floats) -> Flags:
    """Whether a stay is in intensive care at a minute."""
    units, span = records.units, 1e7
    place = np.searchsorted(units.stay * span + units.start, stay * span + minute, side="right") - 1
    return np.asarray((place >= 0) & (units.stay[place] == stay) & units.intensive[place])


def _findings(people: People, person: Indices, reason: Indices, intensive: Flags, key: Keys) -> Flags:
    found = np.zeros((len(FINDINGS), len(person)), dtype=bool)
    share = _TABLE.numbers("share")
    shared = 0.3 * normal(key, "shared")
    for row, raised in enumerate(_TABLE.pairs("raised")):
        if row == _FIRST:
            continue
        odds = np.log(share[row] / (1 - share[row])) + shared
        odds = odds + 1.0 * normal(people.key, f"prone {row}")[person]
        for name, weight in raised:
            odds = odds + weight * _has(people, person, reason, intensive, name)
        found[row] = uniform(key, f"finding {row}") < 1 / (1 + np.exp(-odds))
    others = np.arange(len(FINDINGS)) != _DEVICES
    found[_FIRST] = ~found[others].any(axis=0)
    return found


def _has(people: People, person: Indices, reason: Indices, intensive: Flags, name: str) -> Flags:
    if name == "intensive":
        return intensive
    if name in REASONS.index:
        return np.asarray(reason == REASONS.index[name])
    return people.has(name)[person]
