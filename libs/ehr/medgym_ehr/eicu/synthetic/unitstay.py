"""Stays in a unit within hospital visits."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from medgym_ehr.eicu.synthetic import hospital
from medgym_ehr.eicu.synthetic.visit import DAY, Visits
from medgym_ehr.synthetic.luck import Luck
from medgym_ehr.synthetic.sampling import Indices
from medgym_patient import Records
from medgym_patient.key import Flags, Floats, lognormal

WAIT = (150.0, 0.9, 0.4)
"""Median minutes from the hospital's door to the unit, their spread as a standard deviation of the logarithm,
and the most as a share of the time in intensive care: until then it is given in the emergency room."""
AT_ONCE = 0.035
"""Share who are in the unit at once."""
STAYS_ON, SOON = 0.6, 1.5 * DAY
"""Share of those who are discharged within ``SOON`` minutes who wait for it in the unit."""
STEPS_DOWN, STEP, LATEST = 0.3, 0.6, 1.5
"""Share of the stays longer than ``LATEST`` days that end in a step-down unit, after which share of them."""
TRANSFERRED = 0.03
"""Share of first stays that come from another unit."""
IDENTIFIERS = 2**11
"""Identifiers of a part."""
FIRST = 141_168
"""Smallest identifier of a stay."""
TYPES = ("admit", "readmit", "stepdown/other", "transfer")
STEP_DOWN = TYPES.index("stepdown/other")
_SPAN = 1e7
"""More than the minutes of any visit."""


@dataclass(frozen=True)
class UnitStays:
    """Stays in units of a part, by visit and time; arrays have one entry each, times in minutes."""

    visit: Indices
    """Number of the visit within the part."""
    patientunitstayid: NDArray[np.int64]
    begin: Floats
    """Since admission to the hospital."""
    end: Floats
    number: NDArray[np.int64]
    """Within the visit, from 0."""
    kind: Indices
    """Of TYPES."""
    unit: Indices
    """Of the hospital's UNIT_TYPES."""

    def holding(self, visit: Indices, minute: Floats) -> Indices:
        """The stay in which each moment of a visit lies, both ends included; -1 if it is none."""
        place = np.searchsorted(self.visit * _SPAN + self.begin, visit * _SPAN + minute, side="right") - 1
        inside = (place >= 0) & (self.visit[place] == visit) & (minute <= self.end[place])
        return np.where(inside, place, -1)

    def owning(self, visit: Indices, minute: Floats) -> Indices:
        """The stay under which a moment is filed: in which it lies, or else the next; -1 after the last."""
        place = np.searchsorted(self.visit * _SPAN + self.end, visit * _SPAN + minute)
        found = place.clip(max=len(self.visit) - 1)
        return np.where((place < len(self.visit)) & (self.visit[found] == visit), found, -1)


def draw_unit_stays(
    records: Records, visits: Visits, luck: Luck, rng: np.random.Generator, part: int
) -> UnitStays:
    """Every stretch in intensive care, some with a step-down unit at their end.

    ``luck`` is of each visit, ``part`` the number of the part, and ``rng`` gives identifiers.
    """
    visit, begin, end, down = _stepped(*_stretches(records, luck), records, luck)
    number = np.arange(len(visit)) - np.searchsorted(visit, visit)
    transferred = luck.at(visit).chance("transferred", TRANSFERRED)
    kind = np.where(down, STEP_DOWN, np.where(number > 0, 1, np.where(transferred, 3, 0)))
    return UnitStays(
        visit=visit,
        patientunitstayid=_identifiers(rng, records.stays.person[visit], part),
        begin=begin,
        end=end,
        number=number,
        kind=kind,
        unit=hospital.unit_types(visits.hospital[visit], records.stays.reason[visit]),
    )


def _stretches(records: Records, luck: Luck) -> tuple[Indices, Floats, Floats]:
    """Visit, begin and end of each stretch in a unit: the first after a wait, some last until discharge."""
    rows = np.flatnonzero(records.units.intensive)
    visit, begin, end = (getattr(records.units, name)[rows] for name in ("stay", "start", "stop"))
    own, length = luck.at(visit), end - begin
    median, spread, most = WAIT
    wait = np.floor(np.minimum(lognormal(own.keys, "wait", median, spread), most * length))
    waits = (begin == 0) & ~own.chance("at once", AT_ONCE)
    discharge = records.stays.minutes[visit]
    stays_on = own.chance("stays on", STAYS_ON) & (discharge - end < SOON)
    stays_on &= np.diff(visit, append=-1) != 0
    return visit, np.where(waits, wait, begin), np.where(stays_on, discharge, end)


def _stepped(
    visit: Indices, begin: Floats, end: Floats, records: Records, luck: Luck
) -> tuple[Indices, Floats, Floats, Flags]:
    """Stretches and the stays in step-down units at their ends, by time; and which are such."""
    stays, number = records.stays, np.arange(len(visit)) - np.searchsorted(visit, visit)
    dies = stays.died[visit] & (end >= stays.minutes[visit])
    drawn = luck.at(visit).of(number).chance("steps", STEPS_DOWN)
    steps = drawn & ~dies & (end - begin > LATEST * DAY)
    moved = np.floor(begin + STEP * (end - begin))
    visits, begins = np.concatenate([visit, visit[steps]]), np.concatenate([begin, moved[steps]])
    ends = np.concatenate([np.where(steps, moved, end), end[steps]])
    order = np.lexsort((begins, visits))
    return visits[order], begins[order], ends[order], order >= len(visit)


def _identifiers(rng: np.random.Generator, person: Indices, part: int) -> NDArray[np.int64]:
    """Distinct identifiers, which rise with the stays of a person."""
    drawn = FIRST + part * IDENTIFIERS + rng.permutation(IDENTIFIERS)[: len(person)]
    found: NDArray[np.int64] = drawn[np.lexsort((drawn, person))]
    return found
