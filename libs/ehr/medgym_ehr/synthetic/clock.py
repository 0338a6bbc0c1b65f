"""Times as whole seconds since 1970, and the calendar of the shift that builds apply to them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Seconds = NDArray[np.int64]
"""Times or durations in seconds, any shape."""

MINUTE = 60
HOUR = 60 * MINUTE
DAY = 24 * HOUR
NEVER = np.iinfo(np.int64).min
"""No time; numpy's NaT, hence null in a file."""
NOW = int(np.datetime64("2105-12-31T23:59:00", "s").astype(np.int64))
"""The EHRSQL build's current time."""


def year_start(years: NDArray[np.int64]) -> Seconds:
    """First second of each year, same shape as ``years``."""
    since_1970: NDArray[np.datetime64] = (years - 1970).astype("datetime64[Y]")
    return since_1970.astype("datetime64[s]").astype(np.int64)


def now_before_shift(first_year: NDArray[np.int64], shown_year: NDArray[np.int64]) -> Seconds:
    """The raw time that becomes NOW when a patient's ``first_year`` is shown as ``shown_year``.

    Builds shift by whole years of 365 days, so leap days in between move it within the calendar.
    """
    return NOW - (shown_year - first_year) * 365 * DAY


def whole_minutes(times: Seconds) -> Seconds:
    """``times`` without their seconds."""
    return times // MINUTE * MINUTE


def midnight(times: Seconds) -> Seconds:
    """The day of each of ``times``; no time stays none."""
    return np.where(times == NEVER, NEVER, times // DAY * DAY)


def seconds(days: NDArray[np.float64]) -> Seconds:
    """Durations given in days, to the minute."""
    return (days * (DAY / MINUTE)).astype(np.int64) * MINUTE


def datetimes(times: Seconds) -> NDArray[np.datetime64]:
    """As numpy and Arrow know them."""
    return times.astype("datetime64[s]")
