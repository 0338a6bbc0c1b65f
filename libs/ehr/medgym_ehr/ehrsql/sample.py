"""The patients that are drawn into a database."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from medgym_ehr.draws import ranks

CURRENT, OTHERS = 100, 900


def draw_patients(current: NDArray[np.int64], discharged: NDArray[np.int64]) -> NDArray[np.int64]:
    """At most 100 patients who are in hospital now, and at most 900 others; fewer where there are fewer.

    Args:
        current: patients with a stay that has not ended; repeats do not matter.
        discharged: patients with a stay that has. Those in both may be drawn as either, never twice.

    Returns:
        the drawn patients, ascending.
    """
    inside = _smallest(np.unique(current), CURRENT, "cohort")
    # A stream of its own: those left over have high ranks in the first, and would hardly ever be drawn.
    others = _smallest(np.setdiff1d(discharged, inside), OTHERS, "cohort others")
    return np.sort(np.concatenate([inside, others]))


def _smallest(patients: NDArray[np.int64], count: int, stream: str) -> NDArray[np.int64]:
    return patients[np.argsort(ranks(patients, stream))[:count]]
