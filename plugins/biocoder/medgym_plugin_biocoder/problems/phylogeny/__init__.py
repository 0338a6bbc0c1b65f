"""Problems of the category `phylogeny`."""

from __future__ import annotations

from typing import Any

from medgym_plugin_biocoder.problems.contract import Problem
from medgym_plugin_biocoder.problems.phylogeny import (
    clustering,
    neighbor_joining,
    newick_depths,
    tree_distance,
    unitigs,
)

PROBLEMS: tuple[Problem[Any], ...] = (
    newick_depths.PROBLEM,
    tree_distance.PROBLEM,
    clustering.PROBLEM,
    neighbor_joining.PROBLEM,
    unitigs.PROBLEM,
)
