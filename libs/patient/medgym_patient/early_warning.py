"""The National Early Warning Score, by which nurses tell who is ill.

Royal College of Physicians, National Early Warning Score (NEWS) 2, London 2017.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from medgym_patient.key import Indices
from medgym_patient.observation import VITALS

LEVELS = ("none", "low", "medium", "high")
"""0, 1 to 4, 5 to 6, 7 and more points."""
_BANDS: dict[str, tuple[tuple[float, ...], tuple[int, ...]]] = {
    "respiratory_rate": ((9, 12, 21, 25), (3, 1, 0, 2, 3)),
    "saturation": ((92, 94, 96), (3, 2, 1, 0)),
    "systolic": ((91, 101, 111, 220), (3, 2, 1, 0, 3)),
    "heart_rate": ((41, 51, 91, 111, 131), (3, 1, 0, 1, 2, 3)),
    "temperature": ((35.05, 36.05, 38.05, 39.05), (3, 1, 0, 1, 2)),
    "verbal": ((5,), (3, 0)),
}
"""Vital sign to the values at which the next band begins, and the points of each band."""
OXYGEN = 2
"""Points for oxygen."""


def early_warning(values: NDArray[Any]) -> Indices:
    """Of LEVELS, for vital signs as (rows, VITALS); what was not measured has no points."""
    points = OXYGEN * (values[:, VITALS.index("fio2")] > 0.21).astype(np.int64)
    for name, (bounds, each) in _BANDS.items():
        column = values[:, VITALS.index(name)]
        band = np.array(each)[np.searchsorted(bounds, column, side="right")]
        points = points + np.where(np.isfinite(column), band, 0)
    return np.searchsorted([1, 5, 7], points, side="right")
