"""Pairwise alignment with affine gaps, global and local, and what follows from an alignment."""

from .dynamic import global_score, local_score
from .measures import cigar, identity
from .traceback import align

__all__ = ["align", "cigar", "global_score", "identity", "local_score"]
