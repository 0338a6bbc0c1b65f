"""Coding sequences: translation, open reading frames on both strands, codon usage, effects of changes."""

from .effects import effect, protein_change
from .orfs import longest, orfs
from .tables import translate
from .usage import gc3, rscu

__all__ = ["effect", "gc3", "longest", "orfs", "protein_change", "rscu", "translate"]
