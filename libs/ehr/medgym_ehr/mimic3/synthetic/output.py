"""OUTPUTEVENTS: what comes out of a patient in an ICU.

Urine as the model has it, drains that belong to procedures, stool.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from medgym_ehr.mimic3.synthetic.icustay import DAY, IcuStays
from medgym_ehr.mimic3.synthetic.intake import charted, measured, summed
from medgym_ehr.mimic3.synthetic.part import Part
from medgym_ehr.mimic3.synthetic.vocabulary import companions, terms
from medgym_ehr.synthetic.concept import places
from medgym_ehr.synthetic.files import Column, Rows
from medgym_ehr.synthetic.fluid import drained
from medgym_ehr.synthetic.sampling import Indices, repeat
from medgym_patient import DRUGS, VITALS
from medgym_patient.key import Floats

WINDOW = 4 * 60
"""Minutes whose urine is charted together."""
STOOLS, WITH_LACTULOSE = 0.35, 0.9
"""Share of days with stool, and under lactulose."""
WITHOUT = 0.02
"""Share of missing amounts."""
UNITS = {"ml": 88.0, "mL": 8.0, " ml": 1.0, "cc": 1.0, "": 2.0}
"""How millilitres are written."""
Events = tuple[Indices, Floats, Indices, Floats]
"""Stay, minute, ITEMID, mL."""


def output_rows(part: Part, icustays: IcuStays) -> Rows:
    """OUTPUTEVENTS of a part."""
    events = [_urine(part), _drains(part), _stools(part, icustays)]
    stay, minute, itemid, volume = (np.concatenate(column) for column in zip(*events, strict=True))
    stay, icu, minute, itemid, total = summed(icustays, stay, minute, itemid, volume, WINDOW)
    luck = part.row_luck(stay, "output")
    amount, unit = measured(luck, total, UNITS, WITHOUT)
    columns: dict[str, Column] = {
        **charted(part, icustays, stay, icu, minute, luck),
        "ITEMID": itemid,
        "VALUE": amount,
        "VALUEUOM": unit,
    }
    return Rows(part.stays.person[stay], columns)


def _urine(part: Part) -> Events:
    vitals = part.records.vitals
    grown = _ways("intensive", part.luck.uniform("urine"))[part.stays.person]
    infant = _ways("newborn", part.luck.uniform("urine"))[part.stays.person]
    item = np.where(part.stays.age < 1, infant, grown)
    volume = np.nan_to_num(vitals.values[:, VITALS.index("urine")].astype(np.float64))
    return vitals.stay, vitals.minute, item[vitals.stay], volume


def _drains(part: Part) -> Events:
    codes, file = part.records.procedures, terms("also_output")
    owner, row = companions("output", "procedure").draw(codes.concept, part.row_luck(codes.stay, "drain"))
    stay, minute, row, volume = drained(part, owner, row, file)
    labels = terms("output").columns["label"]
    itemid = terms("output").integers("itemid")[places(file.columns["term"], labels)][row]
    return stay, minute, itemid, volume


def _stools(part: Part, icustays: IcuStays) -> Events:
    days = np.ceil((icustays.stop - icustays.start) / DAY).astype(np.int64)
    owner, number = repeat(days)
    luck = part.row_luck(icustays.stay, "stool").at(owner).of(number)
    doses = part.records.doses
    moved = np.zeros(len(part.admitted), dtype=bool)
    moved[doses.stay[doses.drug == DRUGS.index["lactulose"]]] = True
    share = np.where(moved[icustays.stay[owner]], WITH_LACTULOSE, STOOLS)
    some = np.flatnonzero(luck.chance("some", share))
    owner, number, luck = owner[some], number[some], luck.at(some)
    stay = icustays.stay[owner]
    minute = np.floor(icustays.start[owner] + (number + luck.uniform("minute")) * DAY)
    item = _ways("stool", part.luck.uniform("stool"))[part.stays.person[stay]]
    return stay, minute, item, 120 + 250 * luck.uniform("volume") ** 2


@cache
def _kinds(kind: str) -> tuple[NDArray[np.float64], Indices]:
    file = terms("as_urine")
    own = np.array([concept == kind for concept in file.columns["concept"]])
    labels = terms("output").columns["label"]
    itemid = terms("output").integers("itemid")[places(file.columns["term"], labels)]
    return np.cumsum(file.numbers("weight")[own]), itemid[own]


def _ways(kind: str, luck: Floats) -> Indices:
    """The item by which something leaves, for numbers in (0, 1)."""
    bounds, itemid = _kinds(kind)
    chosen: Indices = itemid[
        np.searchsorted(bounds, luck * bounds[-1], side="right").clip(max=len(itemid) - 1)
    ]
    return chosen
