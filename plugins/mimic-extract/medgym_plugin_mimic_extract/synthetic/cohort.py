"""Invented stays: who, where, how ill, how long, with what outcome."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr, ndtri  # type: ignore[import-untyped]

UNITS = {
    "MICU": (0.354, 0.25),
    "CSRU": (0.205, -0.6),
    "SICU": (0.16, 0.0),
    "CCU": (0.151, 0.1),
    "TSICU": (0.13, -0.1),
}
"""Care unit to its share of stays and how much more ill its patients are."""
ETHNICITIES = {
    "WHITE": 0.715,
    "UNKNOWN/NOT SPECIFIED": 0.09,
    "BLACK/AFRICAN AMERICAN": 0.077,
    "OTHER": 0.06,
    "HISPANIC OR LATINO": 0.033,
    "ASIAN": 0.025,
}
"""Ethnicity to its share of stays."""
AGES = ((15, 31, 0.053), (31, 51, 0.159), (51, 71, 0.375), (71, 96, 0.413))
"""First age, age after the last, share of stays. Ages above 89 are recorded 211 years higher, as in MIMIC."""
ADMISSION_TYPES = {"EMERGENCY": 0.82, "ELECTIVE": 0.15, "URGENT": 0.03}
MEN = 0.565
SHORTEST, LONGEST, MEDIAN, SPREAD = 12, 240, 43, 0.93
"""Hours of a stay: a log-normal, cut off at both ends, by its median and the deviation of the logarithm."""
DIED_IN_HOSPITAL, DIED_IN_ICU = 0.0958, 0.0656
"""Shares of stays."""


@dataclass(frozen=True)
class Cohort:
    """Stays in the order of their patients' numbers; every field has one entry per stay."""

    subject: NDArray[np.int64]
    hadm: NDArray[np.int64]
    icustay: NDArray[np.int64]
    male: NDArray[np.bool_]
    age: NDArray[np.float64]
    """Years, as recorded."""
    ethnicity: NDArray[np.str_]
    unit: NDArray[np.str_]
    admission_type: NDArray[np.str_]
    severity: NDArray[np.float64]
    """How ill; mean about 0, deviation about 1, as the next two."""
    lung: NDArray[np.float64]
    """Respiratory failure."""
    circulation: NDArray[np.float64]
    """Circulatory failure."""
    intime: NDArray[np.int64]
    """Admission to intensive care, seconds since 1970."""
    seconds: NDArray[np.int64]
    """Time in intensive care."""
    died_in_icu: NDArray[np.bool_]
    died_in_hospital: NDArray[np.bool_]

    @property
    def max_hours(self) -> NDArray[np.int64]:
        """The last whole hour; a stay has a row for each hour from 0 to it."""
        return self.seconds // 3600

    def part(self, start: int, stop: int) -> Cohort:
        """Some of the stays."""
        fields = (field.name for field in dataclasses.fields(self))
        return Cohort(**{name: getattr(self, name)[start:stop] for name in fields})


def draw_cohort(rng: np.random.Generator, stays: int) -> Cohort:
    """Draw stays, each of a patient of its own."""
    age = _ages(rng, stays)
    unit = rng.choice(list(UNITS), stays, p=_shares(share for share, _ in UNITS.values()))
    of_unit = np.array([UNITS[name][1] for name in unit])
    severity = 0.35 * (age - 63) / 17 + of_unit + 0.88 * rng.standard_normal(stays)
    lung = 0.5 * severity + 0.4 * (unit == "CSRU") + 0.85 * rng.standard_normal(stays)
    circulation = 0.5 * severity + 0.3 * (unit == "CSRU") + 0.85 * rng.standard_normal(stays)
    outlook = 0.9 * severity + 0.15 * (lung + circulation) + 0.6 * rng.standard_normal(stays)
    worst = np.argsort(np.argsort(-outlook)) / stays
    need = 0.2 * severity + 0.45 * lung + 0.45 * circulation + 0.38 * rng.standard_normal(stays)
    need -= 0.6 * (worst < DIED_IN_HOSPITAL)
    return Cohort(
        subject=np.sort(rng.permutation(99_999)[:stays] + 1),
        hadm=rng.permutation(100_000)[:stays] + 100_000,
        icustay=rng.permutation(100_000)[:stays] + 200_000,
        male=rng.random(stays) < MEN,
        age=np.where(age > 89, age + 211, age),
        ethnicity=rng.choice(list(ETHNICITIES), stays, p=_shares(ETHNICITIES.values())),
        unit=unit,
        admission_type=rng.choice(list(ADMISSION_TYPES), stays, p=_shares(ADMISSION_TYPES.values())),
        severity=severity,
        lung=lung,
        circulation=circulation,
        intime=_times(rng, stays),
        seconds=_seconds(need / need.std()),
        died_in_icu=worst < DIED_IN_ICU,
        died_in_hospital=worst < DIED_IN_HOSPITAL,
    )


def _shares(shares: Any) -> NDArray[np.float64]:
    given = np.array(list(shares), np.float64)
    normed: NDArray[np.float64] = given / given.sum()
    return normed


def _ages(rng: np.random.Generator, stays: int) -> NDArray[np.float64]:
    group = rng.choice(len(AGES), stays, p=_shares(share for *_, share in AGES))
    first, after = (np.array([limits[place] for limits in AGES])[group] for place in (0, 1))
    years: NDArray[np.float64] = first + rng.random(stays) * (after - first)
    return years


def _seconds(need: NDArray[np.float64]) -> NDArray[np.int64]:
    """Lengths of stay that rise with ``need``, which is about standard normal."""
    low, high = (ndtr(np.log(limit / MEDIAN) / SPREAD) for limit in (SHORTEST, LONGEST))
    hours = MEDIAN * np.exp(SPREAD * ndtri(low + (high - low) * ndtr(need)))
    seconds: NDArray[np.int64] = np.clip(3600 * hours, 3600 * SHORTEST, 3600 * LONGEST).astype(np.int64)
    return seconds


def _times(rng: np.random.Generator, stays: int) -> NDArray[np.int64]:
    """Moments of the years 2100 to 2199, where MIMIC's dates lie."""
    first = np.datetime64("2100-01-01", "s").astype(np.int64)
    return first + rng.integers(0, 36_524 * 86_400, stays)
