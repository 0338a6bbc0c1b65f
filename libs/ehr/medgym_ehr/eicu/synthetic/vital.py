"""vitalPeriodic: what monitors show, most of it missing."""

from __future__ import annotations

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]
from numpy.typing import NDArray

from medgym_ehr.eicu.synthetic.stay import Stays
from medgym_ehr.synthetic.files import Column, Rows
from medgym_ehr.synthetic.sampling import Indices, chance

PACE = (24.0, 4, 48.0, 8.0)
"""Usual rows a day, fewest, and what long stays are held to (``Stays.paced``)."""
SIGNS = {
    "sao2": (96.5, 2.6, 60, 100, 0.08, 1.0),
    "heartrate": (86.0, 17.0, 25, 210, 0.03, 1.0),
    "respiration": (19.5, 5.5, 3, 60, 0.09, 1.0),
    "cvp": (11.0, 5.0, -5, 40, 0.1, 0.12),
    "systemicsystolic": (121.0, 21.0, 45, 240, 0.05, 0.3),
    "systemicdiastolic": (60.0, 12.0, 20, 130, 0.05, 0.3),
    "systemicmean": (79.0, 14.0, 30, 170, 0.05, 0.3),
    "pasystolic": (38.0, 10.0, 10, 90, 0.1, 0.04),
    "padiastolic": (20.0, 6.0, 3, 50, 0.1, 0.04),
    "pamean": (27.0, 7.0, 5, 60, 0.1, 0.04),
}
"""Mean, deviation, least, most, share of missing values, and share of stays that monitor it at all."""
TOGETHER = {
    "systemicdiastolic": "systemicsystolic",
    "systemicmean": "systemicsystolic",
    "padiastolic": "pasystolic",
    "pamean": "pasystolic",
}
"""Signs that are monitored where another is, and rise and fall with it: pressures of one pulse."""
WARM = (37.0, 0.7, 0.75, 0.4)
"""The same of temperature: mean, deviation, share of missing values, and of stays."""
PERSONAL = 0.6
"""Correlation, as its root, of a sign's values within one stay."""


def vital_rows(rng: np.random.Generator, stays: Stays) -> Rows:
    """VitalPeriodic of a chunk."""
    stay, time = stays.moments(rng, stays.paced(*PACE))
    size = len(stay)
    mean, deviation, missing, monitored = WARM
    warm = np.round(mean + deviation * rng.standard_normal(size), 1)
    kept = ~chance(rng, missing, size) & chance(rng, monitored, len(stays.visit))[stay]
    columns: dict[str, Column] = {
        "patientunitstayid": stays.patientunitstayid[stay],
        "observationoffset": time,
        "temperature": np.where(kept, warm.clip(30, 42), np.nan),
        **_signs(rng, stay, len(stays.visit)),
    }
    return Rows(stays.patient[stay], columns)


def _signs(rng: np.random.Generator, stay: Indices, stays: int) -> dict[str, Column]:
    size = len(stay)
    watched: dict[str, NDArray[np.bool_]] = {}
    moved: dict[str, NDArray[np.float64]] = {}
    columns: dict[str, Column] = {}
    for name, (mean, deviation, least, most, missing, monitored) in SIGNS.items():
        watched[name] = watched[TOGETHER[name]] if name in TOGETHER else chance(rng, monitored, stays)
        habit, noise = rng.standard_normal(stays)[stay], rng.standard_normal(size)
        own = PERSONAL * habit + np.sqrt(1 - PERSONAL**2) * noise
        moved[name] = moved[TOGETHER[name]] if name in TOGETHER else own
        value = mean + deviation * moved[name]
        gone = ~watched[name][stay] | chance(rng, missing, size)
        columns[name] = pa.array(np.round(value).clip(least, most).astype(np.int64), mask=gone)
    return columns
