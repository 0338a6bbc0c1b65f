"""Texts as hospitals' systems hold them: some missing, some in another case or with stray blanks."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Texts = NDArray[np.object_]
"""Strings, and None where there is none."""

UNTIDY = 0.03
"""Share of texts that are written in another case or with stray blanks."""

_CHANGES: tuple[Callable[[str], str], ...] = (str, str.lower, str.upper, "{} ".format, " {}".format)


def untidy(rng: np.random.Generator, values: Texts, index: NDArray[np.int64]) -> Texts:
    """``values[index]``, of which a share is in another case or has blanks around it; None stays None."""
    variants = np.stack([_changed(values, change) for change in _CHANGES])
    which = np.where(rng.random(len(index)) < UNTIDY, rng.integers(1, len(_CHANGES), len(index)), 0)
    chosen: Texts = variants[which, index]
    return chosen


def without(missing: NDArray[np.bool_], values: Texts) -> Texts:
    """``values``, but None where ``missing``."""
    kept = values.copy()
    kept[missing] = None
    return kept


def either(first: NDArray[np.bool_], text: str | Texts, other: str | Texts) -> Texts:
    """``text`` where ``first``, else ``other``."""
    chosen: Texts = np.where(first, text, other).astype(object)
    return chosen


def same(text: str | None, size: int) -> Texts:
    """``size`` times ``text``."""
    return np.full(size, text, dtype=object)


def _changed(values: Texts, change: Callable[[str], str]) -> Texts:
    return np.array([None if value is None else change(value) for value in values], dtype=object)
