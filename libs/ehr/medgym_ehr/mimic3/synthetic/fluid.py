"""INPUTEVENTS_CV and OUTPUTEVENTS: what goes into a patient in an ICU, and what comes out."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from medgym_ehr.mimic3.synthetic.chart import NURSES
from medgym_ehr.mimic3.synthetic.icustay import Stays
from medgym_ehr.mimic3.synthetic.person import People
from medgym_ehr.mimic3.synthetic.visit import Visits
from medgym_ehr.mimic3.synthetic.vocabulary import terms
from medgym_ehr.synthetic.clock import DAY, MINUTE, Seconds, datetimes
from medgym_ehr.synthetic.files import Column, Rows
from medgym_ehr.synthetic.sampling import Indices, chance, pick, pick_value, popularity, rounds
from medgym_ehr.synthetic.text import same

INTAKES = (9.0, 18.0, 3.0)
"""Usual events a day; events in all, and further ones a day, that long stays are held to."""
OUTPUTS = (7.0, 14.0, 2.4)
"""The same for output."""
ON_THE = 30 * MINUTE
"""Fluids are charted on the half hour."""
WITHOUT = 0.02
"""Share of missing amounts."""
SPREAD = 0.5
"""Spread of amounts, as a standard deviation of the logarithm."""
INTAKE_UNITS = {"ml": 94, "mg": 2, "mcg": 1.5, "ml ": 1, "mEq": 0.8, "": 0.7}
OUTPUT_UNITS = {"ml": 88, "mL": 8, " ml": 1, "cc": 1, "": 2}


def intake_rows(rng: np.random.Generator, people: People, visits: Visits, stays: Stays) -> Rows:
    """INPUTEVENTS_CV of a chunk."""
    stay, time = _times(rng, stays, INTAKES)
    itemid, amount = _amounts(rng, "intake", len(stay))
    unit = pick_value(rng, INTAKE_UNITS, len(stay))
    order = rng.integers(1, 10_000_000, len(stay))
    columns: dict[str, Column] = {
        **_where(rng, people, visits, stays, stay, time),
        "ITEMID": itemid,
        "AMOUNT": amount,
        "AMOUNTUOM": unit,
        "ORDERID": order,
        "LINKORDERID": order,
        "ORIGINALAMOUNT": amount,
        "ORIGINALAMOUNTUOM": unit,
        "ORIGINALROUTE": same("Intravenous", len(stay)),
    }
    return Rows(visits.patient[stays.visit[stay]], columns)


def output_rows(rng: np.random.Generator, people: People, visits: Visits, stays: Stays) -> Rows:
    """OUTPUTEVENTS of a chunk."""
    stay, time = _times(rng, stays, OUTPUTS)
    itemid, amount = _amounts(rng, "output", len(stay))
    columns: dict[str, Column] = {
        **_where(rng, people, visits, stays, stay, time),
        "ITEMID": itemid,
        "VALUE": amount,
        "VALUEUOM": pick_value(rng, OUTPUT_UNITS, len(stay)),
    }
    return Rows(visits.patient[stays.visit[stay]], columns)


def _times(
    rng: np.random.Generator, stays: Stays, pace: tuple[float, float, float]
) -> tuple[Indices, Seconds]:
    days = (stays.left - stays.entered) / DAY
    usual, base, further = pace
    counts = np.maximum(2, np.minimum(usual * days, base + further * days)).astype(np.int64)
    stay, time = rounds(rng, stays.entered, stays.left, counts)
    return stay, np.maximum(time // ON_THE * ON_THE, stays.entered[stay])


def _amounts(rng: np.random.Generator, kind: str, size: int) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Items, and their volumes: whole millilitres, or halves of small ones."""
    vocabulary = terms(kind)
    item = pick(rng, popularity(len(vocabulary)), size)
    usual = vocabulary.numbers("amount")[item]
    step = np.select([usual >= 100, usual >= 20], [5.0, 1.0], 0.5)
    amount = np.maximum(np.round(usual * np.exp(SPREAD * rng.standard_normal(size)) / step), 1) * step
    return vocabulary.integers("itemid")[item], np.where(chance(rng, WITHOUT, size), np.nan, amount)


def _where(
    rng: np.random.Generator, people: People, visits: Visits, stays: Stays, stay: Indices, time: Seconds
) -> dict[str, Column]:
    return {
        "SUBJECT_ID": people.subject_id[visits.patient[stays.visit[stay]]],
        "HADM_ID": visits.hadm_id[stays.visit[stay]],
        "ICUSTAY_ID": stays.icustay_id[stay],
        "CHARTTIME": datetimes(time),
        "STORETIME": datetimes(time + rng.integers(1, 120, len(stay)) * MINUTE),
        "CGID": rng.integers(*NURSES, len(stay)),
    }
