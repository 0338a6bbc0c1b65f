"""Sets of genomic intervals, 0-based and without their ends, as BED has them."""

from .algebra import intersect, merge, subtract
from .measure import jaccard, pileup
from .nearest import closest
from .text import parse_bed, slop

__all__ = ["closest", "intersect", "jaccard", "merge", "parse_bed", "pileup", "slop", "subtract"]
