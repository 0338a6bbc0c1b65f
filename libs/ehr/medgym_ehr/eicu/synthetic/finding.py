"""Results that follow from others: shares, sums, and the ventilator beside a blood gas."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Self

import numpy as np

from medgym_ehr.eicu.synthetic.part import Part
from medgym_ehr.synthetic.sampling import Indices
from medgym_patient import LABS, VITALS
from medgym_patient.key import Floats

GLOBULINS = (2.3, 1.4)
"""g/dL beside albumin, at least, and range among people."""
PLATELET_VOLUME = (8.6, 2.4)
"""fL, at least, and range among people."""
LATEST = 4 * 60
"""Minutes for which ventilator settings hold."""
SETTINGS = {"PEEP": "peep", "Vent Rate": "rate", "TV": "tidal"}
_SPAN = 1e7
"""More than the minutes of any visit."""


@dataclass(frozen=True)
class Results:
    """Results; all arrays have one entry each."""

    visit: Indices
    minute: Floats
    item: Indices
    value: Floats

    @classmethod
    def joined(cls, parts: Iterable[Self]) -> Self:
        """One after another."""
        every = list(parts)
        return cls(*(np.concatenate([getattr(part, f.name) for part in every]) for f in fields(cls)))


def derived(part: Part, places: Mapping[str, int]) -> Iterator[Results]:
    """What laboratories report beside the model's results; ``places`` are the items' numbers."""
    labs = part.labs

    def rows(name: str) -> Indices:
        return np.flatnonzero(labs.lab == LABS.index[name])

    def beside(own: Indices, item: str, value: Floats) -> Results:
        return Results(labs.stay[own], labs.minute[own], np.full(len(own), places[item]), value)

    person = part.stays.person[labs.stay]
    albumin = rows("albumin")
    low, width = GLOBULINS
    globulins = low + width * part.luck.uniform("globulins")[person[albumin]]
    yield beside(albumin, "total protein", labs.value[albumin] + globulins)
    platelets = rows("platelets")
    low, width = PLATELET_VOLUME
    noise = 0.4 * (part.row_luck(labs.stay[platelets], "volume").uniform("volume") - 0.5)
    usual = low + width * part.luck.uniform("volume")[person[platelets]]
    yield beside(platelets, "MPV", usual + noise)
    share, whole = _paired(part, "creatine_kinase_mb", "creatine_kinase")
    known = labs.value[whole] > 0
    share, whole = share[known], whole[known]
    yield beside(share, "CPK-MB INDEX", 100 * labs.value[share] / labs.value[whole])
    yield from _gases(part, places)


def _paired(part: Part, one: str, other: str) -> tuple[Indices, Indices]:
    """Rows of two labs that are of one draw."""
    labs = part.labs
    first, second = (np.flatnonzero(labs.lab == LABS.index[name]) for name in (one, other))
    draws, others = (labs.stay[rows] * _SPAN + labs.minute[rows] for rows in (first, second))
    _, mine, its = np.intersect1d(draws, others, return_indices=True)
    return first[mine], second[its]


def _gases(part: Part, places: Mapping[str, int]) -> Iterator[Results]:
    """Bicarbonate by Henderson and Hasselbalch, the oxygen that was given, and the settings that hold."""
    labs, settings, vitals = part.labs, part.records.settings, part.records.vitals
    acid, gas = _paired(part, "ph", "pco2")
    visit, minute = labs.stay[gas], labs.minute[gas]
    bicarbonate = 0.0307 * labs.value[gas] * 10 ** (labs.value[acid] - 6.1)
    yield Results(visit, minute, np.full(len(gas), places["HCO3"]), bicarbonate)
    before = np.searchsorted(vitals.stay * _SPAN + vitals.minute, visit * _SPAN + minute, side="right") - 1
    fraction = vitals.values[before, VITALS.index("fio2")].astype(np.float64)
    known = (before >= 0) & (vitals.stay[before] == visit) & np.isfinite(fraction)
    yield Results(
        visit[known], minute[known], np.full(int(known.sum()), places["FiO2"]), 100 * fraction[known]
    )
    last = np.searchsorted(settings.stay * _SPAN + settings.minute, visit * _SPAN + minute, side="right") - 1
    if not len(settings.stay):
        return
    holds = (last >= 0) & (settings.stay[last] == visit) & (minute - settings.minute[last] < LATEST)
    holds &= settings.invasive[last]
    own, last = np.flatnonzero(holds), last[holds]
    for name, column in SETTINGS.items():
        value = getattr(settings, column)[last].astype(np.float64)
        yield Results(visit[own], minute[own], np.full(len(own), places[name]), value)
