"""How far the body is out of order in an hour: the simulator's outcome, from the hidden state."""

from __future__ import annotations

import numpy as np

from medgym_patient import State
from medgym_plugin_icu_watch.case import NAMES

FULL = 2.0
"""Derangements that add up to so many are as bad as death."""


def strain(state: State, kind: np.ndarray) -> np.ndarray:
    """From 0, nothing out of order, to 1, as bad as can be; who is dead has 1.

    The sum of the derangements of :func:`derangements` over :data:`FULL`, at most 1. Doses do not count, so
    support is neither good nor bad by itself.
    """
    total = np.minimum(sum(derangements(state, kind).values()) / FULL, 1.0)
    return np.asarray(np.where(state.dead, 1.0, total))


def derangements(state: State, kind: np.ndarray) -> dict[str, np.ndarray]:
    """Each from 0 at the edge of its range to 1 where it endangers life.

    Mean pressure under 65 mmHg (Salmasi et al., Anesthesiology 2017;126:47); saturation under 90 % and an
    arterial oxygen over 150 mmHg (Girardis et al., Oxygen-ICU, JAMA 2016;316:1583); glucose out of 70 to 180
    mg/dL (ADA Standards of Care 2024); potassium out of 3.5 to 5.5 mmol/L (Kraft et al. 2005); pH out of 7.30
    to 7.50; lactate over 2 mmol/L (Singer et al., Sepsis-3, JAMA 2016;315:801); infection, ketones and lost
    filtration as the simulator has them; hemoglobin under 7 g/dL (Carson et al., JAMA 2016;316:2025). In
    embolism heparin off its level (Hull et al., NEJM 1986;315:1109), in retainers the obstruction.
    """
    clotted, narrow = kind == NAMES.index("embolism"), kind == NAMES.index("retainer")
    level = _out(state.heparin, (0.1, 0.7), (1.6, 2.6))
    found = {
        "pressure": _out(state.pressure, (40, 65)),
        "oxygen": _out(state.saturation, (75, 90)),
        "too much oxygen": 0.5 * _out(-state.po2, (-400, -150)),
        "glucose": _out(state.glucose, (40, 70), (180, 400)),
        "potassium": _out(state.potassium, (2.5, 3.5), (5.5, 7.0)),
        "ph": _out(state.ph, (7.05, 7.30), (7.50, 7.65)),
        "lactate": _out(-state.lactate, (-10, -2)),
        "infection": np.clip(state.burden / 3, 0, 1),
        "ketones": np.clip((state.ketone - 1) / 9, 0, 1),
        "kidney": state.kidney,
        "hemoglobin": _out(state.hemoglobin, (4, 7)),
        "clot": 0.5 * level * clotted,
        "airway": 0.5 * np.clip(state.airway, 0, 1) * narrow,
    }
    return {name: np.asarray(value) for name, value in found.items()}


def _out(value: np.ndarray, low: tuple[float, float], high: tuple[float, float] | None = None) -> np.ndarray:
    """1 at or under the first number, 0 at the second; 0 at the third, 1 at or over the fourth."""
    under = np.clip((low[1] - value) / (low[1] - low[0]), 0, 1)
    over = np.clip((value - high[0]) / (high[1] - high[0]), 0, 1) if high else 0.0
    return np.asarray(np.maximum(under, over))
