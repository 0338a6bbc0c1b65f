"""Rows of owners, and which of several are the first."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Indices = NDArray[np.int64]
"""Positions in another array."""


def repeat(counts: Indices) -> tuple[Indices, Indices]:
    """Rows for owners 0, 1, ... with ``counts`` rows each: the owner, and the number of the row within it."""
    owner = np.repeat(np.arange(len(counts)), counts)
    return owner, np.arange(len(owner)) - np.repeat(np.cumsum(counts) - counts, counts)


def first_of_each(*keys: NDArray[Any]) -> Indices:
    """Ascending positions of the first row of each distinct combination of ``keys``."""
    order = np.lexsort(keys[::-1])
    new = np.zeros(len(order), dtype=bool)
    new[:1] = True
    for key in keys:
        new[1:] |= np.diff(key[order]) != 0
    starts = order[np.flatnonzero(new)]
    return np.sort(starts)
