"""LABEVENTS: blood and other fluids, drawn through every admission and sometimes outside of one."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from medgym_ehr.mimic3.synthetic.life import Lives
from medgym_ehr.mimic3.synthetic.person import People
from medgym_ehr.mimic3.synthetic.visit import Visits
from medgym_ehr.mimic3.synthetic.vocabulary import terms
from medgym_ehr.synthetic.clock import DAY, NEVER, Seconds, datetimes, seconds
from medgym_ehr.synthetic.files import Column, Rows, optional
from medgym_ehr.synthetic.quantity import Quantities, written
from medgym_ehr.synthetic.sampling import (
    Indices,
    chance,
    first_of_each,
    pick,
    popularity,
    repeat,
    rounds,
    skewed,
)
from medgym_ehr.synthetic.text import Texts, either, same, untidy, without

DRAWS_A_DAY = 1.3
ITEMS_A_DRAW = 5.6
OUTPATIENT_DRAWS = 1.2
"""Mean draws of a patient outside of any admission."""
WITHOUT_NUMBER = 0.012
"""Share of measured items whose sample gave no number."""
WITHOUT_UNIT = 0.02
CHANGED = 0.02
"""Share of values within the normal limits that are flagged for their change."""
PERSONAL = 0.7
"""Correlation, as its root, of an item's values within one admission."""


@dataclass(frozen=True)
class LabItems:
    """All items: those with numbers first, then those whose result is a word."""

    itemid: NDArray[np.int64]
    unit: Texts
    quantities: Quantities
    low: NDArray[np.float64]
    high: NDArray[np.float64]


@cache
def lab_items() -> LabItems:
    """The items of ``lab.csv`` and ``finding.csv``."""
    lab, finding = terms("lab"), terms("finding")
    itemid = np.concatenate([lab.integers("itemid"), finding.integers("itemid")])
    unit = np.concatenate([lab.texts("unit"), same(None, len(finding))])
    quantities = Quantities.of(lab, skewed=lab.texts("law") == "lognormal")
    return LabItems(itemid, unit, quantities, lab.numbers("low"), lab.numbers("high"))


def lab_rows(rng: np.random.Generator, people: People, lives: Lives, visits: Visits) -> Rows:
    """LABEVENTS of a chunk."""
    visit, time, inside = _draws(rng, lives, visits)
    items = lab_items()
    draw, _ = repeat(1 + rng.poisson(ITEMS_A_DRAW - 1, len(visit)))
    item = pick(rng, popularity(len(items.itemid)), len(draw))
    kept = first_of_each(draw, item)
    draw, item = draw[kept], item[kept]
    row_visit = visit[draw]
    patient = visits.patient[row_visit]
    columns = {
        "SUBJECT_ID": people.subject_id[patient],
        "HADM_ID": optional(visits.hadm_id[row_visit], inside[draw]),
        "ITEMID": items.itemid[item],
        "CHARTTIME": datetimes(time[draw]),
        **_results(rng, row_visit, item, len(visits.patient)),
    }
    return Rows(patient, columns)


def _draws(
    rng: np.random.Generator, lives: Lives, visits: Visits
) -> tuple[Indices, Seconds, NDArray[np.bool_]]:
    """Visit, time, and whether it was during that visit, by patient and time."""
    length = visits.discharged - visits.admitted
    counts = np.maximum(1, np.round(length * (DRAWS_A_DAY / DAY))).astype(np.int64)
    visit, time = rounds(rng, visits.admitted, visits.discharged, counts)
    outside, outside_time = _outpatient_draws(rng, lives, visits)
    inside = np.repeat([True, False], [len(visit), len(outside)])
    visit, time = np.concatenate([visit, outside]), np.concatenate([time, outside_time])
    order = np.lexsort((time, visits.patient[visit]))
    return visit[order], time[order], inside[order]


def _outpatient_draws(rng: np.random.Generator, lives: Lives, visits: Visits) -> tuple[Indices, Seconds]:
    """Before a patient's first admission, or after the last of those who do not die."""
    patient, _ = repeat(rng.poisson(OUTPATIENT_DRAWS, len(lives.born)))
    first = np.searchsorted(visits.patient, patient)
    last = np.searchsorted(visits.patient, patient, side="right") - 1
    days = seconds(skewed(rng, 40, 1.0, len(patient)).clip(2, 700))
    after = chance(rng, 0.5, len(patient)) & (lives.died[patient] == NEVER)
    before = np.maximum(visits.admitted[first] - days, lives.born[patient])
    return np.where(after, last, first), np.where(after, visits.discharged[last] + days, before)


def _results(rng: np.random.Generator, visit: Indices, item: Indices, visits: int) -> dict[str, Column]:
    items, finding = lab_items(), terms("finding")
    numeric = item < len(items.low)
    measured = np.where(numeric, item, 0)
    habit = rng.standard_normal((visits, len(items.low)))[visit, measured]
    noise = rng.standard_normal(len(item))
    value = items.quantities.at(measured, PERSONAL * habit + np.sqrt(1 - PERSONAL**2) * noise)
    failed = chance(rng, WITHOUT_NUMBER, len(item))
    value = np.where(numeric & ~failed, value, np.nan)
    words = finding.choices("values").pick(rng, np.where(numeric, 0, item - len(items.low)))
    words = either(numeric, "NOT DONE", words)
    odd = (value < items.low[measured]) | (value > items.high[measured])
    unit = untidy(rng, items.unit, item)
    return {
        "VALUE": written(value, words),
        "VALUENUM": value,
        "VALUEUOM": without(chance(rng, WITHOUT_UNIT, len(item)), unit),
        "FLAG": without(~odd & ~chance(rng, CHANGED, len(item)), either(odd, "abnormal", "delta")),
    }
