"""Results that follow from others of the same draw, from the ventilator, or from the look of a sample.

Sources of formulas: glomerular filtration by MDRD (Levey et al., Ann Intern Med 2006;145:247); calculated
hematocrit three times the hemoglobin, as blood gas analysers report it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields

import numpy as np

from medgym_ehr.mimic3.synthetic.part import Part
from medgym_ehr.synthetic.sampling import Indices
from medgym_patient import LABS, VITALS
from medgym_patient.key import Flags, Floats

CHARTED = 6 * 60.0
"""Minutes for which ventilator settings and temperatures hold."""
_SPAN = 1e7


@dataclass(frozen=True)
class Result:
    """Results; all arrays have one entry each."""

    stay: Indices
    minute: Floats
    item: Indices
    """Position among the items."""
    value: Floats
    word: Indices
    """Which word of the item's; -1 for a number."""
    odd: Flags
    """Whether flagged as abnormal."""

    @classmethod
    def joined(cls, parts: Sequence[Result]) -> Result:
        """One after another."""
        return cls(*(np.concatenate([getattr(part, field.name) for part in parts]) for field in fields(cls)))

    def at(self, rows: Indices) -> Result:
        """The results of some rows."""
        return Result(*(getattr(self, field.name)[rows] for field in fields(self)))


class Draws:
    """The draws of a part: what was measured together."""

    def __init__(self, part: Part) -> None:
        """From the labs, which are by stay and time."""
        labs = part.labs
        new = (np.diff(labs.stay, prepend=-1) != 0) | (np.diff(labs.minute, prepend=-1) != 0)
        self._labs, self._number = labs, np.cumsum(new) - 1
        self.stay, self.minute = labs.stay[new], labs.minute[new]

    def value(self, name: str) -> Floats:
        """A lab's value in each draw, NaN where it was not measured."""
        found = np.full(len(self.stay), np.nan)
        rows = self._labs.lab == LABS.index[name]
        found[self._number[rows]] = self._labs.value[rows]
        return found

    def first(self, given: Flags) -> Flags:
        """The first draw of each stay for which ``given`` holds."""
        rows = np.flatnonzero(given)
        found = np.zeros(len(given), dtype=bool)
        found[rows[np.diff(self.stay[rows], prepend=-1) != 0]] = True
        return found

    def before(self, stay: Indices, minute: Floats) -> Indices:
        """For each draw the last of some rows that is not later, or -1 if none is recent."""
        if not len(stay):
            return np.full(len(self.stay), -1)
        place = np.searchsorted(stay * _SPAN + minute, self.stay * _SPAN + self.minute, side="right") - 1
        near = (place >= 0) & (stay[place] == self.stay) & (self.minute - minute[place] <= CHARTED)
        return np.where(near, place, -1)


def derived(part: Part, items: Mapping[int, int]) -> Iterator[Result]:
    """All such results; ``items`` gives the position of an ITEMID."""
    draws = Draws(part)
    for itemid, value, low, high in (*_numbers(part, draws), *_ventilation(part, draws)):
        given = np.isfinite(value)
        odd = (value < low) | (value > high)
        yield _result(draws, given, items[itemid], value, np.full(len(value), -1), odd)
    for itemid, given, word, normal in (*_looks(part, draws), *_samples(part, draws)):
        yield _result(draws, given, items[itemid], np.full(len(word), np.nan), word, word > normal)


def _result(draws: Draws, given: Flags, item: int, value: Floats, word: Indices, odd: Flags) -> Result:
    rows = np.flatnonzero(given)
    place = np.full(len(rows), item)
    return Result(draws.stay[rows], draws.minute[rows], place, value[rows], word[rows], odd[rows])


def _numbers(part: Part, draws: Draws) -> Iterator[tuple[int, Floats, float, float]]:
    yield 50810, np.round(3 * draws.value("gas_hemoglobin")), 36, 46
    total, direct = draws.value("bilirubin_total"), draws.value("bilirubin_direct")
    yield 50884, np.where(direct > 0.3, np.round(total - direct, 1), np.nan), 0.1, 1
    yield 50903, np.round(draws.value("cholesterol") / draws.value("hdl_cholesterol"), 1), 0, 5
    creatinine = draws.value("creatinine")
    age, female = part.stays.age[draws.stay], part.people.female[part.stays.person[draws.stay]]
    once = draws.first(np.isfinite(creatinine)) & (age > 17)
    rate = 175 * creatinine.clip(0.1) ** -1.154 * age.clip(1) ** -0.203 * np.where(female, 0.742, 1)
    yield 50920, np.where(once, np.round(rate), np.nan), 60, np.inf


def _ventilation(part: Part, draws: Draws) -> Iterator[tuple[int, Floats, float, float]]:
    """What the sheet of a blood gas says of the ventilator and of the patient's temperature."""
    settings, vitals = part.records.settings, part.records.vitals
    gas = np.isfinite(draws.value("ph"))
    row = draws.before(settings.stay, settings.minute)
    on = gas & (row >= 0)
    for itemid, column, scale in (
        (50816, settings.fio2, 100),
        (50819, settings.peep, 1),
        (50826, settings.tidal, 1),
        (50827, settings.rate, 1),
    ):
        value = np.append(np.round(column * scale), np.nan)[row]
        yield itemid, np.where(on & (value > 0), value, np.nan), -np.inf, np.inf
    row = draws.before(vitals.stay, vitals.minute)
    degrees = np.append(vitals.values[:, VITALS.index("temperature")].astype(np.float64), np.nan)[row]
    yield 50825, np.where(gas & (row >= 0), np.round(degrees), np.nan), -np.inf, np.inf


def _looks(part: Part, draws: Draws) -> Iterator[tuple[int, Flags, Indices, int]]:
    """Words for urine and for cells: item, where, which, and the last that is normal."""
    red, white = draws.value("urine_red_cells"), draws.value("urine_white_cells")
    gravity, liver = draws.value("urine_specific_gravity"), _highest(draws, "bilirubin_total")
    urine = np.isfinite(red)
    luck = part.row_luck(draws.stay, "finding")
    yield 51466, urine, np.digitize(red, [3, 10, 30, 80]), 0
    yield 51486, urine, np.digitize(white, [6, 15, 40, 100]), 0
    yield 51487, urine, ((white > 20) & luck.chance("nitrite", 0.5)).astype(np.int64), 0
    yield 51463, urine, np.digitize(white, [4, 12, 50]), 0
    yield 51464, urine, np.digitize(liver, [4, 12]), 0
    color = np.where(red > 100, 5, np.where(red > 40, 4, np.where(liver > 4, 3, 0)))
    yield 51508, urine, np.where(color > 0, color, np.digitize(-gravity, [-1.022, -1.012]) * 2 % 3), 9
    cloud = np.digitize(red.clip(0) + white.clip(0), [8, 25, 60, 200])
    yield 51506, urine, cloud, 9
    rdw, mcv, counted = draws.value("rdw"), draws.value("mcv"), np.isfinite(draws.value("neutrophils"))
    yield 51137, counted & (rdw > 15.5), np.digitize(rdw, [18.5]), -1
    yield 51246, counted & (mcv > 98), np.digitize(mcv, [104]), -1


def _samples(part: Part, draws: Draws) -> Iterator[tuple[int, Flags, Indices, int]]:
    settings = part.records.settings
    gas = np.isfinite(draws.value("ph"))
    row = draws.before(settings.stay, settings.minute)
    tube = np.append(settings.invasive, False)[row] & (row >= 0)
    yield 50800, gas, np.zeros(len(gas), dtype=np.int64), 9
    yield 50812, gas, np.where(tube, 0, 1), 9


def _highest(draws: Draws, name: str) -> Floats:
    """The highest value of a lab in each draw's stay; 0 if it was never measured."""
    values = draws.value(name)
    highest = np.zeros(int(draws.stay.max(initial=0)) + 1)
    given = np.isfinite(values)
    np.maximum.at(highest, draws.stay[given], values[given])
    found: Floats = highest[draws.stay]
    return found
