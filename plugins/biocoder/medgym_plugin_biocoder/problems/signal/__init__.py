"""Problems of the category `signal`."""

from __future__ import annotations

from typing import Any

from medgym_plugin_biocoder.problems.contract import Problem
from medgym_plugin_biocoder.problems.signal import (
    dose_response,
    hole_filling,
    kaplan_meier,
    label_growth,
    spectral_peaks,
)

PROBLEMS: tuple[Problem[Any], ...] = (
    label_growth.PROBLEM,
    hole_filling.PROBLEM,
    spectral_peaks.PROBLEM,
    dose_response.PROBLEM,
    kaplan_meier.PROBLEM,
)
