"""Peaks by scipy's functions for maxima and prominences, and distances by repeated search for the highest."""

import numpy as np
from scipy.signal import argrelmax, peak_prominences


def solve(p, signal):
    runs = [place for place in range(len(signal)) if place == 0 or signal[place] != signal[place - 1]]
    values = np.array([signal[place] for place in runs], dtype=float)
    tops = argrelmax(values)[0] if len(values) else np.array([], dtype=int)
    found = {}
    ends = [*runs[1:], len(signal)]
    for top, prominence in zip(tops, peak_prominences(values, tops)[0] if len(tops) else [], strict=True):
        if values[top] >= p.height and prominence >= p.prominence:
            first, last = runs[top], ends[top] - 1
            place = first if p.plateau == "left" else first + (last - first) // 2
            found[place] = values[top]
    taken = []
    while found:
        best = max(found, key=lambda place: (found[place], -place))
        taken.append(best)
        found = {place: value for place, value in found.items() if abs(place - best) >= p.distance}
        found.pop(best, None)
    return sorted(taken)
