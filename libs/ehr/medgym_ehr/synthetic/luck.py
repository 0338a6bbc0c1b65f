"""Draws that depend on who they are for alone: what is chance in writing down what happened."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from medgym_ehr.synthetic.sampling import Indices
from medgym_patient.key import Flags, Floats, Keys, fold, normal, uniform


@dataclass(frozen=True)
class Luck:
    """Keys of persons, stays or rows; every draw is a pure function of a key and a name."""

    keys: Keys

    def of(self, stream: Indices | str) -> Luck:
        """Draws of another kind, or of the numbered things of each owner."""
        return Luck(fold(self.keys, stream))

    def at(self, owner: Indices) -> Luck:
        """The draws of some owners, repeated as ``owner`` has them."""
        return Luck(self.keys[owner])

    def uniform(self, stream: str) -> Floats:
        """Numbers in (0, 1)."""
        return uniform(self.keys, stream)

    def normal(self, stream: str) -> Floats:
        """Standard normal numbers."""
        return normal(self.keys, stream)

    def chance(self, stream: str, share: NDArray[np.float64] | float) -> Flags:
        """True with probability ``share``."""
        happens: Flags = self.uniform(stream) < share
        return happens

    def integers(self, stream: str, low: int, high: int) -> NDArray[np.int64]:
        """Whole numbers from ``low`` to below ``high``."""
        return low + (self.uniform(stream) * (high - low)).astype(np.int64)

    def pick(self, stream: str, weights: NDArray[np.float64]) -> Indices:
        """Positions in proportion to ``weights``."""
        bounds = np.cumsum(weights)
        drawn: Indices = np.searchsorted(bounds, self.uniform(stream) * bounds[-1], side="right")
        return drawn.clip(max=len(bounds) - 1)
