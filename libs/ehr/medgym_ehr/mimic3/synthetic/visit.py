"""When people are in hospital."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from medgym_ehr.mimic3.synthetic.person import People
from medgym_ehr.synthetic.clock import (
    DAY,
    NEVER,
    NOW_YEAR,
    Seconds,
    now_before_shift,
    seconds,
    whole_minutes,
    year_start,
)
from medgym_ehr.synthetic.sampling import Indices, skewed

LENGTH = (5.7, 1.0)
"""Median days of a stay, and its spread as a standard deviation of the logarithm."""
LONGEST = 60.0
"""Days of the longest stay."""
APART = 20.0
"""Fewest days from a discharge to the next admission."""


@dataclass(frozen=True)
class Visits:
    """The admissions of a chunk, by patient and time; all arrays have one entry each."""

    patient: Indices
    """Number of the patient within the chunk."""
    hadm_id: NDArray[np.int64]
    latest: NDArray[np.bool_]
    """Whether it is the patient's last."""
    admitted: Seconds
    discharged: Seconds
    around: Seconds
    """The moment that the stay was laid around; never for most."""


def draw_visits(
    rng: np.random.Generator, people: People, patient: Indices, ordinal: Indices, hadm_id: NDArray[np.int64]
) -> Visits:
    """Admissions number ``ordinal`` of ``patient``; no two of a patient overlap."""
    latest = ordinal == people.visits[patient] - 1
    around, before, after = _laid(rng, people)
    length = seconds(skewed(rng, *LENGTH, len(patient)).clip(0.4, LONGEST))
    length = np.where(latest & people.laid[patient], (before + after)[patient], length)
    least = np.where(latest, 0, length + seconds(np.full(len(patient), APART)))
    pause = np.where(latest, 0, seconds(skewed(rng, 170, 1.0, len(patient)).clip(5, 1500)))
    first, stretch = _first(rng, people, around - before, _sums(patient, least), _sums(patient, pause))
    stride = least + (pause * stretch[patient]).astype(np.int64)
    passed = np.cumsum(stride) - stride
    passed -= passed[np.searchsorted(patient, patient)]
    admitted = whole_minutes(first[patient] + passed)
    moment = np.where(latest & people.laid[patient], around[patient], NEVER)
    return Visits(patient, hadm_id, latest, admitted, whole_minutes(admitted + length), moment)


def _laid(rng: np.random.Generator, people: People) -> tuple[Seconds, Seconds, Seconds]:
    """The moment to hold, the time in hospital before it, and after it, for each patient."""
    size = len(people.year)
    before = seconds(skewed(rng, 5.5, 0.6, size).clip(2.6, 16))
    after = seconds((0.2 + rng.exponential(3.5, size)).clip(0.2, 11))
    return now_before_shift(people.year, NOW_YEAR - people.lag), before, after


def _first(
    rng: np.random.Generator, people: People, last: Seconds, least: Seconds, pauses: Seconds
) -> tuple[Seconds, NDArray[np.float64]]:
    """First admission of each patient, and by how much the pauses must stretch to end at ``last``."""
    start = year_start(people.year)
    room = np.where(people.laid, (last - start - least).clip(DAY, 364 * DAY), 364 * DAY)
    first = start + (rng.random(len(start)) * room).astype(np.int64)
    first = np.where(people.laid & (people.visits == 1), last, first)
    stretch = np.where(people.laid, (last - first - least) / np.maximum(pauses, 1), 1.0)
    return first, stretch


def _sums(patient: Indices, values: Seconds) -> Seconds:
    return np.bincount(patient, weights=values).astype(np.int64)
