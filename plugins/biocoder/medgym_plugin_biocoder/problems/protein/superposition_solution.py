"""Superpose two structures, leaving out pairs that do not fit."""

import numpy as np
from numpy.typing import NDArray

CUTOFF = 2.0
CYCLES = 2
MIRRORED = False

Points = NDArray[np.float64]


def rotation(fixed: Points, moving: Points) -> Points:
    """Matrix that turns centred points onto others, by Kabsch's method."""
    left, _, right = np.linalg.svd(moving.T @ fixed)
    if not MIRRORED and np.linalg.det(left) * np.linalg.det(right) < 0:
        left[:, -1] = -left[:, -1]
    turn: Points = left @ right
    return turn


def superpose(fixed: list[list[float]], moving: list[list[float]]) -> list[float]:
    """Root mean square deviation after superposition, and number of pairs used."""
    pairs = np.array([fixed, moving], dtype=float).reshape(2, -1, 3)
    if not pairs.size:
        return [0.0, 0]
    for cycle in range(CYCLES + 1):
        first, second = pairs - pairs.mean(axis=1, keepdims=True)
        distances = np.linalg.norm(second @ rotation(first, second) - first, axis=1)
        kept = distances <= CUTOFF
        if cycle == CYCLES or kept.all() or kept.sum() < 3:
            break
        pairs = pairs[:, kept]
    return [float(np.sqrt((distances**2).mean())), len(distances)]
