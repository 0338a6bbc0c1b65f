"""Numbers that identify people, admissions and ICU stays, and that tell nothing about them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


class Identifiers:
    """An endless supply of distinct whole numbers in a random order.

    They come from ``first, ..., first + width - 1``; when these are used up, from the next ``width`` numbers.
    """

    def __init__(self, seed: int, stream: int, first: int, width: int) -> None:
        """The order depends on ``seed`` and on ``stream``, which tells the kinds of one seed apart."""
        self._seed, self._stream, self._first, self._width = seed, stream, first, width
        self._block = 0
        self._left = self._shuffled()

    def take(self, count: int) -> NDArray[np.int64]:
        """The next ``count`` of them."""
        while len(self._left) < count:
            self._block += 1
            self._left = np.concatenate([self._left, self._shuffled()])
        taken, self._left = self._left[:count], self._left[count:]
        return taken

    def _shuffled(self) -> NDArray[np.int64]:
        rng = np.random.default_rng(np.random.SeedSequence(self._seed, spawn_key=(self._stream, self._block)))
        return self._first + self._block * self._width + rng.permutation(self._width)
