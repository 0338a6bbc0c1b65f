"""Vectorised draws that every file is made with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from medgym_ehr.synthetic.clock import Seconds, whole_minutes

Indices = NDArray[np.int64]
"""Positions in another array."""


def popularity(count: int) -> NDArray[np.float64]:
    """Probabilities of ``count`` terms, most popular first, in proportion to ``(rank + 8) ** -0.9``.

    A law of Zipf's kind whose head is flattened: rankings are clear, and no term fills a table.
    """
    weights = np.arange(8.0, 8.0 + count) ** -0.9
    chances: NDArray[np.float64] = weights / weights.sum()
    return chances


def pick(rng: np.random.Generator, chances: NDArray[np.float64], size: int) -> Indices:
    """``size`` independent positions with the probabilities (or weights) ``chances``."""
    bounds = np.cumsum(chances)
    drawn: Indices = np.searchsorted(bounds, rng.random(size) * bounds[-1], side="right")
    return drawn.clip(max=len(bounds) - 1)


def pick_value(rng: np.random.Generator, weights: Mapping[str, float], size: int) -> NDArray[np.object_]:
    """``size`` independent values by weight; the empty value is None."""
    values = np.array([value or None for value in weights], dtype=object)
    return values[pick(rng, np.array(list(weights.values()), dtype=np.float64), size)]


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


def skewed(
    rng: np.random.Generator, median: float, spread: float, size: int | tuple[int, ...]
) -> NDArray[np.float64]:
    """Log-normal draws; ``spread`` is the standard deviation of the logarithm."""
    return median * np.exp(spread * rng.standard_normal(size))


def chance(rng: np.random.Generator, share: float, size: int) -> NDArray[np.bool_]:
    """True with probability ``share``."""
    return rng.random(size) < share


def rounds(
    rng: np.random.Generator, start: Seconds, end: Seconds, counts: Indices
) -> tuple[Indices, Seconds]:
    """``counts`` moments in each interval: its number, and the times, ascending and spread over all of it.

    One falls into each of ``counts`` equal parts of ``[start, end)``, anywhere in it, on a whole minute.
    """
    owner, number = repeat(counts)
    share = (number + rng.random(len(owner))) / counts[owner]
    times = start[owner] + (share * (end - start)[owner]).astype(np.int64)
    return owner, np.maximum(whole_minutes(times), start[owner])
