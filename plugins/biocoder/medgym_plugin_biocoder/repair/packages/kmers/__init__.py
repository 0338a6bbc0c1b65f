"""Words of fixed length of DNA sequences: counting, an index of places, comparison by sketches."""

from .compare import containment, distance, sketch
from .index import find, index, seeds
from .words import canonical, count, spectrum

__all__ = ["canonical", "containment", "count", "distance", "find", "index", "seeds", "sketch", "spectrum"]
