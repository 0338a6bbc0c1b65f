"""Measured quantities: the law of each item's values, and how a value is written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]
from numpy.typing import NDArray
from pyarrow import compute

from medgym_ehr.synthetic.sampling import Indices
from medgym_ehr.synthetic.text import Texts
from medgym_ehr.synthetic.vocabulary import Terms


@dataclass(frozen=True)
class Quantities:
    """Laws of the items of a vocabulary; all arrays have one entry each."""

    centre: NDArray[np.float64]
    """Mean, or median where skewed."""
    spread: NDArray[np.float64]
    """Standard deviation, of the logarithm where skewed."""
    skewed: NDArray[np.bool_]
    """Whether log-normal."""
    decimals: NDArray[np.float64]
    """Digits after the point."""
    least: NDArray[np.float64]
    """Smallest possible value."""
    most: NDArray[np.float64]
    """Largest possible value."""

    @classmethod
    def of(cls, terms: Terms, skewed: NDArray[np.bool_] | bool = False) -> Self:
        """Laws from the columns ``centre``, ``spread``, ``decimals`` and ``unit``.

        Bounds are the columns ``least`` and ``most``. Without them a percentage lies within 0 and 100, and
        only what has a negative ``low`` limit of normal may be negative.
        """
        centre = terms.numbers("centre")
        most = np.where(terms.texts("unit") == "%", 100.0, np.inf)
        least = np.zeros(len(terms))
        if "low" in terms.columns:
            least = np.where(terms.numbers("low") < 0, -np.inf, least)
        if "most" in terms.columns:
            least, most = terms.numbers("least"), terms.numbers("most")
        return cls(
            centre,
            terms.numbers("spread"),
            np.broadcast_to(skewed, centre.shape),
            terms.numbers("decimals"),
            least,
            most,
        )

    def at(self, item: Indices, deviate: NDArray[np.float64]) -> NDArray[np.float64]:
        """Values of items at standard normal deviates, rounded as each item is."""
        centre, moved, skewed = self.centre[item], self.spread[item] * deviate, self.skewed[item]
        value = centre * np.exp(np.where(skewed, moved, 0)) + np.where(skewed, 0, moved)
        scale = 10.0 ** self.decimals[item]
        rounded: NDArray[np.float64] = np.round(value.clip(self.least[item], self.most[item]) * scale) / scale
        return rounded + 0.0


def written(value: NDArray[np.float64], otherwise: Texts | None = None) -> pa.Array:
    """Numbers as text, in their shortest form; where there is none, the text ``otherwise`` or null."""
    texts = pa.array(value, from_pandas=True).cast(pa.string())
    if otherwise is None:
        return texts
    return compute.coalesce(texts, pa.array(otherwise, type=pa.string()))
