"""Features: how often each code, or one of its descendants, was recorded up to a prediction time.

An event counts if it starts at the prediction time or earlier, and as recent if it starts less than 24 hours
before it. Codes are counted that enough training patients have; other patients have no say in the choice.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from medgym_plugin_ehrshot.history import History
from medgym_plugin_ehrshot.ontology import Ontology
from medgym_plugin_ehrshot.record import DAY
from medgym_plugin_ehrshot.target import MOST_COLUMNS

LEAST_PATIENTS = 5
"""A code is counted if so many training patients have it, or a descendant."""
YEAR = 365.25 * DAY
"""Seconds."""
_MOST = np.iinfo(np.uint16).max


class Counts(NamedTuple):
    """Features at several prediction times."""

    ages: NDArray[np.float64]
    """Years since birth, not a number where that is unknown."""
    columns: NDArray[np.int64]
    """The columns that the patient has at any time, ascending."""
    total: NDArray[np.uint16]
    """Events so far, shape (times, these columns); at most 65,535."""
    recent: NDArray[np.uint16]
    """Of these, those of the last 24 hours."""


class Counter:
    """Counts codes and their ancestors; learns from training patients which ones."""

    def __init__(self, codes: Sequence[str], ontology: Ontology) -> None:
        """``codes`` are those of the histories, in their order."""
        expanded = [ontology.of(code) for code in codes]
        self._names = sorted({name for names in expanded for name in names})
        place = {name: number for number, name in enumerate(self._names)}
        self._stops = np.cumsum([0, *map(len, expanded)])
        self._places = np.array([place[name] for names in expanded for name in names], np.int64)
        self._patients = np.zeros(len(self._names), np.int64)
        self._columns: NDArray[np.int64] | None = None

    def learn(self, history: History) -> None:
        """Take note of a training patient's codes."""
        _, places = self._expand(np.unique(history.codes))
        self._patients[np.unique(places)] += 1

    def settle(self) -> list[str]:
        """The codes that are counted from now on, those of most patients first."""
        order = np.argsort(-self._patients, kind="stable")[:MOST_COLUMNS]
        chosen = order[self._patients[order] >= LEAST_PATIENTS]
        self._columns = np.full(len(self._names), -1)
        self._columns[chosen] = np.arange(len(chosen))
        return [self._names[place] for place in chosen]

    def adopt(self, names: Sequence[str]) -> None:
        """Count these codes from now on, as another counter settled them; others count with what is above."""
        own = {name: place for place, name in enumerate(names)}
        self._columns = np.array([own.get(name, -1) for name in self._names], np.int64)

    def count(self, history: History, times: NDArray[np.int64]) -> Counts:
        """Features at ``times``, which are sorted."""
        assert self._columns is not None
        events, places = self._expand(history.codes)
        columns = self._columns[places]
        starts, columns = history.starts[events][columns >= 0], columns[columns >= 0]
        own, columns = np.unique(columns, return_inverse=True)
        total = _until(times, starts, columns, len(own))
        ages = np.full(len(times), np.nan) if history.birth is None else (times - history.birth) / YEAR
        recent = total - _until(times - DAY, starts, columns, len(own))
        return Counts(ages, own, *(found.clip(max=_MOST).astype(np.uint16) for found in (total, recent)))

    def _expand(self, codes: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """For each ancestor of each code: the code's position in ``codes``, and the ancestor's place."""
        lengths = self._stops[codes + 1] - self._stops[codes]
        positions = np.repeat(np.arange(len(codes)), lengths)
        offsets = np.arange(len(positions)) - np.repeat(np.cumsum(lengths) - lengths, lengths)
        return positions, self._places[self._stops[codes][positions] + offsets]


def _until(
    times: NDArray[np.int64], starts: NDArray[np.int64], columns: NDArray[np.int64], width: int
) -> NDArray[np.int64]:
    """Events of each column that start at each time or earlier."""
    rows = np.searchsorted(times, starts, side="left")
    seen = rows < len(times)
    flat = np.bincount(rows[seen] * width + columns[seen], minlength=len(times) * width)
    return flat.reshape(len(times), width).cumsum(axis=0)
