"""Aligned reads: CIGAR strings, bases over each place, a consensus, flags."""

from .cigar import clipped, parse_cigar, reference_end
from .columns import column_counts, consensus, pairs
from .flags import flagstat, is_proper

__all__ = [
    "clipped",
    "column_counts",
    "consensus",
    "flagstat",
    "is_proper",
    "pairs",
    "parse_cigar",
    "reference_end",
]
