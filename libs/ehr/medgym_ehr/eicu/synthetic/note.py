"""Notes: the moments at which a stay's diagnoses and treatments are written down, again and again."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from medgym_ehr.eicu.synthetic.part import Part
from medgym_ehr.synthetic.luck import Luck
from medgym_ehr.synthetic.sampling import Indices, first_of_each, repeat
from medgym_ehr.synthetic.text import Texts, either
from medgym_patient.key import Floats

FIRST = (20, 300)
"""Minutes after admission to a unit at which the first note is written: from, below."""
SHIFT = 18 * 60
"""Minutes between notes at the beginning; each lets pass half a shift more."""
ONGOING = 0.92
"""Share of what the last note has that is active upon discharge."""


@dataclass(frozen=True)
class Notes:
    """Notes by unit stay and time; arrays have one entry each."""

    unit: Indices
    minute: Floats
    """Since admission to the hospital."""
    last: NDArray[np.bool_]
    """Whether it is the stay's last."""


@dataclass(frozen=True)
class Noted:
    """What notes have, by unit stay and time; arrays have one entry each."""

    unit: Indices
    offset: NDArray[np.int64]
    term: Indices
    last: NDArray[np.bool_]


def write_notes(part: Part, stream: str) -> Notes:
    """The notes of all unit stays; those on diagnoses are others than those on treatments."""
    units = part.units
    length = units.end - units.begin
    luck = part.unit_luck(np.arange(len(length)), stream)
    first = np.minimum(luck.integers("first", *FIRST), np.floor(length / 2))
    shifts = np.maximum(length - first, 0) / SHIFT
    counts = 1 + np.floor(2 * (np.sqrt(0.5625 + shifts) - 0.75)).astype(np.int64)
    unit, number = repeat(counts)
    later = SHIFT * number * (0.75 + number / 4)
    shaken = np.where(number > 0, 120 * (luck.at(unit).of(number).uniform("moment") - 0.5), 0)
    minute = np.minimum(units.begin[unit] + np.floor(first[unit] + later + shaken), units.end[unit])
    return Notes(unit, minute, number == counts[unit] - 1)


def noted(
    part: Part, notes: Notes, visit: Indices, term: Indices, span: tuple[Floats, Floats], luck: Luck
) -> Noted:
    """Which notes have which terms; none has one twice.

    Args:
        part: whose.
        notes: their notes.
        visit: of each thing to be noted.
        term: what is written for it.
        span: minutes since admission from which and until which it may be noted.
        luck: draws for each; most are noted at first, fewer again.
    """
    owner = part.units.visit[notes.unit]
    starts, ends = np.searchsorted(owner, visit), np.searchsorted(owner, visit, side="right")
    thing, number = repeat(ends - starts)
    note = starts[thing] + number
    minute = notes.minute[note]
    fits = (minute >= span[0][thing]) & (minute <= span[1][thing])
    thing, note = thing[fits], note[fits]
    again = np.diff(thing, prepend=-1) == 0
    kept = luck.at(thing).of(note - starts[thing]).chance("noted", np.where(again, 0.45, 0.85))
    thing, note = thing[kept], note[kept]
    order = np.lexsort((term[thing], note))
    thing, note = thing[order], note[order]
    single = first_of_each(note, term[thing])
    thing, note = thing[single], note[single]
    unit = notes.unit[note]
    return Noted(unit, part.offset(unit, notes.minute[note]), term[thing], notes.last[note])


def active(part: Part, found: Noted) -> Texts:
    """Whether what was noted is active upon discharge: most of what the last note has."""
    luck = part.unit_luck(found.unit, "active")
    return either(found.last & luck.chance("active", ONGOING), "True", "False")
