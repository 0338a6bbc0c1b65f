"""Trees from sequences: distances, UPGMA, neighbour joining, distances along a tree."""

from .build import neighbor_joining, upgma
from .distances import matrix
from .tree import depths, patristic

__all__ = ["depths", "matrix", "neighbor_joining", "patristic", "upgma"]
