"""Hourly means in units of the training patients' spread, gaps filled from what was known at the time.

As the published notebooks do it: standardised, the last measurement carried forward, else the stay's mean,
else 0; beside it whether there was a measurement, and the hours since the last one. Unlike theirs, statistics
come from training patients alone, time since measurement starts anew with each stay, and a stay's mean knows
nothing of hours after the window.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

NEVER = 100
"""Hours since the last measurement where there was none, and the most that is written."""
LEAST_MEASURED = 0.05
"""A variable is imputed if it was measured in this share of the training patients' hours."""


class Statistics(NamedTuple):
    """What is known of the training patients."""

    chosen: NDArray[np.int64]
    """Positions of the variables that are imputed."""
    mean: NDArray[np.float64]
    """Mean of each chosen variable over all their hours."""
    sd: NDArray[np.float64]
    """Standard deviation of each."""


class Imputed(NamedTuple):
    """Windows of one stay, each field of shape (windows, hours, variables)."""

    value: NDArray[np.float32]
    """Standardised, no gaps."""
    measured: NDArray[np.uint8]
    """Whether there was a measurement in the hour."""
    since: NDArray[np.uint8]
    """Hours since the last measurement of the stay; 0 in an hour with one."""


def statistics(stays: Iterable[NDArray[np.float64]]) -> Statistics:
    """Of hourly means, shape (hours, variables) for each stay.

    Deviations are summed around the first stay's values, lest large means swallow them.
    """
    hours, count, total, square, centre = 0, 0, 0.0, 0.0, None
    for means in stays:
        if centre is None:
            known = ~np.isnan(means)
            sums = np.where(known, means, 0).sum(axis=0)
            centre = sums / np.maximum(known.sum(axis=0), 1)
        away = means - centre
        hours += len(means)
        count = count + np.isfinite(away).sum(axis=0)
        total = total + np.nansum(away, axis=0)
        square = square + np.nansum(away**2, axis=0)
    seen = np.maximum(count, 1)
    mean = centre + total / seen
    sd = np.sqrt(np.maximum(square / seen - (total / seen) ** 2, 0))
    chosen = np.flatnonzero((np.asarray(count) >= LEAST_MEASURED * hours) & (sd > 0))
    return Statistics(chosen, mean[chosen], sd[chosen])


def impute(means: NDArray[np.float64], known: Statistics, starts: NDArray[np.int64], hours: int) -> Imputed:
    """Windows of ``hours`` hours that begin at ``starts``, from one stay's hourly means."""
    value = (means[:, known.chosen] - known.mean) / known.sd
    measured = ~np.isnan(value)
    hour = np.arange(len(value))[:, None]
    last = np.maximum.accumulate(np.where(measured, hour, -1))
    since = np.where(last < 0, NEVER, np.minimum(hour - last, NEVER))
    carried = np.take_along_axis(value, np.maximum(last, 0), axis=0)
    so_far = np.cumsum(np.where(measured, value, 0), axis=0) / np.maximum(np.cumsum(measured, axis=0), 1)
    shown = starts[:, None] + np.arange(hours)
    average = so_far[starts + hours - 1][:, None, :]
    filled = np.where(last[shown] < 0, average, carried[shown])
    return Imputed(filled.astype(np.float32), measured[shown].astype(np.uint8), since[shown].astype(np.uint8))
