"""Problems of the category `alignment`."""

from __future__ import annotations

from typing import Any

from medgym_plugin_biocoder.problems.alignment import (
    alignment_score,
    cigar_blocks,
    consensus,
    pairwise_identity,
)
from medgym_plugin_biocoder.problems.contract import Problem

PROBLEMS: tuple[Problem[Any], ...] = (
    alignment_score.PROBLEM,
    cigar_blocks.PROBLEM,
    consensus.PROBLEM,
    pairwise_identity.PROBLEM,
)
