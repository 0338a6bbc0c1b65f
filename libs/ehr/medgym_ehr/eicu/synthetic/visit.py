"""Hospital visits: where and how long, and which identifier places them where in the year of a build."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from medgym_ehr.draws import uniforms
from medgym_ehr.eicu.synthetic.person import HOSPITALS, People
from medgym_ehr.synthetic.sampling import Indices, chance, repeat, skewed

DAY = 24 * 60
"""Minutes of a day."""
LENGTH = (5.6, 0.95)
"""Median days of a visit, and its spread as a standard deviation of the logarithm."""
LONGEST = 60.0
"""Days of the longest visit."""
ELSEWHERE = 0.25
"""Share of visits to another hospital than the usual one."""
CANDIDATES = 2**15
"""Identifiers of a chunk, of which visits take the suitable ones."""
FIRST = 128_919
"""Smallest identifier of a visit."""
LAST_DAY = 364
"""Number of the year's last day, from 0, as a build counts 2105."""


@dataclass(frozen=True)
class Visits:
    """The hospital visits of a chunk, by patient and time; arrays have one entry each, times in minutes."""

    patient: Indices
    """Number of the patient within the chunk."""
    patienthealthsystemstayid: NDArray[np.int64]
    latest: NDArray[np.bool_]
    """Whether it is the patient's last."""
    year: NDArray[np.int64]
    """Year of discharge, 2014 or 2015."""
    hospital: Indices
    clock: NDArray[np.int64]
    """Minute of the day of admission."""
    length: NDArray[np.int64]
    """From admission to discharge."""
    passed: NDArray[np.int64]
    """From admission to NOW where the visit is laid around it, otherwise 0."""


def draw_visits(rng: np.random.Generator, people: People, chunk: int) -> Visits:
    """All visits of ``people``, who are chunk number ``chunk``."""
    patient, ordinal = repeat(people.visits)
    size, early = len(patient), people.early[patient]
    latest = ordinal == people.visits[patient] - 1
    later = ordinal >= early
    of_year = np.where(later, people.visits[patient] - early, early)
    number = np.where(later, ordinal - early, ordinal)
    usual = rng.integers(2014, 2016, len(people.visits))[patient]
    clock = rng.integers(0, DAY, size)
    laid = latest & people.laid[patient]
    ago = skewed(rng, 5.0, 0.6, size).clip(1, 15).astype(np.int64)
    passed = np.where(laid, ago * DAY + DAY - 1 - clock, 0)
    left = ((0.2 + rng.exponential(3.5, size)).clip(0.2, 11) * DAY).astype(np.int64)
    length = (skewed(rng, *LENGTH, size).clip(0.3, LONGEST) * DAY).astype(np.int64)
    elsewhere = chance(rng, ELSEWHERE, size) & (ordinal > 0)
    return Visits(
        patient=patient,
        patienthealthsystemstayid=_identifiers(rng, chunk, laid, LAST_DAY - ago, of_year, number),
        latest=latest,
        year=np.where(early > 0, 2014 + later, usual),
        hospital=np.where(elsewhere, rng.integers(0, HOSPITALS, size), people.home[patient]),
        clock=clock,
        length=np.where(laid, passed + left, length),
        passed=passed,
    )


def _identifiers(
    rng: np.random.Generator,
    chunk: int,
    laid: NDArray[np.bool_],
    day: NDArray[np.int64],
    of_year: NDArray[np.int64],
    number: NDArray[np.int64],
) -> NDArray[np.int64]:
    """Distinct identifiers; those ``laid`` make a build draw the ``day`` for a year's visit ``number``."""
    candidates = FIRST + chunk * CANDIDATES + rng.permutation(CANDIDATES)
    place = np.argsort(uniforms(candidates, "date"))
    wanted = (of_year * (day + 0.5) / LAST_DAY - number)[laid]
    order = np.argsort(wanted)
    nearest = np.searchsorted(uniforms(candidates[place], "date"), wanted[order])
    apart = np.arange(len(order))
    distinct = (np.maximum.accumulate(nearest - apart) + apart).clip(max=CANDIDATES - len(order) + apart)
    taken = np.empty(len(order), np.int64)
    taken[order] = place[distinct]
    chosen = np.zeros(CANDIDATES, bool)
    chosen[taken] = True
    identifiers = np.empty(len(laid), np.int64)
    identifiers[laid] = candidates[taken]
    identifiers[~laid] = candidates[~chosen][: (~laid).sum()]
    return identifiers
