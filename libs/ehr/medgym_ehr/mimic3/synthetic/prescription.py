"""PRESCRIPTIONS: the model's orders, renewed every few days, with what they are mixed with or go with."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from medgym_ehr.mimic3.synthetic.icustay import IcuStays
from medgym_ehr.mimic3.synthetic.part import Part
from medgym_ehr.mimic3.synthetic.vocabulary import alternatives, companions, terms
from medgym_ehr.synthetic.clock import DAY, MINUTE, NEVER, Seconds, datetimes, midnight
from medgym_ehr.synthetic.concept import places
from medgym_ehr.synthetic.files import Column, Rows, optional
from medgym_ehr.synthetic.luck import Luck
from medgym_ehr.synthetic.sampling import Indices, first_of_each, repeat
from medgym_ehr.synthetic.text import Texts, untidily, words
from medgym_patient import DRUGS
from medgym_patient.key import Floats

RENEWED = (3, 9)
"""Days after which an order is renewed: from, below."""
MADE_UP = "SYN"
"""What every formulary code begins with, so that it is plainly synthetic."""
TITRATED, RANGED, WITHOUT, OTHER_UNIT, OPEN_END, SAME_ROUTE = 0.3, 0.012, 0.006, 0.04, 0.03, 0.75
"""Shares of orders at the dose next to a patient's usual one, of doses that are ranges, of missing doses,
units and routes, of less usual units, of open ends, and of orders by the route of the model."""


def prescription_rows(part: Part, icustays: IcuStays) -> Rows:
    """PRESCRIPTIONS of a part; a drug is ordered at most once a day."""
    stay, drug, name, start, stop, dose = _orders(part)
    owner, begin, end = _renewals(part, stay, name, start, stop)
    order = np.lexsort((name[owner], begin, stay[owner]))
    owner, begin, end = owner[order], begin[order], end[order]
    kept = first_of_each(stay[owner], begin, name[owner])
    owner, begin, end = owner[kept], begin[kept], end[kept]
    stay, drug, name, dose = stay[owner], drug[owner], name[owner], dose[owner]
    luck = part.row_luck(stay, "prescription")
    minute = np.maximum(start[owner], ((begin - part.admitted[stay]) // MINUTE + 8 * 60).astype(np.float64))
    icu = icustays.holding(stay, minute)
    personal = part.luck.of("dose").at(part.stays.person[stay]).of(name)
    columns = {
        **part.named(stay),
        "ICUSTAY_ID": optional(icustays.icustay_id[icu], icu >= 0),
        "STARTDATE": datetimes(begin),
        "ENDDATE": datetimes(np.where(luck.chance("open", OPEN_END), NEVER, end)),
        **_drugs(luck, name),
        **_doses(luck, personal, drug, name, dose),
    }
    return Rows(part.stays.person[stay], columns)


def _orders(part: Part) -> tuple[Indices, Indices, Indices, Floats, Floats, Floats]:
    """Stay, drug of the model, name in the vocabulary, start, stop and dose (0: the name's usual one)."""
    orders = part.records.orders
    luck = part.luck.of("drug").at(part.stays.person[orders.stay]).of(orders.drug)
    picked = alternatives("drug", "drug").pick(orders.drug, luck.uniform("name"))
    own = np.flatnonzero(picked >= 0)
    owner, row = companions("drug", "drug").draw(orders.drug, part.row_luck(orders.stay, "beside"))
    as_named, also_named, is_own_dose = _names()
    source = np.concatenate([own, owner])
    name = np.concatenate([as_named[picked[own]], also_named[row]])
    dose = np.concatenate([np.where(is_own_dose[picked[own]], orders.dose[own], 0), np.zeros(len(owner))])
    return orders.stay[source], orders.drug[source], name, orders.start[source], orders.stop[source], dose


def _renewals(
    part: Part, stay: Indices, name: Indices, start: Floats, stop: Floats
) -> tuple[Indices, Seconds, Seconds]:
    """The order, the first and the last day of each piece of an order."""
    first, last = midnight(part.at(stay, start)), midnight(part.at(stay, stop))
    each = part.stay_luck.of("renewed").at(stay).of(name).integers("days", *RENEWED)
    counts = np.maximum(1, -(-((last - first) // DAY) // each))
    owner, number = repeat(counts)
    begin = first[owner] + number * each[owner] * DAY
    return owner, begin, np.minimum(begin + each[owner] * DAY, last[owner])


def _drugs(luck: Luck, name: Indices) -> dict[str, Column]:
    drugs = terms("drug")
    written = untidily(drugs.texts("name"), name, luck.uniform("untidy"))
    known = np.where(luck.chance("unknown", 0.4), -1, name)
    formulary = np.array([MADE_UP + code for code in drugs.columns["formulary"]], dtype=object)
    return {
        "DRUG_TYPE": words(drugs.texts("type"), name),
        "DRUG": written,
        "DRUG_NAME_POE": words(drugs.texts("name"), known),
        "DRUG_NAME_GENERIC": words(drugs.texts("name"), known),
        "FORMULARY_DRUG_CD": words(formulary, name),
        "GSN": words(_code_numbers("{:06d}", 7919, 1_000_000), name),
        "NDC": words(_code_numbers("{:011d}", 611_953, 100_000_000_000), name),
    }


def _doses(luck: Luck, personal: Luck, drug: Indices, name: Indices, dose: Floats) -> dict[str, Column]:
    drugs, size = terms("drug"), len(drug)
    choices = drugs.choices("doses")
    step = (personal.uniform("dose") ** 1.5 * choices.counts[name]).astype(np.int64)
    step = (step + luck.chance("titrated", TITRATED)) % choices.counts[name]
    usual = choices.texts[choices.starts[name] + step]
    amount, place = np.unique(np.where(dose >= 1, np.round(dose, 1), np.round(dose, 2)), return_inverse=True)
    numbers = np.array([f"{each:,.10g}" for each in amount], dtype=object)
    plain: Texts = np.where(dose > 0, numbers[place], usual)
    ranges = np.array([f"{each:.10g}-{2 * each:.10g}" for each in amount], dtype=object)
    ranged = luck.chance("ranged", RANGED) & (dose > 0)
    texts = np.where(ranged, ranges[place], plain)
    unit, form = drugs.texts("unit"), drugs.texts("other_unit")
    other = luck.chance("other unit", OTHER_UNIT)
    missing = [luck.chance(column, WITHOUT) for column in ("dose", "unit", "route")]
    every = np.arange(size)
    return {
        "PROD_STRENGTH": plain + unit[name],
        "DOSE_VAL_RX": words(texts, np.where(missing[0], -1, every)),
        "DOSE_UNIT_RX": words(
            np.concatenate([unit, form]), np.where(missing[1], -1, name + other * len(unit))
        ),
        "FORM_VAL_DISP": words(np.array(["1", "2", "3"], dtype=object), luck.integers("form", 0, 3)),
        "FORM_UNIT_DISP": words(form, name),
        "ROUTE": words(_routes(luck, drug, name), np.where(missing[2], -1, every)),
    }


def _routes(luck: Luck, drug: Indices, name: Indices) -> Texts:
    """The model's route where the name has it, or another that it has."""
    drugs = terms("drug")
    choices = drugs.choices("routes")
    place = (luck.uniform("route") ** 1.5 * choices.counts[name]).astype(np.int64)
    other: Texts = choices.texts[choices.starts[name] + place]
    allowed, routes = _usual_routes()
    usual = allowed[name, drug] & luck.chance("usual route", SAME_ROUTE)
    chosen: Texts = np.where(usual, routes[drug], other)
    return chosen


@cache
def _usual_routes() -> tuple[NDArray[np.bool_], Texts]:
    """Whether each name of the vocabulary has each drug's route, and the route of each drug."""
    routes = np.array(DRUGS.texts("route"), dtype=object)
    lists = [text.split(";") for text in terms("drug").columns["routes"]]
    return np.array([[route in own for route in routes] for own in lists]), routes


@cache
def _names() -> tuple[Indices, Indices, NDArray[np.bool_]]:
    """Names of the alternatives and of what is beside, and of which alternatives the model's dose is."""
    drugs, mapping = terms("drug"), terms("as_drug")
    name = places(mapping.columns["term"], drugs.columns["name"])
    concept = places(mapping.columns["concept"], DRUGS.names)
    units = np.array([_unit(text) for text in drugs.columns["unit"]])[name]
    same = units == np.array([_unit(text) for text in DRUGS.texts("unit")])[concept]
    ordered = mapping.integers("ordered") == 1
    return name, places(terms("also_drug").columns["term"], drugs.columns["name"]), same & ordered


def _unit(text: str) -> str:
    return text.lower().removesuffix("s")


@cache
def _code_numbers(form: str, step: int, size: int) -> Texts:
    """A made-up catalogue number for each drug."""
    return np.array([form.format(step * (number + 1) % size) for number in range(len(terms("drug")))], object)
