"""CHARTEVENTS: vital signs and other observations at the bedside."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from medgym_ehr.mimic3.synthetic.icustay import Stays
from medgym_ehr.mimic3.synthetic.person import People
from medgym_ehr.mimic3.synthetic.visit import Visits
from medgym_ehr.mimic3.synthetic.vocabulary import terms
from medgym_ehr.synthetic.clock import HOUR, MINUTE, Seconds, datetimes
from medgym_ehr.synthetic.files import Column, Rows
from medgym_ehr.synthetic.quantity import Quantities, written
from medgym_ehr.synthetic.sampling import Indices, chance, pick, popularity, rounds
from medgym_ehr.synthetic.text import Texts, same, without

EVERY = 4 * HOUR
"""Usual time between two rounds at a bedside."""
OF_EACH_VITAL = 5.5
"""Mean number of measurements of a vital sign in a stay of usual length."""
LEAST_OFTEN = 0.19
"""Smallest share of rounds that measure a vital sign, which decides in long stays."""
OTHERS = 0.5
"""Other items per round."""
AGAIN = (0.5, 0.2)
"""Probability that a stay weighs, and measures the height of, a patient twice."""
WITHOUT = 0.01
"""Share of missing numbers, and of missing units."""
PERSONAL = 0.6
"""Correlation, as its root, of an item's values within one stay."""
PULSE = (51, 8368, 52)
"""Arterial pressures (systolic, diastolic, mean): they rise and fall as one, a pulse apart."""
NURSES = (14010, 21570)
"""Numbers of those who chart: from, below."""


def chart_rows(rng: np.random.Generator, people: People, visits: Visits, stays: Stays) -> Rows:
    """CHARTEVENTS of a chunk."""
    stay, time, item = _observations(rng, stays)
    itemid, unit, quantities = _items()
    pulse = np.isin(itemid[item], PULSE)
    driver = np.where(pulse, np.flatnonzero(itemid == PULSE[0])[0], item)
    habit = rng.standard_normal((len(stays.visit), len(itemid)))[stay, driver]
    noise = rng.standard_normal(len(stay))
    noise[pulse] = noise[_first_of_round(stay, time)[pulse]]
    value = quantities.at(item, PERSONAL * habit + np.sqrt(1 - PERSONAL**2) * noise)
    value = np.where(chance(rng, WITHOUT, len(stay)), np.nan, value)
    patient = visits.patient[stays.visit[stay]]
    columns: dict[str, Column] = {
        "SUBJECT_ID": people.subject_id[patient],
        "HADM_ID": visits.hadm_id[stays.visit[stay]],
        "ICUSTAY_ID": stays.icustay_id[stay],
        "ITEMID": itemid[item],
        "CHARTTIME": datetimes(time),
        "STORETIME": datetimes(time + rng.integers(1, 90, len(time)) * MINUTE),
        "CGID": rng.integers(*NURSES, len(time)),
        "VALUE": written(value),
        "VALUENUM": value,
        "VALUEUOM": without(chance(rng, WITHOUT, len(time)), unit[item]),
        "STOPPED": same("NotStopd", len(time)),
    }
    return Rows(patient, columns)


def _first_of_round(stay: Indices, time: Seconds) -> Indices:
    """The first observation of the round that each observation, in the order of rounds, belongs to."""
    begins = np.concatenate([[True], (np.diff(stay) != 0) | (np.diff(time) != 0)])
    first: Indices = np.maximum.accumulate(np.where(begins, np.arange(len(stay)), 0))
    return first


@cache
def _items() -> tuple[NDArray[np.int64], Texts, Quantities]:
    """Number, unit and law of the vital signs, then of the other items."""
    vital, other = terms("vital"), terms("charted")
    both = (Quantities.of(vital), Quantities.of(other))
    joined = [np.concatenate([getattr(laws, name) for laws in both]) for name in Quantities.__annotations__]
    return (
        np.concatenate([vital.integers("itemid"), other.integers("itemid")]),
        np.concatenate([vital.texts("unit"), other.texts("unit")]),
        Quantities(*joined),
    )


def _observations(rng: np.random.Generator, stays: Stays) -> tuple[Indices, Seconds, Indices]:
    """ICU stay, time and item of every observation, by stay and time."""
    counts = np.maximum(2, np.round((stays.left - stays.entered) / EVERY)).astype(np.int64)
    stay, time = rounds(rng, stays.entered, stays.left, counts)
    routine = len(terms("vital")) - len(AGAIN)
    share = (OF_EACH_VITAL / counts).clip(LEAST_OFTEN, 1)[stay]
    measured, vital = np.nonzero(rng.random((len(stay), routine)) < share[:, None])
    charted = np.flatnonzero(chance(rng, OTHERS, len(stay)))
    other = len(terms("vital")) + pick(rng, popularity(len(terms("charted"))), len(charted))
    parts = [(measured, vital), (charted, other), *_bodies(rng, counts, routine)]
    number, item = (np.concatenate(column) for column in zip(*parts, strict=True))
    order = np.lexsort((item, number))
    return stay[number[order]], time[number[order]], item[order]


def _bodies(rng: np.random.Generator, counts: Indices, routine: int) -> list[tuple[Indices, Indices]]:
    """Rounds that weigh a patient or measure the height: the first of a stay, and in some another."""
    starts = np.cumsum(counts) - counts
    parts = []
    for number, share in enumerate(AGAIN):
        later = starts + 1 + (rng.random(len(counts)) * (counts - 1)).astype(np.int64)
        measured = np.concatenate([starts, later[chance(rng, share, len(counts))]])
        parts.append((measured, np.full(len(measured), routine + number)))
    return parts
