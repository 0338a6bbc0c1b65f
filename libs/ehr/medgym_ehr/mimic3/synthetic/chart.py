"""CHARTEVENTS: vital signs and other observations at the bedside, in intensive care.

The model measures every hour. Charted is a round every six hours of the first day, every twelve of the two
after it and one a day then: as a bedside chart, but so that no file is larger than what stands on it needs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from functools import cache

import numpy as np
from numpy.typing import NDArray

from medgym_ehr.mimic3.synthetic.icustay import DAY, IcuStays
from medgym_ehr.mimic3.synthetic.part import Part
from medgym_ehr.mimic3.synthetic.vocabulary import terms
from medgym_ehr.synthetic.clock import MINUTE, datetimes
from medgym_ehr.synthetic.files import Column, Rows
from medgym_ehr.synthetic.quantity import written
from medgym_ehr.synthetic.sampling import Indices
from medgym_ehr.synthetic.text import Texts, same, words
from medgym_patient import LABS, VITALS
from medgym_patient.key import Flags, Floats

FIRST, LATER, LAST = 6 * 60, 12 * 60, DAY
"""Minutes between rounds on the first day, on the two after it, and then."""
AGAIN = 0.5
"""Share of stays that weigh a patient, and measure the height, twice."""
COPIED = 0.07
"""Share of laboratory results that are charted at the bedside too."""
WITHOUT = 0.01
"""Share of missing numbers, and of missing units."""
NURSES = (14010, 21570)
"""Numbers of those who chart: from, below."""
ROUTINE = {
    "heart_rate": 211,
    "respiratory_rate": 618,
    "systolic": 51,
    "diastolic": 8368,
    "mean_pressure": 52,
    "saturation": 834,
    "temperature": 677,
}
"""Vital signs of every round."""
CUFF = {"systolic": 455, "diastolic": 8441, "mean_pressure": 456, "saturation": 646}
"""What is charted once a day between rounds."""
GLASGOW = {"eyes": 184, "verbal": 723, "motor": 454}
LABORATORY = {
    "hematocrit": 813,
    "hemoglobin": 814,
    "platelets": 828,
    "sodium": 837,
    "potassium": 829,
    "urea_nitrogen": 781,
    "creatinine": 791,
    "white_cells": 861,
    "ptt": 825,
    "inr": 815,
    "bicarbonate": 787,
    "chloride": 788,
    "magnesium": 821,
    "phosphate": 827,
    "lactate": 818,
    "ph": 780,
    "pco2": 778,
    "po2": 779,
    "base_excess": 776,
    "ionized_calcium": 50,
}
FINGERSTICK, WEIGHT, HEIGHT, DAILY_WEIGHT, FAHRENHEIT, COMA = 807, 762, 920, 581, 678, 198
VENTILATOR = {"fio2": 190, "peep": 506, "rate": 619, "tidal": 682}


@dataclass(frozen=True)
class Charted:
    """Observations; all arrays have one entry each."""

    stay: Indices
    icu: Indices
    minute: Floats
    itemid: NDArray[np.int64]
    value: Floats


def chart_rows(part: Part, icustays: IcuStays) -> Rows:
    """CHARTEVENTS of a part."""
    found = _joined([*_vitals(part, icustays), *_others(part, icustays)])
    luck = part.row_luck(found.stay, "chart")
    value = np.where(luck.chance("number", WITHOUT), np.nan, found.value)
    items, units = _units()
    unit = np.where(luck.chance("unit", WITHOUT), -1, np.searchsorted(items, found.itemid))
    time = part.at(found.stay, found.minute)
    columns: dict[str, Column] = {
        **part.named(found.stay),
        "ICUSTAY_ID": icustays.icustay_id[found.icu],
        "ITEMID": found.itemid,
        "CHARTTIME": datetimes(time),
        "STORETIME": datetimes(time + luck.integers("stored", 1, 90) * MINUTE),
        "CGID": luck.integers("nurse", *NURSES),
        "VALUE": written(value),
        "VALUENUM": value,
        "VALUEUOM": words(units, unit),
        "STOPPED": words(same("NotStopd", 1), np.zeros(len(time), dtype=np.int64)),
    }
    return Rows(part.stays.person[found.stay], columns)


def _joined(parts: list[Charted]) -> Charted:
    """By stay and time, each item once a minute."""
    columns = [np.concatenate([getattr(part, field.name) for part in parts]) for field in fields(Charted)]
    joined = Charted(*columns)
    order = np.lexsort((joined.itemid, joined.minute, joined.stay))
    stay, minute, item = (column[order] for column in (joined.stay, joined.minute, joined.itemid))
    new = np.any([np.diff(column, prepend=-1) != 0 for column in (stay, minute, item)], axis=0)
    return Charted(*(column[order[new]] for column in columns))


def _vitals(part: Part, icustays: IcuStays) -> Iterator[Charted]:
    vitals = part.records.vitals
    icu = icustays.holding(vitals.stay, vitals.minute)
    since = vitals.minute - icustays.start[icu]
    values = {
        name: vitals.values[:, row].astype(np.float64).round(2) + 0.0 for row, name in enumerate(VITALS)
    }

    def charted(rows: Flags, itemid: int, value: Floats) -> Charted:
        kept = np.flatnonzero(rows & (icu >= 0) & np.isfinite(value))
        return Charted(
            vitals.stay[kept], icu[kept], vitals.minute[kept], np.full(len(kept), itemid), value[kept]
        )

    seldom = np.where(since < 3 * DAY, since % LATER == 0, since % LAST == 0)
    every = np.where(since < DAY, since % FIRST == 0, seldom)
    for name, itemid in ROUTINE.items():
        yield charted(every, itemid, values[name])
    between = (since % DAY == 9 * 60) & (since < 2 * DAY)
    for name, itemid in CUFF.items():
        yield charted(between, itemid, values[name])
    yield charted(between, FAHRENHEIT, np.round(values["temperature"] * 1.8 + 32, 1))
    awake = since % np.where(since < DAY, LATER, LAST) == 0
    for name, itemid in GLASGOW.items():
        yield charted(awake, itemid, values[name])
    yield charted(awake, COMA, values["eyes"] + values["verbal"] + values["motor"])
    weight = np.round(values["weight"], 1)
    yield charted(since % DAY == 5 * 60, DAILY_WEIGHT, weight)
    luck = part.stay_luck.of("measured").at(vitals.stay)
    size = np.round(part.people.height[part.stays.person[vitals.stay]] / 2.54, 1)
    again = (since == DAY) & luck.chance("again", AGAIN)
    yield charted((since == 0) | again, WEIGHT, weight)
    yield charted((since == 0) | (again & luck.chance("height", AGAIN)), HEIGHT, size)


def _others(part: Part, icustays: IcuStays) -> Iterator[Charted]:
    """Ventilator settings twice a day, fingersticks, and some results of the laboratory."""
    settings, labs = part.records.settings, part.labs
    icu = icustays.holding(settings.stay, settings.minute)
    since = settings.minute - icustays.start[icu]
    for name, itemid in VENTILATOR.items():
        value = getattr(settings, name)
        kept = np.flatnonzero((icu >= 0) & (since % LATER < FIRST) & (value > 0))
        yield Charted(
            settings.stay[kept],
            icu[kept],
            settings.minute[kept],
            np.full(len(kept), itemid),
            np.round(value[kept], 2),
        )
    item = _items_of_labs()[labs.lab]
    copied = (item == FINGERSTICK) | part.row_luck(labs.stay, "copied").chance("charted", COPIED)
    rows = np.flatnonzero((item >= 0) & copied)
    icu = icustays.holding(labs.stay[rows], labs.minute[rows])
    rows, icu = rows[icu >= 0], icu[icu >= 0]
    yield Charted(labs.stay[rows], icu, labs.minute[rows], item[rows], labs.value[rows])


@cache
def _items_of_labs() -> NDArray[np.int64]:
    found = np.full(len(LABS), -1)
    for name, itemid in (LABORATORY | {"fingerstick_glucose": FINGERSTICK}).items():
        found[LABS.index[name]] = itemid
    return found


@cache
def _units() -> tuple[NDArray[np.int64], Texts]:
    """Numbers of the items, ascending, and their units."""
    files = (terms("vital"), terms("charted"))
    itemid = np.concatenate([file.integers("itemid") for file in files])
    order = np.argsort(itemid)
    return itemid[order], np.concatenate([file.texts("unit") for file in files])[order]
