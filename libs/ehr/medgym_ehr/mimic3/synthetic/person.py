"""Who the people are: kind, traits, how often they come, and in which year first."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from medgym_ehr.synthetic.sampling import chance, pick

ADULT, NEWBORN, ELDER = range(3)
KINDS = np.array([0.90, 0.06, 0.04])
"""Shares of adults of 18 to 89, of newborns, and of people above 89."""
VISITS = np.array([[0.0, 0.70, 0.19, 0.065, 0.03, 0.015], [0, 1, 0, 0, 0, 0], [0, 0.8, 0.2, 0, 0, 0]])
"""Probability of 0 to 5 admissions, by kind."""
LAGS = np.array([0.25, 0.30, 0.25, 0.15, 0.05])
"""Probability of 0 to 4 years between the first and the last admission of those who are laid around NOW."""
LAID = 0.41
"""Share of adults whose last stay may hold NOW, depending on the year that a build shows them in."""
AGE_BANDS = ((18, 20, 0.05), (20, 30, 0.10), (30, 40, 0.10), (40, 50, 0.14), (50, 60, 0.18), (60, 89, 0.43))
"""Ages of adults at their first admission: from, below, share."""


@dataclass(frozen=True)
class People:
    """The people of a chunk, in the order of their numbers; all arrays have one entry each."""

    subject_id: NDArray[np.int64]
    kind: NDArray[np.int64]
    """ADULT, NEWBORN or ELDER."""
    visits: NDArray[np.int64]
    """Number of admissions, 1 to 5."""
    year: NDArray[np.int64]
    """Year of the first admission."""
    laid: NDArray[np.bool_]
    """Whether the last stay is laid around what NOW is before the shift."""
    lag: NDArray[np.int64]
    """Years from the first to the last admission, where laid."""
    age: NDArray[np.float64]
    """Age at the first admission in years, before any visit is known."""


def draw_people(rng: np.random.Generator, subject_id: NDArray[np.int64]) -> People:
    """People for these identifiers."""
    size = len(subject_id)
    kind = pick(rng, KINDS, size)
    visits = (np.cumsum(VISITS, axis=1)[kind] <= rng.random((size, 1))).sum(axis=1).clip(1, 5)
    lag = np.where(visits > 1, pick(rng, LAGS, size), 0)
    return People(
        subject_id=subject_id,
        kind=kind,
        visits=visits,
        year=rng.integers(2100, 2191, size),
        laid=(kind == ADULT) & chance(rng, LAID, size),
        lag=lag,
        age=_ages(rng, kind),
    )


def _ages(rng: np.random.Generator, kind: NDArray[np.int64]) -> NDArray[np.float64]:
    low, high, share = (np.array(column, dtype=np.float64) for column in zip(*AGE_BANDS, strict=True))
    band = pick(rng, share, len(kind))
    adult = low[band] + rng.random(len(kind)) * (high - low)[band]
    elder = 300 + 5 * rng.random(len(kind))
    return np.select([kind == NEWBORN, kind == ELDER], [0.0 * adult, elder], adult)
