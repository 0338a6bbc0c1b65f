"""Problems that only the split `ood` asks about."""

from __future__ import annotations

from collections.abc import Mapping

HELD_OUT: Mapping[str, str] = {
    "reading-frames": "codons of a genetic code, starts kept until a stop, coordinates of the other strand",
    "alignment-score": "dynamic programming over two sequences, three tables that feed each other",
    "variant-normalization": "an allele rotated along a reference sequence until it cannot move",
    "allele-association": "two-by-two tables: odds ratio, chi-squared statistic, corrections",
    "biweight-location": "an estimate that weights values by their distance from itself, again and again",
    "superposition": "linear algebra: singular values, determinants, a rotation of points",
    "membrane-posterior": "a hidden Markov model, forward and backward",
    "isotope-pattern": "nested groups of a formula, distributions convolved with each other",
    "newick-depths": "a tree read from nested text, sums from the root to the tips",
    "tree-distance": "trees as nested lists, the groups of tips that two of them share",
    "hole-filling": "connected regions of an image, and what they border on",
    "kaplan-meier": "times that are censored: who is at risk at each event, a product and its variance",
}
"""Name to what the problem requires and no problem of the other splits does.

An operation or a data structure is held out with all that need it: whatever holds a tree or reads a nested
notation, all recursions over tables of scores or probabilities, matrices, censored times, regions that are
followed pixel by pixel. Every category has one or more of them, of short references and of long ones; the
problems that are left in it fill its places.
"""
