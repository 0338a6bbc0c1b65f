"""Every problem, by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from medgym_plugin_biocoder.problems import (
    alignment,
    expression,
    genetics,
    intervals,
    phylogeny,
    protein,
    sequence,
    signal,
)
from medgym_plugin_biocoder.problems.contract import Problem

_CATEGORIES = (sequence, alignment, intervals, genetics, expression, protein, phylogeny, signal)
PROBLEMS: Mapping[str, Problem[Any]] = {
    problem.name: problem for category in _CATEGORIES for problem in category.PROBLEMS
}
"""Name to problem, in the order of categories."""
