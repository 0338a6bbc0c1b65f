"""The hours of some stays in intensive care, one after the other."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from medgym_ehr.mimic3.synthetic.icustay import IcuStays
from medgym_ehr.mimic3.synthetic.part import Part
from medgym_ehr.synthetic.luck import Luck
from medgym_patient.key import Floats, Indices


@dataclass(frozen=True)
class Grid:
    """A row for each hour from 0 to the last whole one of each stay."""

    part: Part
    stay: Indices
    """Of each stay in intensive care, its hospital stay within the part, ascending."""
    start: Floats
    """Minutes from admission to intensive care."""
    rows: Indices
    """Hours of each stay."""

    @classmethod
    def of(cls, part: Part, icustays: IcuStays, chosen: Indices) -> Grid:
        """The hours of the chosen ICU stays."""
        start, stop = icustays.start[chosen], icustays.stop[chosen]
        return cls(part, icustays.stay[chosen], start, (stop - start).astype(np.int64) // 60 + 1)

    @cached_property
    def base(self) -> Indices:
        """The first row of each stay."""
        return np.cumsum(self.rows) - self.rows

    @cached_property
    def owner(self) -> Indices:
        """Of each row, its stay in intensive care."""
        return np.repeat(np.arange(len(self.rows)), self.rows)

    @cached_property
    def hour(self) -> Indices:
        """Of each row, from 0."""
        return np.arange(len(self.owner)) - self.base[self.owner]

    @cached_property
    def luck(self) -> Luck:
        """Draws of the extract's own for each stay, shape (stays,)."""
        return self.part.stay_luck.of("extract").at(self.stay)

    @cached_property
    def row_luck(self) -> Luck:
        """Draws for each row, an hour of a stay, shape (rows,)."""
        return self.luck.at(self.owner).of(self.hour)

    def row(self, stay: Indices, minute: Floats) -> Indices:
        """The row in which each moment of a hospital stay lies; -1 if it is none's."""
        place = np.full(len(self.part.admitted), -1)
        place[self.stay] = np.arange(len(self.stay))
        own = place[stay]
        if not len(self.stay):
            return own
        hour = np.floor((minute - self.start[own]) / 60).astype(np.int64)
        inside = (own >= 0) & (hour >= 0) & (hour < self.rows[own])
        return np.where(inside, self.base[own] + hour, -1)
