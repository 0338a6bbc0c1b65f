"""The database's time: when now is, and the years into which patients are moved."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from medgym_ehr.draws import uniforms

NOW = np.datetime64("2105-12-31T23:59:00", "s")
"""The current time of every EHRSQL database; nothing later is known."""
BEGINNING = np.datetime64("2100-01-01T00:00:00", "s")
"""No event is earlier."""
_LATER = np.cumsum(np.arange(1, 7)) / 21


def first_years(patients: NDArray[np.int64]) -> NDArray[np.int64]:
    """For each patient the year of the first admission, 2100 to 2105 with weights 1 to 6."""
    drawn: NDArray[np.int64] = 2100 + np.searchsorted(_LATER, uniforms(patients, "year"), side="right")
    return drawn


def until_now(times: NDArray[np.datetime64]) -> NDArray[np.datetime64]:
    """``times`` in seconds, NaT where later than NOW."""
    known: NDArray[np.datetime64] = np.where(times > NOW, np.datetime64("NaT", "s"), times)
    return known
