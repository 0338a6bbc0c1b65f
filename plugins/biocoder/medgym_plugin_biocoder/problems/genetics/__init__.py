"""Problems of the category `genetics`."""

from __future__ import annotations

from typing import Any

from medgym_plugin_biocoder.problems.contract import Problem
from medgym_plugin_biocoder.problems.genetics import allele_association, hardy_weinberg, linkage_pruning

PROBLEMS: tuple[Problem[Any], ...] = (
    hardy_weinberg.PROBLEM,
    linkage_pruning.PROBLEM,
    allele_association.PROBLEM,
)
