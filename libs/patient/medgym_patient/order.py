"""Prescriptions: what is given by the hour as orders, home medication by condition.

And the usual of a hospital day.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from medgym_patient.formulary import (
    ALIKE,
    BARRED,
    BLEEDS,
    CHOICES,
    DOSES,
    DRUGS,
    INDICATIONS,
    KIDNEY_BARS,
    ROW,
    TAKEN,
)
from medgym_patient.group import Groups, warfarin_users
from medgym_patient.key import Flags, Floats, Indices, Keys, fold, uniform
from medgym_patient.person import ALLERGENS, People
from medgym_patient.reason import REASONS
from medgym_patient.record import Columns, Doses, Latent, Orders, Stays
from medgym_patient.recorder import ANTIBIOTIC_ROW
from medgym_patient.site import Site


@dataclass(frozen=True)
class _Wanted:
    """Orders in the making: stays, a drug, and hours."""

    stay: Indices
    drug: Indices
    start: Floats
    stop: Floats
    home: Flags


def write_orders(
    people: People,
    latent: Latent,
    stays: Stays,
    doses: Doses,
    starts: Columns,
    groups: Groups,
    site: Site,
) -> Orders:
    """All orders, by stay and start; what goes on from home is not ordered again."""
    key = latent.key
    parts = [
        _once(
            [
                _home(people, key, stays, site),
                _acute(people, key, stays, groups),
                _usual(people, key, stays, doses, site),
            ]
        ),
        _antibiotics(stays, starts),
    ]
    given = _given(doses, stays)
    columns = [
        np.concatenate([getattr(part, name) for part in parts])
        for name in ("stay", "drug", "start", "stop", "home")
    ]
    stay, drug, start, stop, home = columns
    dose = usual_dose(people.key[stays.person[stay]], drug)
    joined = [np.concatenate(pair) for pair in zip((stay, drug, start, stop, dose, home), given, strict=True)]
    joined[3] = np.minimum(joined[3], stays.minutes[joined[0]])
    kept = joined[3] > joined[2]
    order = np.lexsort((joined[1], joined[2], joined[0]))
    order = order[kept[order]]
    return Orders(*(column[order] for column in joined))


def _wanted(rows: Flags, name: str, start: Floats, stop: Floats, home: bool = False) -> _Wanted:
    stay = np.flatnonzero(rows)
    size = len(stay)
    drug = np.full(size, ROW[name])
    return _Wanted(stay, drug, start[stay], stop[stay], np.full(size, home))


def _together(parts: list[_Wanted]) -> _Wanted:
    return _Wanted(
        *(np.concatenate([getattr(part, name) for part in parts]) for name in _Wanted.__annotations__)
    )


def _once(parts: list[_Wanted]) -> _Wanted:
    """The first of each drug in each stay."""
    all_of = _together(parts)
    first = np.unique(all_of.stay * len(DRUGS) + all_of.drug, return_index=True)[1]
    return _Wanted(*(getattr(all_of, name)[first] for name in _Wanted.__annotations__))


def _home(people: People, key: Keys, stays: Stays, site: Site) -> _Wanted:
    """Home medication goes on from the first day; whoever takes a drug takes it in every stay."""
    start = 60 * np.floor(4 + 10 * uniform(key, "reconciled"))
    stayed = stays.minutes > start + 60
    takes = home_drugs(people, site)
    return _together(
        [
            _wanted(takes[row][stays.person] & stayed, name, start, stays.minutes, home=True)
            for row, name in enumerate(DRUGS.names)
            if takes[row].any()
        ]
        or [_wanted(np.zeros(0, dtype=bool), DRUGS.names[0], start, start, home=True)]
    )


def home_drugs(people: People, site: Site) -> Flags:
    """(drugs, persons): who takes what at home.

     Metformin is not given under 30 mL/min (FDA 2016) and other barred classes never; one statin, by
    formulary.
    """
    statin = "simvastatin" if site.text("statin") == "atorvastatin" else "atorvastatin"
    found = np.zeros((len(DRUGS), len(people.key)), dtype=bool)
    has_one: dict[str, Flags] = {}
    for row, treats in enumerate(DRUGS.texts("treats")):
        name = DRUGS.names[row]
        if DRUGS.texts("form")[row] != "order" or not treats or name == statin:
            continue
        has = np.any([people.has(condition) for condition in treats.split(";")], axis=0)
        takes = has & (uniform(people.key, f"takes {name}") < TAKEN[row]) & _allowed(people, row)
        if name in ("warfarin", "insulin_glargine", "metformin", "glipizide"):
            takes = _special(people, name)
        kind = ALIKE.get(DRUGS.texts("class")[row], name)
        takes &= ~has_one.get(kind, np.zeros_like(takes))
        has_one[kind] = has_one.get(kind, np.zeros_like(takes)) | takes
        found[row] = takes
    return found


def usual_dose(person: Keys, drug: Indices) -> Floats:
    """The dose of a drug that a person, by key, has at all times."""
    pick = np.floor(uniform(fold(person, drug), "dose") * CHOICES[drug]).astype(np.int64)
    found: Floats = DOSES[drug, pick]
    return found


def _allowed(people: People, row: int) -> Flags:
    """Who has no allergy to a drug, and no asthma or kidney disease that bars it."""
    name, kind = DRUGS.names[row], DRUGS.texts("class")[row]
    free = ~people.newborn | (DRUGS.texts("treats")[row] == "")
    for barred in {BARRED.get(name), BARRED.get(kind)} - {None}:
        free &= ~people.allergies[list(ALLERGENS).index(str(barred))]
    if kind == "beta_blocker":
        free &= ~people.has("asthma")
    if kind in KIDNEY_BARS or name in KIDNEY_BARS:
        free &= ~_weak_kidneys(people)
    return free


def _weak_kidneys(people: People) -> Flags:
    weak = ("chronic_kidney_disease", "renal_failure_on_dialysis", "kidney_transplant")
    return np.asarray(np.any([people.has(name) for name in weak], axis=0))


def _special(people: People, name: str) -> Flags:
    """Who takes what decides the body: the same draws as there."""
    if name == "warfarin":
        return warfarin_users(people)
    hard = uniform(people.key, "resistance") > 0.6
    if name == "insulin_glargine":
        return people.has("diabetes_type_1") | (people.has("diabetes_type_2") & hard)
    barred = _weak_kidneys(people) if name == "metformin" else people.has("renal_failure_on_dialysis")
    takes = uniform(people.key, f"takes {name}") < TAKEN[ROW[name]]
    return np.asarray(people.has("diabetes_type_2") & ~hard & ~barred & takes)


def _acute(people: People, key: Keys, stays: Stays, groups: Groups) -> _Wanted:
    """Of the table of indications; each starts within five hours of its hour."""
    first = 1 + 5 * uniform(key, "acute")
    parts = []
    for name, share, start, hours, among in INDICATIONS.rows:
        allowed = _allowed(people, ROW[name])[stays.person]
        rows = groups.of(among) & allowed & (uniform(key, f"acute {name}") < float(share))
        begins = 60 * np.floor(first + float(start))
        parts.append(_wanted(rows, name, begins, begins + 60 * (float(hours) or 1e5)))
    return _together(parts)


def _usual(people: People, key: Keys, stays: Stays, doses: Doses, site: Site) -> _Wanted:
    """Thrombosis prophylaxis unless there is bleeding or another anticoagulant.

    (Kahn et al., Chest 2012;141:e195S), acid suppression and mouth care under ventilation (Cook et al., NEJM
    1994;330:377), bowel care, haloperidol for the old.
    """
    size = len(stays.age)
    adult = stays.age > 12
    bleeds = np.isin(stays.reason, [REASONS.index[name] for name in BLEEDS])
    sedated = np.bincount(doses.stay[doses.drug == ROW["sedation"]], minlength=size)
    heparin = np.bincount(doses.stay[doses.drug == ROW["heparin_infusion"]], minlength=size) > 0
    warfarin = _special(people, "warfarin")[stays.person]
    start = 60 * np.floor(3 + 6 * uniform(key, "usual"))
    rows = adult & ~bleeds & ~heparin & ~warfarin & (uniform(key, "prophylaxis") < 0.82)
    renal = (
        people.has("chronic_kidney_disease")[stays.person]
        | people.has("renal_failure_on_dialysis")[stays.person]
    )
    heparins = np.where(renal, "heparin_prophylaxis", site.text("prophylaxis"))
    parts = [
        _wanted(rows & (heparins == name), name, start, stays.minutes)
        for name in ("heparin_prophylaxis", "enoxaparin_prophylaxis")
    ]
    acid = adult & ((sedated > 6) | (uniform(key, "acid") < 0.35)) & ~people.has("reflux")[stays.person]
    acid &= ~np.isin(stays.reason, [REASONS.index[name] for name in ("upper_gi_bleed", "variceal_bleed")])
    parts.append(_wanted(acid, site.text("acid_suppressant"), start, stays.minutes))
    parts.append(_wanted(adult & (sedated > 12), "chlorhexidine", start, stays.minutes))
    confused = (
        adult
        & (stays.age > 65)
        & (uniform(key, "delirium") < 0.10)
        & ~people.has("parkinson_disease")[stays.person]
    )
    parts.append(_wanted(confused, "haloperidol", start + 2880, start + 5760))
    return _together(parts)


def _antibiotics(stays: Stays, starts: Columns) -> _Wanted:
    """From changes to orders: on to off, or to the end of the stay."""
    stay, hour, drug, on = starts
    order = np.lexsort((hour, drug, stay))
    stay, hour, drug, on = stay[order], hour[order], drug[order], on[order]
    follows = (
        np.append((stay[1:] == stay[:-1]) & (drug[1:] == drug[:-1]), False)
        if len(stay)
        else np.zeros(0, dtype=bool)
    )
    stop = np.where(follows, np.append(hour[1:], 0) * 60.0, stays.minutes[stay])
    return _Wanted(
        stay[on], ANTIBIOTIC_ROW[drug[on]], hour[on] * 60.0 + 5, stop[on], np.zeros(int(on.sum()), dtype=bool)
    )


def _given(doses: Doses, stays: Stays) -> tuple[Indices, Indices, Floats, Floats, Floats, Flags]:
    """Doses of one drug no more than 36 hours apart are one order."""
    order = np.lexsort((doses.minute, doses.drug, doses.stay))
    stay, drug, minute, amount = (
        getattr(doses, name)[order] for name in ("stay", "drug", "minute", "amount")
    )
    apart = (
        (np.diff(stay, prepend=-1) != 0)
        | (np.diff(drug, prepend=-1) != 0)
        | (np.diff(minute, prepend=-1e9) > 36 * 60)
    )
    first = np.flatnonzero(apart)
    last = np.append(first[1:], len(stay))[: len(first)] - 1
    return (
        stay[first],
        drug[first],
        minute[first],
        minute[last] + 60,
        amount[first],
        np.zeros(len(first), dtype=bool),
    )
