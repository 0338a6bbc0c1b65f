"""Texts as hospitals' systems hold them: mostly as the vocabulary has them, sometimes untidy."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

UNTIDY = 0.03
"""Share of texts that are written in another case or with stray blanks."""


def untidy(
    rng: np.random.Generator, values: NDArray[np.object_], index: NDArray[np.int64]
) -> NDArray[np.object_]:
    """``values[index]``, of which a share is in another case or has blanks around it; None stays None."""
    variants = np.stack([_each(values, change) for change in _CHANGES])
    which = np.where(rng.random(len(index)) < UNTIDY, rng.integers(1, len(_CHANGES), len(index)), 0)
    return variants[which, index]


def _each(values: NDArray[np.object_], change: str) -> NDArray[np.object_]:
    return np.array([None if value is None else _CHANGES[change](value) for value in values], dtype=object)


_CHANGES = {
    "none": str,
    "lower": str.lower,
    "upper": str.upper,
    "blank after": "{} ".format,
    "blank before": " {}".format,
}
