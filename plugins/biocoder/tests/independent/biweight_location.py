"""Biweight location as the ratio of array sums, with numpy."""

import numpy as np


def solve(p, values):
    x = np.array([value for value in values if value is not None], dtype=float)
    if x.size == 0:
        return None
    centre = float(np.median(x))
    if x.size < p.min_values:
        return centre
    for _ in range(p.steps):
        scale = max(float(np.median(np.abs(x - centre))), p.floor)
        u = np.clip((x - centre) / (p.tuning * scale), -1, 1)
        weights = (1 - u * u) ** 2
        if weights.sum() > 0:
            centre = centre + float(np.dot(weights, x - centre) / weights.sum())
    return centre
