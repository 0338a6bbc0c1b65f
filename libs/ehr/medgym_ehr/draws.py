"""Keyed randomness: what is drawn for a row depends on its key and on nothing else.

A generator that is consumed row by row ties every draw to all rows before it. Here each draw is a hash of
(stream, key), so that tables can be read in any order, in pieces, and by independent programs alike.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray


def ranks(keys: NDArray[np.int64], stream: str) -> NDArray[np.uint64]:
    """A uniform 64-bit draw for each key: the output function of SplitMix64 on key plus stream constant.

    The constant is the first eight bytes, little-endian, of the stream name's SHA-256. Addition and
    multiplication wrap at 64 bits.

    Source: Steele, Lea, Flood 2014, Fast splittable pseudorandom number generators, OOPSLA,
    doi:10.1145/2660193.2660195 (mixing constants of the reference SplitMix64).
    """
    constant = np.uint64(int.from_bytes(hashlib.sha256(stream.encode()).digest()[:8], "little"))
    mixed = keys.astype(np.uint64) + constant + np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return mixed ^ (mixed >> np.uint64(31))


def uniforms(keys: NDArray[np.int64], stream: str) -> NDArray[np.float64]:
    """A draw from [0, 1) for each key: the top 53 bits of :func:`ranks`."""
    return (ranks(keys, stream) >> np.uint64(11)).astype(np.float64) * 2.0**-53


def text_keys(texts: Iterable[str]) -> NDArray[np.int64]:
    """A key for each text: the first eight bytes of its SHA-256, little-endian, as a signed number."""
    digests = (hashlib.sha256(text.encode()).digest()[:8] for text in texts)
    return np.frombuffer(b"".join(digests), "<i8").astype(np.int64)
