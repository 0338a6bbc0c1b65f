"""Problems of the category `expression`."""

from __future__ import annotations

from typing import Any

from medgym_plugin_biocoder.problems.contract import Problem
from medgym_plugin_biocoder.problems.expression import (
    biweight_location,
    copy_number,
    multiple_testing,
    size_factors,
    transcript_abundance,
)

PROBLEMS: tuple[Problem[Any], ...] = (
    multiple_testing.PROBLEM,
    size_factors.PROBLEM,
    transcript_abundance.PROBLEM,
    biweight_location.PROBLEM,
    copy_number.PROBLEM,
)
