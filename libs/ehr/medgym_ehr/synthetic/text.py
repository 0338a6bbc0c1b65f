"""Texts as hospitals' systems hold them: some missing, some in another case or with stray blanks."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]
from numpy.typing import NDArray

Texts = NDArray[np.object_]
"""Strings, and None where there is none."""

UNTIDY = 0.03
"""Share of texts that are written in another case or with stray blanks."""

_CHANGES: tuple[Callable[[str], str], ...] = (str, str.lower, str.upper, "{} ".format, " {}".format)


def untidily(values: Texts, index: NDArray[np.int64], luck: NDArray[np.floating]) -> pa.Array:
    """``values[index]``, of which a share is in another case or has blanks around it.

    ``luck`` are numbers in (0, 1), one a text; an index below 0 is null.
    """
    variants = np.stack([_changed(values, change) for change in _CHANGES])
    which = np.minimum((luck / UNTIDY * (len(_CHANGES) - 1)).astype(np.int64) + 1, len(_CHANGES))
    return words(variants.ravel(), np.where(index < 0, -1, which % len(_CHANGES) * len(values) + index))


def words(values: Texts, index: NDArray[np.int64]) -> pa.Array:
    """``values[index]`` as written; an index below 0 is null."""
    return pa.array(values, pa.string()).take(pa.array(index, mask=index < 0))


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
