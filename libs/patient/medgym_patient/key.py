"""Random numbers by key: a pure function of (key, stream).

So any stay can be drawn again or branched at any hour.

A key is an unsigned 64-bit integer, one a person or a stay. Folding a number into it and finalising with
SplitMix64's mixer gives a new key or a draw (Steele, Lea and Flood, "Fast splittable pseudorandom number
generators", OOPSLA 2014; counter-based as in Salmon et al., "Parallel random numbers: as easy as 1, 2, 3",
SC 2011). No draw depends on what was drawn before or on who else is in the batch.
"""

from __future__ import annotations

from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

Keys = NDArray[np.uint64]
Floats = NDArray[np.floating[Any]]
Indices = NDArray[np.int64]
Flags = NDArray[np.bool_]

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_FIRST, _SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_LANE = np.uint64(0xFFFF)
_NORMAL_SCALE = np.sqrt(3.0) / 65536.0


def fold(keys: Keys, number: Indices | int | str) -> Keys:
    """New keys from ``keys`` and a number (or a name, by its checksum) each."""
    value = crc32(number.encode()) if isinstance(number, str) else number
    return _mixed(keys + (np.atleast_1d(value).astype(np.uint64) + np.uint64(1)) * _GOLDEN)


def start(seed: int, first: int, size: int) -> Keys:
    """The keys of persons ``first`` to ``first + size`` of a seed."""
    root = fold(np.array([seed], dtype=np.uint64), "person")
    return fold(np.broadcast_to(root, (size,)), np.arange(first, first + size))


def uniform(keys: Keys, stream: Indices | int | str) -> Floats:
    """One number in (0, 1) a key."""
    return ((fold(keys, stream) >> np.uint64(11)).astype(np.float64) + 0.5) * 2.0**-53


def normal(keys: Keys, stream: Indices | int | str) -> Floats:
    """One standard normal number a key, within 3.46: the sum of four uniform numbers (Irwin-Hall).

    No transcendental function, so the same on every machine, and no measurement is ever absurdly far off.
    """
    bits = fold(keys, stream)
    total = (bits & _LANE) + ((bits >> np.uint64(16)) & _LANE)
    total += ((bits >> np.uint64(32)) & _LANE) + (bits >> np.uint64(48))
    found: Floats = (total.astype(np.float64) - 131070.0) * _NORMAL_SCALE
    return found


def normals(keys: Keys, stream: str, count: int) -> Floats:
    """Standard normal numbers as (count, keys)."""
    bits = _rows(keys, stream, count)
    total = (bits & _LANE) + ((bits >> np.uint64(16)) & _LANE)
    total += ((bits >> np.uint64(32)) & _LANE) + (bits >> np.uint64(48))
    found: Floats = (total.astype(np.float64) - 131070.0) * _NORMAL_SCALE
    return found


def uniforms(keys: Keys, stream: str, count: int) -> Floats:
    """Numbers in (0, 1) as (count, keys)."""
    return ((_rows(keys, stream, count) >> np.uint64(11)).astype(np.float64) + 0.5) * 2.0**-53


def chance(keys: Keys, stream: Indices | int | str, probability: Floats | float) -> Flags:
    """Whether an event of that probability happens, for each key."""
    happens: Flags = uniform(keys, stream) < probability
    return happens


def choose(keys: Keys, stream: Indices | int | str, weights: Floats) -> Indices:
    """A row of ``weights`` (rows, keys) for each key, in proportion to its weight."""
    total = np.cumsum(weights, axis=0)
    drawn: Indices = (total < uniform(keys, stream) * total[-1]).sum(axis=0)
    return np.minimum(drawn, len(weights) - 1)


def lognormal(keys: Keys, stream: Indices | int | str, median: Floats | float, spread: float) -> Floats:
    """One lognormal number a key, by its median and the standard deviation of its logarithm."""
    found: Floats = np.asarray(median) * np.exp(spread * normal(keys, stream))
    return found


def _rows(keys: Keys, stream: str, count: int) -> Keys:
    return _mixed(fold(keys, stream)[None, :] + np.arange(1, count + 1, dtype=np.uint64)[:, None] * _GOLDEN)


def _mixed(value: Keys) -> Keys:
    value = (value ^ (value >> np.uint64(30))) * _FIRST
    value = (value ^ (value >> np.uint64(27))) * _SECOND
    return value ^ (value >> np.uint64(31))
