"""The same patients under other care, to see which way they go."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from medgym_patient import Care, Chart, Site, State, begin, decide, rollout
from medgym_patient.key import Keys

TEACHING = Site.named("teaching")
Array = np.ndarray[Any, Any]
Change = Callable[[Care, Chart], None]


def under(change: Change | None, reason: str, hours: int, size: int = 60, before: int = 0) -> State:
    """The state after hours of the site's care with a change, from the same start."""

    def policy(chart: Chart, care: Care, site: Site, key: Keys) -> Care:
        new = replace(decide(chart, care, site, key))
        if change is not None:
            change(new, chart)
        return new

    state, chart, care = begin(11, size, reason, TEACHING)
    if before:
        *_, (state, chart, care, _) = rollout(state, chart, care, TEACHING, before)
    *_, (state, *_) = rollout(state, chart, care, TEACHING, hours, policy)
    return state


def setting(**doses: float) -> Change:
    """Care with these doses every hour, instead of the clinician's."""

    def change(care: Care, chart: Chart) -> None:
        for name, dose in doses.items():
            old = getattr(care, name)
            setattr(care, name, np.full(len(old), dose).astype(old.dtype))

    return change


def effect(
    field: str, change: Change, reason: str, hours: int = 4, instead: Change | None = None, before: int = 0
) -> float:
    """Mean difference of a part of the state between care with the change and without."""
    adult = ~under(None, reason, 1).body.newborn
    treated, other = under(change, reason, hours, before=before), under(instead, reason, hours, before=before)
    return float((getattr(treated, field) - getattr(other, field))[adult].mean())
