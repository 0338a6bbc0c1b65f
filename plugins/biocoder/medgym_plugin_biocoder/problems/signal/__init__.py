"""Problems of the category `signal`."""

from __future__ import annotations

from typing import Any

from medgym_plugin_biocoder.problems.contract import Problem
from medgym_plugin_biocoder.problems.signal import kaplan_meier, spectral_peaks

PROBLEMS: tuple[Problem[Any], ...] = (kaplan_meier.PROBLEM, spectral_peaks.PROBLEM)
