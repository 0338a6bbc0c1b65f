"""Problems of the category `intervals`."""

from __future__ import annotations

from typing import Any

from medgym_plugin_biocoder.problems.contract import Problem
from medgym_plugin_biocoder.problems.intervals import (
    genotype_dosage,
    interval_merging,
    target_coverage,
    variant_normalization,
)

PROBLEMS: tuple[Problem[Any], ...] = (
    interval_merging.PROBLEM,
    target_coverage.PROBLEM,
    variant_normalization.PROBLEM,
    genotype_dosage.PROBLEM,
)
