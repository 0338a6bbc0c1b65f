"""Who the people are: traits, age, how often they come to which hospital."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from medgym_ehr.eicu.synthetic.vocabulary import traits
from medgym_ehr.synthetic.sampling import Indices, chance, pick, pick_value
from medgym_ehr.synthetic.text import Texts, either

VISITS = np.array([0.0, 0.68, 0.20, 0.08, 0.04])
"""Probability of 0 to 4 hospital visits."""
LAID = 0.42
"""Share of people whose last visit may hold NOW, depending on the year that a build shows them in."""
ELDER, AGELESS, CHILD = 0.035, 0.004, 0.008
"""Shares of those above 89, of those of unknown age, and of children of up to 10 years."""
AGE_BANDS = ((15, 20, 0.04), (20, 30, 0.09), (30, 40, 0.10), (40, 50, 0.13), (50, 60, 0.19), (60, 90, 0.45))
"""Ages of the others: from, below, share."""
HOSPITALS = 32
"""Number of hospitals; each has two to four wards."""
REGIONS = 36
"""Beginnings of the patients' identifiers."""


@dataclass(frozen=True)
class People:
    """The people of a chunk, in the order of their numbers; all arrays have one entry each."""

    uniquepid: Texts
    """As in ``031-3355``."""
    gender: Texts
    ethnicity: Texts
    age: NDArray[np.int64]
    """Whole years at the first visit."""
    spoken: Texts
    """What is written for it: a number, ``> 89``, or nothing; a number grows by a year in the second year."""
    height: NDArray[np.float64]
    """Centimetres."""
    weight: NDArray[np.float64]
    """Kilograms."""
    visits: NDArray[np.int64]
    """Number of hospital visits, 1 to 4."""
    early: NDArray[np.int64]
    """How many of these are in the first of two years; 0 where all are in one."""
    laid: NDArray[np.bool_]
    """Whether the last visit is laid around NOW."""
    home: Indices
    """Number of the hospital that they usually go to."""


def draw_people(rng: np.random.Generator, number: NDArray[np.int64]) -> People:
    """People for these numbers, which end their identifiers."""
    size = len(number)
    visits = pick(rng, VISITS, size)
    male = pick_value(rng, traits("person")["gender"], size)
    tall = np.where(male == "Female", 162.0, 175.5) + 8.5 * rng.standard_normal(size)
    age, spoken = _ages(rng, size)
    region = rng.integers(1, REGIONS, size)
    return People(
        uniquepid=np.array([f"{r:03d}-{n}" for r, n in zip(region, number, strict=True)], object),
        gender=male,
        ethnicity=pick_value(rng, traits("person")["ethnicity"], size),
        age=age,
        spoken=spoken,
        height=tall.round(1),
        weight=((tall / 100) ** 2 * (28.5 + 6.5 * rng.standard_normal(size)).clip(15, 60)).round(1),
        visits=visits,
        early=np.where(chance(rng, 0.5, size), rng.integers(1, np.maximum(visits, 2)), 0) * (visits > 1),
        laid=chance(rng, LAID, size) & (spoken != "> 89"),
        home=rng.integers(0, HOSPITALS, size),
    )


def _ages(rng: np.random.Generator, size: int) -> tuple[NDArray[np.int64], Texts]:
    low, high, share = (np.array(column, dtype=np.float64) for column in zip(*AGE_BANDS, strict=True))
    band = pick(rng, share, size)
    age = (low[band] + rng.random(size) * (high - low)[band]).astype(np.int64)
    drawn = rng.random(size)
    child, elder = drawn < CHILD, drawn > 1 - ELDER
    age = np.where(child, rng.integers(0, 11, size), age)
    spoken = either(elder, "> 89", age.astype(str).astype(object))
    spoken[(drawn >= CHILD) & (drawn < CHILD + AGELESS)] = None
    return age, spoken
