"""PRESCRIPTIONS: many orders on the first day, some on every other."""

from __future__ import annotations

from functools import cache

import numpy as np

from medgym_ehr.mimic3.synthetic.icustay import Stays
from medgym_ehr.mimic3.synthetic.person import People
from medgym_ehr.mimic3.synthetic.visit import Visits
from medgym_ehr.mimic3.synthetic.vocabulary import terms
from medgym_ehr.synthetic.clock import DAY, NEVER, Seconds, datetimes, midnight
from medgym_ehr.synthetic.files import Column, Rows, optional
from medgym_ehr.synthetic.sampling import (
    Indices,
    chance,
    first_of_each,
    pick,
    popularity,
    repeat,
    rounds,
)
from medgym_ehr.synthetic.text import Texts, either, untidy, without

ON_ADMISSION = 7.0
"""Mean number of orders on the first day."""
A_DAY = 1.45
"""Mean number of orders on every day."""
RANGES = np.array(["1-2", "0.5-1", "5-10", "2-4", "25-50", "325-650"], dtype=object)
"""Doses that are not numbers."""
RANGED, WITHOUT, OTHER_UNIT, OPEN_END = 0.012, 0.006, 0.04, 0.03
"""Shares of doses that are ranges, of missing doses, units and routes, of less usual units, of open ends."""


def prescription_rows(rng: np.random.Generator, people: People, visits: Visits, stays: Stays) -> Rows:
    """PRESCRIPTIONS of a chunk; a drug is ordered at most once a day."""
    visit, time = _orders(rng, visits)
    drug = pick(rng, popularity(len(terms("drug"))), len(visit))
    start = midnight(time)
    kept = first_of_each(visit, start, drug)
    visit, time, start, drug = visit[kept], time[kept], start[kept], drug[kept]
    days = rng.geometric(0.3, len(visit)) - 1
    end = np.minimum(start + days * DAY, midnight(visits.discharged[visit]))
    patient = visits.patient[visit]
    columns = {
        "SUBJECT_ID": people.subject_id[patient],
        "HADM_ID": visits.hadm_id[visit],
        "ICUSTAY_ID": _stay_ids(stays, visit, time),
        "STARTDATE": datetimes(start),
        "ENDDATE": datetimes(np.where(chance(rng, OPEN_END, len(visit)), NEVER, end)),
        **_drugs(rng, drug),
        **_doses(rng, drug),
    }
    return Rows(patient, columns)


def _orders(rng: np.random.Generator, visits: Visits) -> tuple[Indices, Seconds]:
    """Visit and time of every order, by visit and time."""
    length = visits.discharged - visits.admitted
    counts = np.maximum(1, np.round(length * (A_DAY / DAY))).astype(np.int64)
    visit, time = rounds(rng, visits.admitted, visits.discharged, counts)
    early, _ = repeat(rng.poisson(ON_ADMISSION, len(length)))
    visit, time = np.concatenate([visit, early]), np.concatenate([time, visits.admitted[early]])
    order = np.lexsort((time, visit))
    return visit[order], time[order]


def _stay_ids(stays: Stays, visit: Indices, time: Seconds) -> Column:
    """The ICU stay during which each order was given, or null."""
    stay = np.searchsorted(stays.visit, visit, side="right") - 1
    first = np.searchsorted(stays.visit, visit)
    stay = np.where(time < stays.entered[stay], first.clip(max=len(stays.visit) - 1), stay)
    inside = (stays.visit[stay] == visit) & (stays.entered[stay] <= time) & (time <= stays.left[stay])
    return optional(stays.icustay_id[stay], inside)


def _drugs(rng: np.random.Generator, drug: Indices) -> dict[str, Column]:
    drugs = terms("drug")
    name = untidy(rng, drugs.texts("name"), drug)
    unknown = chance(rng, 0.4, len(drug))
    return {
        "DRUG_TYPE": drugs.texts("type")[drug],
        "DRUG": name,
        "DRUG_NAME_POE": without(unknown, name),
        "DRUG_NAME_GENERIC": without(unknown, drugs.texts("name")[drug]),
        "FORMULARY_DRUG_CD": drugs.texts("formulary")[drug],
        "GSN": _code_numbers("{:06d}", 7919, 1_000_000)[drug],
        "NDC": _code_numbers("{:011d}", 611_953, 100_000_000_000)[drug],
    }


def _doses(rng: np.random.Generator, drug: Indices) -> dict[str, Column]:
    drugs, size = terms("drug"), len(drug)
    dose = drugs.choices("doses").pick(rng, drug)
    dose = either(chance(rng, RANGED, size), RANGES[rng.integers(0, len(RANGES), size)], dose)
    unit, form = drugs.texts("unit")[drug], drugs.texts("other_unit")[drug]
    written = either(chance(rng, OTHER_UNIT, size), form, unit)
    routes = drugs.choices("routes").pick(rng, drug)
    missing = rng.random((3, size)) < WITHOUT
    return {
        "PROD_STRENGTH": dose + unit,
        "DOSE_VAL_RX": without(missing[0], dose),
        "DOSE_UNIT_RX": without(missing[1], written),
        "FORM_VAL_DISP": rng.integers(1, 4, size).astype(str).astype(object),
        "FORM_UNIT_DISP": form,
        "ROUTE": without(missing[2], routes),
    }


@cache
def _code_numbers(form: str, step: int, size: int) -> Texts:
    """A made-up catalogue number for each drug."""
    return np.array([form.format(step * (number + 1) % size) for number in range(len(terms("drug")))], object)
