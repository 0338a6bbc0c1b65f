"""The eight categories of problems, by the topics that the published functions have."""

from __future__ import annotations

from medgym_core import Category

CATEGORIES = (
    Category(name="sequence", description="sequence analysis: reads, k-mers, reading frames, assembly input"),
    Category(name="alignment", description="pairwise alignment, CIGAR strings, profiles of alignments"),
    Category(name="intervals", description="genomic intervals and variant formats: BED, GFF, VCF"),
    Category(
        name="genetics", description="statistical genetics: genotypes, equilibrium, linkage, association"
    ),
    Category(name="expression", description="expression, read counts, copy number, multiple testing"),
    Category(name="protein", description="protein structure, sequence and mass"),
    Category(name="phylogeny", description="phylogenetic trees and sequence graphs"),
    Category(name="signal", description="bio-images, spectra, dose response and survival curves"),
)
"""In the order in which tasks go round."""
PUBLISHED = Category(name="published", description="tasks of a user's copy of the published set", counts=0)
"""Of the published splits."""
