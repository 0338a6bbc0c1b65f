"""Readings summed up by the hour: how many there were, their mean and their deviation."""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from medgym_patient.key import Flags, Floats, Indices
from medgym_plugin_mimic_extract.synthetic.grid import Grid
from medgym_plugin_mimic_extract.synthetic.reading import readings
from medgym_plugin_mimic_extract.variable import variables


@dataclass(frozen=True)
class Measurements:
    """What was measured in the hours of some stays: one entry for each variable of an hour, by hour."""

    row: Indices
    """Hour, as in the stays' grid."""
    variable: NDArray[np.uint8]
    count: NDArray[np.uint8]
    mean: NDArray[np.float32]
    std: NDArray[np.float32]
    """NaN of a single reading."""

    def between(self, first: int, stop: int) -> Measurements:
        """Those of some hours, counted from 0."""
        low, high = np.searchsorted(self.row, [first, stop])
        found = Measurements(*(getattr(self, field.name)[low:high] for field in fields(self)))
        return Measurements(found.row - first, found.variable, found.count, found.mean, found.std)

    def table(self, hours: int) -> Floats:
        """Counts, means and deviations, shape (hours, variables, 3).

        As published: a count of 0, and no mean, where nothing was measured; no deviation of fewer than two.
        """
        values = np.full((hours, len(variables()), 3), np.nan)
        values[:, :, 0] = 0
        for place, column in enumerate((self.count, self.mean, self.std)):
            values[self.row, self.variable, place] = column
        return values.round(4)


def measurements(grid: Grid, supported: Flags) -> Measurements:
    """Everything measured; ``supported`` are the hours of organ support."""
    found = [(place, one) for place, one in readings(grid, supported) if len(one.row)]
    cell = np.concatenate([one.row * len(variables()) + place for place, one in found])
    value = np.concatenate([one.value for _, one in found])
    cells, place, count = np.unique(cell, return_inverse=True, return_counts=True)
    mean = np.bincount(place, value) / count
    squares = np.bincount(place, (value - mean[place]) ** 2)
    with np.errstate(invalid="ignore"):
        std = np.sqrt(np.where(count > 1, squares, np.nan) / np.maximum(count - 1, 1))
    row, variable = np.divmod(cells, len(variables()))
    return Measurements(
        row,
        variable.astype(np.uint8),
        count.astype(np.uint8),
        mean.astype(np.float32),
        std.astype(np.float32),
    )
