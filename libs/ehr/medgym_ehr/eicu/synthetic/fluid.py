"""intakeOutput: what goes into a patient in a unit and what comes out, with totals, and weights."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from medgym_ehr.eicu.synthetic.part import Part
from medgym_ehr.eicu.synthetic.visit import DAY
from medgym_ehr.eicu.synthetic.vocabulary import alternatives, companions, terms
from medgym_ehr.synthetic.concept import places
from medgym_ehr.synthetic.files import Column, Rows
from medgym_ehr.synthetic.fluid import PIGGYBACK, antibiotic_doses, as_charted, drained, infused
from medgym_ehr.synthetic.quantity import written
from medgym_ehr.synthetic.sampling import Indices, repeat
from medgym_ehr.synthetic.text import Texts, untidily
from medgym_patient import DRUGS, PROCEDURES, VITALS
from medgym_patient.key import Flags, Floats

WINDOW = 3 * 60
"""Minutes whose volumes of one fluid are charted together."""
MEALS = (8, 12, 18)
"""Hours of the day at which who can drink does."""
ALERT = 4
"""Verbal part of the Glasgow coma scale from which patients drink."""
STOOLS, WITH_LACTULOSE, VOMITS = 0.35, 0.9, 0.06
"""Shares of days with stool, with it under lactulose, and with vomiting."""
TOTAL, ELSEWHERE = 0.04, 0.015
"""Shares of charted hours with a row for the total, and of volumes filed under a path without millilitres."""
VOIDS = 0.3
"""Share of visits without a catheter, if not ventilated."""
SHEET = "flowsheet|Flowsheet Cell Labels|I&O|"
BODY = (SHEET + "Weight|Bodyweight (kg)", "Bodyweight (kg)")
_KINDS = ("antibiotic", "meal", "flush")
_WAYS = ("catheter", "voided", "stool", "emesis")
_SPAN = 1e6
"""More than the windows of any stay."""


@dataclass(frozen=True)
class Volumes:
    """What goes in or out; arrays have one entry each."""

    visit: Indices
    minute: Floats
    label: Indices
    """Of ``_labels``."""
    volume: Floats


def fluid_rows(part: Part) -> Rows:
    """IntakeOutput of a part."""
    labels, inward = _labels()
    every = [_infusions(part), _antibiotics(part), _meals(part), _urine(part), _drains(part), _stools(part)]
    columns = (np.concatenate([getattr(each, name) for each in every]) for name in Volumes.__annotations__)
    unit, window, label, volume = _summed(part, Volumes(*columns))
    luck = part.unit_luck(unit, "fluid")
    elsewhere = luck.chance("elsewhere", ELSEWHERE)
    volume = as_charted(volume)
    into = _totals(unit, window, np.where(inward[label], volume, 0.0))
    out = _totals(unit, window, np.where(inward[label], 0.0, volume))
    name = np.asarray(untidily(labels, label, luck.uniform("untidy")).to_pylist(), dtype=object)
    side = np.where(inward[label], "Intake", "Output").astype(object)
    path = SHEET + side + np.where(elsewhere, "", " (ml)").astype(object) + "|" + name
    rows = _Cells(unit, window, path, name, volume, into, out)
    cells = _Cells.joined([rows, _total_cells(part, rows), _weights(part)])
    offset = np.minimum((cells.window + 1) * WINDOW, np.floor(part.units.end - part.units.begin)[cells.unit])
    entered = part.unit_luck(cells.unit, "entry").integers("entered", 1, 90)
    found: dict[str, Column] = {
        "intakeoutputoffset": offset.astype(np.int64),
        "intaketotal": cells.into,
        "outputtotal": cells.out,
        "dialysistotal": np.zeros(len(offset)),
        "nettotal": cells.into - cells.out,
        "intakeoutputentryoffset": offset.astype(np.int64) + entered,
        "cellpath": cells.path,
        "celllabel": cells.label,
        "cellvaluenumeric": cells.value,
        "cellvaluetext": written(cells.value),
    }
    return part.rows(cells.unit, found)


@dataclass(frozen=True)
class _Cells:
    """Cells of the flowsheet, with the totals of all cells of their window."""

    unit: Indices
    window: Indices
    path: Texts
    label: Texts
    value: NDArray[np.float64]
    into: Floats
    out: Floats

    @classmethod
    def joined(cls, parts: list[_Cells]) -> _Cells:
        """By unit stay and window."""
        joined = [np.concatenate([getattr(part, name) for part in parts]) for name in cls.__annotations__]
        order = np.lexsort((joined[1], joined[0]))
        return cls(*(column[order] for column in joined))


def _summed(part: Part, volumes: Volumes) -> tuple[Indices, Indices, Indices, Floats]:
    """Unit stay, window, label and sum of the volumes in it; what is outside of units is dropped."""
    unit, minute, label, volume = part.inside(volumes.visit, volumes.minute, volumes.label, volumes.volume)
    some = volume > 0
    unit, label, volume = unit[some], label[some], volume[some]
    length = np.floor(part.units.end - part.units.begin)[unit].astype(np.int64)
    window = np.minimum(part.offset(unit, minute[some]), length - 1) // WINDOW
    order = np.lexsort((label, window, unit))
    unit, window, label, volume = unit[order], window[order], label[order], volume[order]
    new = np.any([np.diff(key, prepend=-1) != 0 for key in (unit, window, label)], axis=0)
    total = np.bincount(np.cumsum(new) - 1, volume, int(new.sum())).astype(np.float64)
    return unit[new], window[new], label[new], total


def _totals(unit: Indices, window: Indices, volume: Floats) -> Floats:
    """For each row the sum over its unit stay and window."""
    _, place = np.unique(unit * _SPAN + window, return_inverse=True)
    found: Floats = np.bincount(place, volume).astype(np.float64)[place]
    return found


def _total_cells(part: Part, cells: _Cells) -> _Cells:
    """Some windows have a cell for a total, of which a build takes no notice."""
    _, first = np.unique(cells.unit * _SPAN + cells.window, return_index=True)
    unit = cells.unit[first]
    luck = part.unit_luck(unit, "total")
    shown = np.flatnonzero(luck.chance("total", TOTAL) & (cells.into[first] > 0))
    rows, size = first[shown], len(shown)
    label = np.full(size, "Intake", dtype=object)
    path = np.full(size, SHEET + "Intake (ml)|Intake", dtype=object)
    into, out = cells.into[rows], cells.out[rows]
    return _Cells(cells.unit[rows], cells.window[rows], path, label, into, into, out)


def _weights(part: Part) -> _Cells:
    """Body weight once a day, in the morning."""
    vitals = part.records.vitals
    weight = vitals.values[:, VITALS.index("weight")].astype(np.float64)
    morning = (part.visits.clock[vitals.stay] + vitals.minute) % DAY // 60 == 5
    rows = morning & np.isfinite(weight)
    unit, minute, weight = part.inside(vitals.stay[rows], vitals.minute[rows], weight[rows])
    size, nothing = len(unit), np.zeros(len(unit))
    path, label = (np.full(size, text, dtype=object) for text in BODY)
    window = part.offset(unit, minute) // WINDOW
    return _Cells(unit, window, path, label, weight.round(1), nothing, nothing)


def _infusions(part: Part) -> Volumes:
    doses, file = part.records.doses, terms("as_intake")
    luck = part.habits.at(doses.stay).of(doses.drug)
    row = alternatives("intake", DRUGS.names).pick(doses.drug, luck.uniform("intake"))
    volume = infused(part, row, file)
    return Volumes(doses.stay, doses.minute, _places(file.columns["term"])[row], volume)


def _antibiotics(part: Part) -> Volumes:
    visit, minute = antibiotic_doses(part)
    return Volumes(visit, minute, _volume_labels(part, visit, "antibiotic"), np.full(len(visit), PIGGYBACK))


def _meals(part: Part) -> Volumes:
    """What alert patients without a tube drink, and the water that tubes are flushed with."""
    vitals, doses = part.records.vitals, part.records.doses
    hour = (part.visits.clock[vitals.stay] + vitals.minute) % DAY // 60
    awake = np.isin(hour, MEALS) & (vitals.values[:, VITALS.index("verbal")] >= ALERT)
    visit, minute = vitals.stay[awake], vitals.minute[awake]
    luck = part.row_luck(visit, "meal")
    volume = 80 + 320 * luck.uniform("volume")
    fed = doses.drug == DRUGS.index["feeding"]
    flushed = np.flatnonzero(fed & (doses.minute % (4 * 60) == 0))
    tube, again = doses.stay[flushed], doses.minute[flushed]
    label = np.concatenate([_volume_labels(part, visit, "meal"), _volume_labels(part, tube, "flush")])
    volumes = np.concatenate([volume, np.full(len(tube), 60.0)])
    return Volumes(np.concatenate([visit, tube]), np.concatenate([minute, again]), label, volumes)


def _urine(part: Part) -> Volumes:
    vitals = part.records.vitals
    volume = np.nan_to_num(vitals.values[:, VITALS.index("urine")].astype(np.float64))
    way = np.where(_voids(part), _ways(part, "voided"), _ways(part, "catheter"))
    return Volumes(vitals.stay, vitals.minute, way[vitals.stay], volume)


def _voids(part: Part) -> Flags:
    settings = part.records.settings
    every = np.arange(len(part.stays.person))
    ventilated = np.isin(every, settings.stay[settings.invasive])
    voids: Flags = ~ventilated & part.stay_luck.chance("voids", VOIDS)
    return voids


def _drains(part: Part) -> Volumes:
    codes, file = part.records.procedures, terms("also_output")
    beside = companions("output", PROCEDURES.names)
    owner, row = beside.draw(codes.concept, part.row_luck(codes.stay, "drain"))
    visit, minute, row, volume = drained(part, owner, row, file)
    return Volumes(visit, minute, _places(file.columns["term"])[row], volume)


def _stools(part: Part) -> Volumes:
    """Stool on some days, on most under lactulose; and vomit."""
    doses = part.records.doses
    days = np.ceil(part.stays.minutes / DAY).astype(np.int64)
    visit, number = repeat(days)
    luck = part.stay_luck.of("stool").at(visit).of(number)
    moved = np.isin(visit, doses.stay[doses.drug == DRUGS.index["lactulose"]])
    stool = luck.chance("stool", np.where(moved, WITH_LACTULOSE, STOOLS))
    vomit = luck.chance("vomit", VOMITS)
    minute = np.floor((number + luck.uniform("minute")) * DAY)
    volume = 60 + 250 * luck.uniform("volume") ** 2
    label = [_ways(part, way)[visit[rows]] for way, rows in (("stool", stool), ("emesis", vomit))]
    kept = np.concatenate([np.flatnonzero(stool), np.flatnonzero(vomit)])
    return Volumes(visit[kept], minute[kept], np.concatenate(label), volume[kept])


@cache
def _labels() -> tuple[Texts, Flags]:
    """All labels, and which are of what goes in."""
    into = dict.fromkeys((*terms("as_intake").columns["term"], *terms("as_volume").columns["term"]))
    out = dict.fromkeys((*terms("as_output").columns["term"], *terms("also_output").columns["term"]))
    return np.array([*into, *out], dtype=object), np.repeat([True, False], [len(into), len(out)])


@cache
def _places(names: tuple[str, ...]) -> Indices:
    return places(names, _labels()[0].tolist())


def _volume_labels(part: Part, visit: Indices, kind: str) -> Indices:
    """The hospital's label for a kind of intake."""
    return _habitual(part, "volume", _KINDS, kind)[visit]


def _ways(part: Part, way: str) -> Indices:
    """The hospital's label for a way out, for each visit."""
    return _habitual(part, "output", _WAYS, way)


def _habitual(part: Part, name: str, kinds: tuple[str, ...], kind: str) -> NDArray[np.int64]:
    concept = np.full(len(part.stays.person), kinds.index(kind))
    row = alternatives(name, kinds).pick(concept, part.habits.of(kind).uniform("label"))
    return _places(terms(f"as_{name}").columns["term"])[row]
