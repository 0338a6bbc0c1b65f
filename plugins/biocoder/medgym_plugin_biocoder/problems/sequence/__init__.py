"""Problems of the category `sequence`."""

from __future__ import annotations

from typing import Any

from medgym_plugin_biocoder.problems.contract import Problem
from medgym_plugin_biocoder.problems.sequence import kmer_spectrum, minimizers, read_trimming, reading_frames

PROBLEMS: tuple[Problem[Any], ...] = (
    read_trimming.PROBLEM,
    kmer_spectrum.PROBLEM,
    reading_frames.PROBLEM,
    minimizers.PROBLEM,
)
