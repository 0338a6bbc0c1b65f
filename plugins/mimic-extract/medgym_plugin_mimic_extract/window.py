"""Windows of intervention tasks: 6 hours shown, a gap of 6, and 4 hours that decide the class."""

from __future__ import annotations

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from medgym_plugin_mimic_extract.target import CLASSES

SHOWN, GAP, DECIDING = 6, 6, 4
"""Hours of each part of a window."""
LONGEST = 240
"""Hours of a stay that are used."""
KNOWN = 4
"""Windows of a stay in labelled parts; in asked ones it has one at most, see :mod:`moment`."""


def classes(indicator: NDArray[np.int8]) -> NDArray[np.int8]:
    """The class of the window that starts at each hour, shape (windows,); -1 where the gap holds a change.

    As the published notebooks define them: windows start at every hour below the length less 16; a start of
    the intervention within the four deciding hours is an onset, whatever else happens there; a mere stop is
    weaning.

    Args:
        indicator: whether the intervention is on, 0 or 1, for every hour of one stay.
    """
    on = indicator[:LONGEST]
    count = len(on) - (SHOWN + GAP + DECIDING)
    if count <= 0:
        return np.empty(0, np.int8)
    change = np.diff(on)
    gap = sliding_window_view(change[SHOWN:], GAP - 1)[:count]
    deciding = sliding_window_view(change[SHOWN + GAP :], DECIDING - 1)[:count]
    constant = np.where(on[SHOWN + GAP :][:count] == 1, CLASSES.index("on"), CLASSES.index("control"))
    found = np.where((deciding == -1).any(axis=1), CLASSES.index("wean"), constant)
    found = np.where((deciding == 1).any(axis=1), CLASSES.index("onset"), found)
    return np.where(gap.any(axis=1), -1, found).astype(np.int8)


def drawn(labels: NDArray[np.int8], most: int, key: int) -> NDArray[np.int64]:
    """Starts of at most ``most`` windows of one stay, in an order that only ``key`` decides.

    The first windows are of different classes, as far as the stay has them, and so are the next. Which class
    is first, does not depend on how many windows each has.

    Args:
        labels: the class of each start, -1 for starts that are no window.
        most: windows to draw.
        key: 64 bits that decide the draw.
    """
    starts = np.flatnonzero(labels >= 0)
    starts = starts[np.argsort(mixed(key, starts), kind="stable")]
    turn = np.zeros(len(starts), np.int64)
    for label in range(len(CLASSES)):
        same = labels[starts] == label
        turn[same] = np.arange(same.sum())
    first = mixed(key, labels[starts].astype(np.int64) + LONGEST)
    return starts[np.lexsort((first, turn))][:most]


def mixed(key: int, numbers: NDArray[np.int64]) -> NDArray[np.uint64]:
    """SplitMix64 of ``key`` and each number (Steele et al. 2014, doi 10.1145/2660193.2660195)."""
    state = np.uint64(key) + (numbers.astype(np.uint64) + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
    state = (state ^ (state >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    state = (state ^ (state >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return state ^ (state >> np.uint64(31))
