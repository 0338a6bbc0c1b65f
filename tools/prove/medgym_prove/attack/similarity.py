"""Which texts are nearest to another one: cosine similarity of words weighted by how rare they are."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from heapq import nlargest

_WORD = re.compile(r"\w+")
COMMON = 0.5
"""Share of the texts above which a word tells nothing."""


class Similarity:
    """An index of texts (TF-IDF with logarithmic counts, length-normed)."""

    def __init__(self, texts: Sequence[str]) -> None:
        """Reads ``texts``."""
        counts = [Counter(_WORD.findall(text.casefold())) for text in texts]
        found = Counter(word for count in counts for word in count)
        common = COMMON * len(texts) if len(texts) > 1 else 1
        self._rarity = {
            word: math.log(len(texts) / number) + 1 for word, number in found.items() if number <= common
        }
        self._size = len(texts)
        self._places: defaultdict[str, list[tuple[int, float]]] = defaultdict(list)
        for place, count in enumerate(counts):
            for word, weight in self._vector(count).items():
                self._places[word].append((place, weight))

    def nearest(self, text: str, most: int) -> list[tuple[int, float]]:
        """Places of the ``most`` nearest texts with their similarity in [0, 1], the nearest first."""
        similar = [0.0] * self._size
        for word, weight in self._vector(Counter(_WORD.findall(text.casefold()))).items():
            for place, other in self._places[word]:
                similar[place] += weight * other
        best = nlargest(most, range(self._size), key=similar.__getitem__)
        return [(place, similar[place]) for place in best]

    def _vector(self, count: Counter[str]) -> dict[str, float]:
        weights = {
            word: (1 + math.log(number)) * self._rarity[word]
            for word, number in count.items()
            if word in self._rarity
        }
        length = math.sqrt(math.fsum(weight * weight for weight in weights.values())) or 1.0
        return {word: weight / length for word, weight in weights.items()}
