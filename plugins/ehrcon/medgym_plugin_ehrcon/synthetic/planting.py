"""What a note says wrongly: discrepancies planted among the facts before the note is written.

Kinds and shares are EHRCon's (Kwon et al. 2024): time, value, unit, and items that no table holds. A wrong
fact looks like a right one: panels are told at the time of other draws (``moving.py``), a wrong dose is one
that the drug is given in, and a wrong unit is one in which other admissions record the item.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from medgym_ehr.mimic3.synthetic.vocabulary import terms
from medgym_patient import LABS
from medgym_patient.note import Fact
from medgym_plugin_ehrcon.claim import Role
from medgym_plugin_ehrcon.mention import tidy
from medgym_plugin_ehrcon.synthetic.chart import Entry
from medgym_plugin_ehrcon.synthetic.moving import event_of, moves
from medgym_plugin_ehrcon.synthetic.naming import allnames, drugs_by_name, names_by_term, names_of
from medgym_plugin_ehrcon.synthetic.unit import other

Planted = dict[Fact, frozenset[Role]]
"""Facts as a note has them, with what is wrong with each."""
SHARES = {"discharge": 1.15, "physician": 0.8, "nursing": 0.8}
"""How much is planted in a note, by its type, but for times."""
TIMES = {"discharge": 0.9, "physician": 0.75, "nursing": 0.75}
"""Share of panels, signs and orders that are moved if they can be, by type."""
VALUE, UNIT = 0.075, 0.35
"""Shares of values, and of items with a unit."""
ITEMS = {"lab": 1.2, "order": 0.8, "diagnosis": 0.8, "procedure": 0.4, "culture": 0.3}
"""How many facts of each kind are invented, of a discharge summary."""
WIDE, NARROW = (0.04, 0.2), (0.004, 0.015)
"""How far wrong values are off, relatively: from, to; of what varies little the second."""
SOME = 30
"""Drugs that are looked at for one that is not ordered."""
MOVED = ("lab", "vital", "order", "culture", "organism", "intake", "output")
"""Kinds of facts that are moved."""
_COMMON = (
    "hypertension", "diabetes_type_2", "coronary_disease", "atrial_fibrillation", "copd", "asthma",
    "pneumonia", "urinary_infection", "acute_kidney_injury", "hypothyroidism", "reflux", "depression",
    "hyperlipidemia", "sleep_apnea", "pleural_effusion", "respiratory_failure", "hyperkalemia", "delirium",
    "thrombocytopenia",
)  # fmt: skip
_DONE = (
    "intubation", "central_line", "arterial_line", "dialysis", "echocardiography", "upper_endoscopy",
    "lumbar_puncture", "thoracentesis", "paracentesis", "tracheostomy", "head_computed_tomography",
    "red_cell_transfusion",
)  # fmt: skip
_SENT = ("urine", "sputum", "stool", "csf;spinal fluid", "bronchoalveolar lavage", "pleural fluid")


def plant(
    rng: random.Random,
    facts: Sequence[Fact],
    recorded: Sequence[Entry],
    share: float,
    late: float,
    until: float,
) -> Planted:
    """The facts of an admission as a note that is written at minute ``until`` has them.

    ``share`` is how much of them is changed, as in :data:`SHARES`, and ``late`` how many are moved, as in
    :data:`TIMES`.
    """
    moved = moves(rng, facts, late, until)
    told: Planted = {}
    renamed = {
        item
        for item in sorted({_item(fact) for fact in facts if other(fact.unit)})
        if rng.random() < UNIT * share
    }
    for fact in facts:
        changes: dict[str, Any] = {}
        if fact.kind in MOVED and (minute := moved.get(event_of(fact))) is not None:
            changes["minute"] = minute
        if fact.value is not None and rng.random() < VALUE * share:
            changes["value"] = _other_value(rng, fact)
        if _item(fact) in renamed:
            changes["unit"] = other(fact.unit)
        wrong = frozenset(_ROLES[change] for change in changes)
        told[replace(fact, **changes) if changes else fact] = wrong
    for fact in _invented(rng, facts, recorded, share):
        told[fact] = frozenset({"item"})
    return dict(sorted(told.items(), key=lambda pair: pair[0].minute))


_ROLES: dict[str, Role] = {"minute": "time", "value": "value", "unit": "unit"}


def _item(fact: Fact) -> tuple[str, str, str]:
    """What has one unit in an admission."""
    return fact.kind, fact.concept, fact.unit


def _other_value(rng: random.Random, fact: Fact) -> float:
    """A value near a fact's; of a drug another of its doses."""
    value = fact.value or 0.0
    if fact.kind == "order":
        others = [dose for dose in _doses().get(fact.concept, ()) if dose != value]
        return rng.choice(others) if others else value
    step = 10.0**-fact.decimals
    share = NARROW if fact.concept in ("temperature", "ph", "weight") else WIDE
    moved = value + rng.choice((-1, 1)) * max(step * rng.randint(1, 3), value * rng.uniform(*share))
    return float(round(max(moved, step), fact.decimals))


def _invented(
    rng: random.Random, facts: Sequence[Fact], recorded: Sequence[Entry], share: float
) -> Iterator[Fact]:
    """Facts of which no table of the admission has the item."""
    known = {entry.record.name for entry in recorded}
    made: dict[str, list[Fact]] = {
        "lab": list(_labs(rng, facts)),
        "order": list(_orders(rng, facts)),
        "diagnosis": [Fact("diagnosis", name, 0.0) for name in _COMMON],
        "procedure": [Fact("procedure", name, rng.choice(facts).minute) for name in _DONE],
        "culture": [Fact("culture", name, rng.choice(facts).minute, names=names_of(name)) for name in _SENT],
    }
    for kind, most in ITEMS.items():
        free = [fact for fact in made[kind] if known.isdisjoint(_meant(fact))]
        yield from rng.sample(free, min(len(free), round(most * share + rng.random() * 0.9)))


def _meant(fact: Fact) -> frozenset[str]:
    """Every name in the database that what a fact may be called stands for."""
    return _stood_for(allnames(fact))


@cache
def _stood_for(called: tuple[str, ...]) -> frozenset[str]:
    return frozenset(name for term in called for name in names_by_term().get(tidy(term), (tidy(term),)))


def _labs(rng: random.Random, facts: Sequence[Fact]) -> Iterator[Fact]:
    draws = sorted({fact.minute for fact in facts if fact.kind == "lab"})
    for name, unit, low, high, places in _ranges() if draws else ():
        value = round(rng.uniform(low, high), places)
        yield Fact("lab", name, rng.choice(draws), value, unit, places)


@cache
def _ranges() -> tuple[tuple[str, str, float, float, int], ...]:
    """Labs of blood with their unit, limits of normal and decimals."""
    fluids, units = LABS.texts("fluid"), LABS.texts("unit")
    limits = zip(*(LABS.numbers(column).tolist() for column in ("low", "high", "decimals")), strict=True)
    return tuple(
        (name, unit, low, high, int(places))
        for name, fluid, unit, (low, high, places) in zip(LABS.names, fluids, units, limits, strict=True)
        if fluid == "blood" and high > low
    )


def _orders(rng: random.Random, facts: Sequence[Fact]) -> Iterator[Fact]:
    orders = [fact for fact in facts if fact.kind == "order"]
    if not orders:
        return
    for concept, unit, known, names in rng.sample(_formulary(), SOME):
        like, value = rng.choice(orders), rng.choice(known)
        places = len(f"{value:.10g}".partition(".")[2])
        yield Fact("order", concept, like.minute, value, unit, places, like.stop, names=names)


@cache
def _formulary() -> tuple[tuple[str, str, tuple[float, ...], tuple[str, ...]], ...]:
    """Drugs that have doses: concept, unit, doses and what notes call them."""
    drugs, found = terms("drug").columns, []
    for name, unit, doses in zip(drugs["name"], drugs["unit"], drugs["doses"], strict=True):
        concept = drugs_by_name().get(tidy(name))
        known = tuple(float(dose) for dose in doses.split(";") if dose.replace(".", "", 1).isdigit())
        if concept and unit and any(known):
            found.append((concept, unit, tuple(dose for dose in known if dose), names_of(tidy(name))))
    return tuple(found)


@cache
def _doses() -> dict[str, tuple[float, ...]]:
    """Concept of a drug to the doses in which its names are given."""
    drugs = terms("drug").columns
    found: defaultdict[str, set[float]] = defaultdict(set)
    for name, doses in zip(drugs["name"], drugs["doses"], strict=True):
        if concept := drugs_by_name().get(tidy(name)):
            found[concept] |= {float(dose) for dose in doses.split(";") if dose.replace(".", "", 1).isdigit()}
    return {concept: tuple(sorted(doses - {0.0})) for concept, doses in found.items()}
