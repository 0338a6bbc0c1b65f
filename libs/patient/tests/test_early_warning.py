"""The early warning score by hand."""

from __future__ import annotations

import numpy as np
import pytest

from medgym_patient import VITALS
from medgym_patient.early_warning import LEVELS, early_warning

WELL = {
    "respiratory_rate": 16,
    "saturation": 98,
    "systolic": 125,
    "heart_rate": 72,
    "temperature": 36.8,
    "verbal": 5,
    "fio2": 0.21,
}


@pytest.mark.parametrize(
    ("changed", "level"),
    [
        ({}, "none"),
        ({"heart_rate": 95}, "low"),
        ({"respiratory_rate": 25, "heart_rate": 111}, "medium"),
        ({"respiratory_rate": 25, "systolic": 90, "fio2": 0.4}, "high"),
        ({"respiratory_rate": np.nan, "saturation": np.nan}, "none"),
    ],
)
def test_points_make_levels(changed: dict[str, float], level: str) -> None:
    values = np.full((1, len(VITALS)), np.nan)
    for name, value in (WELL | changed).items():
        values[0, VITALS.index(name)] = value
    assert LEVELS[early_warning(values)[0]] == level
