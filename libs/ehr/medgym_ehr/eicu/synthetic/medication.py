"""medication: orders, some cancelled, some nameless, and stops that are missing or precede the start."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

import numpy as np

from medgym_ehr.eicu.synthetic.part import Part
from medgym_ehr.eicu.synthetic.vocabulary import alternatives, terms, traits
from medgym_ehr.synthetic.files import Column, Rows
from medgym_ehr.synthetic.luck import Luck
from medgym_ehr.synthetic.sampling import Indices
from medgym_ehr.synthetic.text import Texts, either, untidily, without
from medgym_patient import DRUGS
from medgym_patient.key import Floats

CANCELLED, NAMELESS, WITHOUT, OPEN, EARLY = 0.06, 0.08, 0.02, 0.08, 0.01
"""Shares of cancelled orders, missing names, missing doses and routes, stops not set, and early stops."""
PLAIN = 0.25
"""Share of hospitals that name drugs by their ingredient alone."""
OTHER_ROUTE = 0.25
"""Share of orders that do not name the route as the hospital usually does."""
_INFUSED = np.array([form in ("infusion", "antibiotic") for form in DRUGS.texts("form")])
_SPAN = 1e4
"""More than the drugs of the model."""


def medication_rows(part: Part) -> Rows:
    """Medication of a part; orders after the last stay in a unit are not in the files."""
    orders = part.records.orders
    unit = part.units.owning(orders.stay, orders.start)
    named = alternatives("drug", DRUGS.names)
    picked = named.pick(orders.drug, part.habits.at(orders.stay).of(orders.drug).uniform("product"))
    rows = np.flatnonzero((unit >= 0) & (picked >= 0))
    rows = rows[np.lexsort((orders.drug[rows], orders.start[rows], unit[rows]))]
    unit, drug = unit[rows], orders.drug[rows]
    luck = part.unit_luck(unit, "medication")
    start = part.offset(unit, orders.start[rows])
    stop = np.maximum(part.offset(unit, orders.stop[rows]), start + 1)
    stop = np.select([luck.chance("open", OPEN), luck.chance("early", EARLY)], [0 * stop, start - 30], stop)
    columns: dict[str, Column] = {
        "drugorderoffset": start - luck.integers("ordered", 0, 90),
        "drugstartoffset": start,
        "drugstopoffset": stop,
        "drugivadmixture": either(_INFUSED[drug], "Yes", "No"),
        "drugordercancelled": either(luck.chance("cancelled", CANCELLED), "Yes", "No"),
        "gtc": np.zeros(len(unit), dtype=np.int64),
        **_names(part, unit, picked[rows], luck),
        **_directions(part, unit, drug, luck),
        "dosage": without(luck.chance("dose", WITHOUT), _dosages(part, unit, rows)),
    }
    return part.rows(unit, columns)


def _names(part: Part, unit: Indices, picked: Indices, luck: Luck) -> dict[str, Column]:
    """As the hospital's pharmacy names its products, or their ingredients."""
    products = terms("as_drug")
    plain = part.habits.chance("plain", PLAIN)[part.units.visit[unit]]
    texts = np.concatenate([products.texts("term"), _ingredients()])
    place = np.where(luck.chance("nameless", NAMELESS), -1, picked + plain * len(products))
    return {
        "drugname": untidily(texts, place, luck.uniform("untidy")),
        "drughiclseqno": products.integers("hicl")[picked],
    }


@cache
def _ingredients() -> Texts:
    """Each product's name up to its strength, or else without its form."""
    names = terms("as_drug").columns["term"]
    short = [re.split(r" (?=\d|IN (?:NACL|D5W))", name)[0] for name in names]
    form = re.compile(r" (?:PO|IV|IJ|SC|OP|MT|IN|IM|EP|SL) [A-Z]+$")
    return np.array([form.sub("", name) for name in short], dtype=object)


def _directions(part: Part, unit: Indices, drug: Indices, luck: Luck) -> dict[str, Column]:
    """Route and frequency; a hospital usually names a route in one way."""
    routes = np.array(DRUGS.texts("route"), dtype=object)[drug]
    usual = part.habits.at(part.units.visit[unit])
    other = luck.chance("other route", OTHER_ROUTE)
    own = Luck(np.where(other, luck.of("route").keys, usual.of("route").keys))
    frequency = _written("frequency", _frequencies()[drug], luck.of("frequency"))
    as_needed = np.array([text is not None and "PRN" in text for text in frequency], dtype=bool)
    return {
        "routeadmin": without(luck.chance("no route", WITHOUT), _written("route", routes, own)),
        "frequency": frequency,
        "prn": either(as_needed, "Yes", "No"),
    }


@cache
def _frequencies() -> Texts:
    """Hours between doses of each drug, or that it runs."""
    runs = [
        form == "infusion" or route == "IV DRIP"
        for form, route in zip(DRUGS.texts("form"), DRUGS.texts("route"), strict=True)
    ]
    return np.where(runs, "runs", np.array(DRUGS.texts("every"), dtype=object))


def _dosages(part: Part, unit: Indices, rows: Indices) -> Texts:
    """The dose with its unit as the hospital writes it; what is titrated by its first rate."""
    orders = part.records.orders
    drug, amount = orders.drug[rows], orders.dose[rows]
    amount = np.where(amount > 0, amount, _first_doses(part, orders.stay[rows], drug))
    numbers, place = np.unique(_rounded(amount), return_inverse=True)
    texts = np.array([f"{number:.10g}" for number in numbers], dtype=object)[place]
    units = np.array(DRUGS.texts("unit"), dtype=object)[drug]
    habit = part.habits.at(part.units.visit[unit]).of("dose unit")
    dosage: Texts = texts + " " + _written("unit", units, habit)
    return without(amount <= 0, dosage)


def _rounded(amount: Floats) -> Floats:
    """To two figures below one hundred."""
    scale = 10.0 ** np.where(amount >= 10, 0, np.where(amount >= 1, 1, 2))
    return np.round(amount * scale) / scale


def _first_doses(part: Part, visit: Indices, drug: Indices) -> Floats:
    """The first amount that was given of a drug in a visit, 0 if none."""
    doses = part.records.doses
    keys, first = np.unique(doses.stay * _SPAN + doses.drug, return_index=True)
    if not len(keys):
        return np.zeros(len(visit))
    wanted = visit * _SPAN + drug
    place = np.searchsorted(keys, wanted).clip(max=len(keys) - 1)
    return np.where(keys[place] == wanted, doses.amount[first[place]], 0.0)


def _written(trait: str, names: Texts, luck: Luck) -> Texts:
    """How orders write a trait: one of several texts each; what has none is as it is."""
    chosen = names.copy()
    known: Mapping[str, Mapping[str, float]] = traits("order")[trait]
    for name, shares in known.items():
        own = np.flatnonzero(names == name)
        texts = np.array([text or None for text in shares], dtype=object)
        chosen[own] = texts[luck.at(own).pick(trait, np.array(list(shares.values()), dtype=np.float64))]
    return chosen
