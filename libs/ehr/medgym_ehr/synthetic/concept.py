"""How a concept of the patient model is named in a source: one of several terms, or beside others.

A source's ``as_NAME.csv`` gives each concept the terms it may be written as and their weights; its
``also_NAME.csv`` gives terms that are written beside a concept, and how often.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from medgym_ehr.synthetic.luck import Luck
from medgym_ehr.synthetic.sampling import Indices, repeat
from medgym_ehr.synthetic.vocabulary import read_terms


@dataclass(frozen=True)
class Alternatives:
    """Terms of each concept, laid end to end in the order of the concepts."""

    rows: Indices
    """Row of the file of each alternative."""
    bounds: NDArray[np.float64]
    """The concept, and the share of its weights up to each alternative."""
    known: NDArray[np.bool_]
    """Which concepts have any."""

    def pick(self, concept: Indices, luck: NDArray[np.floating]) -> Indices:
        """A row of the file for each concept, by numbers in (0, 1); -1 for a concept without alternatives."""
        place = np.searchsorted(self.bounds, concept + luck, side="right").clip(max=len(self.rows) - 1)
        return np.where(self.known[concept], self.rows[place], -1)


@dataclass(frozen=True)
class Companions:
    """Terms beside each concept, laid end to end in the order of the concepts."""

    rows: Indices
    """Row of the file."""
    share: NDArray[np.float64]
    starts: Indices
    """Where each concept's begin."""
    counts: Indices

    def draw(self, concept: Indices, luck: Luck) -> tuple[Indices, Indices]:
        """Positions in ``concept`` and rows of the file of those that are written."""
        owner, number = repeat(self.counts[concept])
        place = self.starts[concept[owner]] + number
        written = luck.at(owner).of(number).uniform("beside") < self.share[place]
        return owner[written], self.rows[place[written]]


@cache
def read_alternatives(package: str, name: str, concepts: tuple[str, ...]) -> Alternatives:
    """Of a package's file ``as_name.csv``, for ``concepts`` in their order."""
    file = read_terms(package, f"as_{name}")
    concept = places(file.columns["concept"], concepts)
    order = np.argsort(concept, kind="stable")
    concept, weight = concept[order], file.numbers("weight")[order]
    total = np.bincount(concept, weight, len(concepts))
    before = np.cumsum(total) - total
    bounds = concept + (np.cumsum(weight) - before[concept]) / total[concept]
    return Alternatives(order, bounds, total > 0)


@cache
def read_companions(package: str, name: str, concepts: tuple[str, ...]) -> Companions:
    """Of a package's file ``also_name.csv``, for ``concepts`` in their order."""
    file = read_terms(package, f"also_{name}")
    concept = places(file.columns["concept"], concepts)
    order = np.argsort(concept, kind="stable")
    counts = np.bincount(concept, minlength=len(concepts))
    return Companions(order, file.numbers("share")[order], np.cumsum(counts) - counts, counts)


def places(words: Sequence[str], among: Sequence[str]) -> Indices:
    """Where each of ``words`` stands in ``among``.

    Raises:
        KeyError: if one does not.
    """
    index = {word: place for place, word in enumerate(among)}
    return np.array([index[word] for word in words], dtype=np.int64)
