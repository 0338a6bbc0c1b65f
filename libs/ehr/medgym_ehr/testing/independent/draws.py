"""Keyed draws, from the published formulas of SplitMix64 alone."""

import hashlib

import numpy as np
import pandas as pd


def rank(keys: pd.Series, stream: str) -> np.ndarray:
    """SplitMix64's output for key + constant of the stream, one unsigned 64-bit number a key."""
    constant = int.from_bytes(hashlib.sha256(stream.encode()).digest()[:8], "little")
    z = keys.to_numpy(np.uint64) + np.uint64((constant + 0x9E3779B97F4A7C15) % 2**64)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


def uniform(keys: pd.Series, stream: str) -> np.ndarray:
    return (rank(keys, stream) >> np.uint64(11)).astype(float) * 2.0**-53


def shuffled(
    eligible: pd.DataFrame, stays: pd.Series, columns: list[str], name: str, deid: bool = True
) -> pd.DataFrame:
    """The rows that stay; if ``deid``, the k-th by place with the columns of the k-th eligible by value."""
    cohort = eligible[stays].copy()
    if not deid:
        return cohort
    places = np.argsort(rank(cohort.ROW_ID, f"{name} places"))
    values = np.argsort(rank(eligible.ROW_ID, f"{name} values"))[: len(cohort)]
    cohort[columns] = eligible[columns].iloc[values].set_axis(cohort.index[places])
    return cohort
