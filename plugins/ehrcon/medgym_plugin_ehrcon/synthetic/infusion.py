"""INPUTEVENTS_MV: what ran into a patient in an ICU that charts with MetaVision, as spans with a rate."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from medgym_ehr.mimic3.synthetic.icustay import IcuStays
from medgym_ehr.mimic3.synthetic.part import Part
from medgym_ehr.synthetic.clock import datetimes
from medgym_ehr.synthetic.files import Rows
from medgym_ehr.synthetic.text import words
from medgym_patient import DRUGS

METAVISION = 0.4
"""Share of admissions that are charted so; the others have INPUTEVENTS_CV."""
ITEMS = {
    "crystalloid": (225158, "mL", "mL/hour", 1.0),
    "norepinephrine": (221906, "mg", "mcg/kg/min", 0.06),
    "sedation": (222168, "mg", "mcg/kg/min", 0.06),
}
"""Drug of the model to item, unit of amount and rate, and amount in an hour at a rate of 1 (a kilogram)."""
HOUR = 60


def on_metavision(part: Part) -> NDArray[np.bool_]:
    """Whether each admission of a part is charted with MetaVision."""
    return part.stay_luck.of("metavision").chance("charted", METAVISION)


def infusion_rows(part: Part, icustays: IcuStays) -> Rows:
    """INPUTEVENTS_MV of a part: hours of one drug at one rate that follow each other make one row."""
    doses, drugs = part.records.doses, [DRUGS.index[name] for name in ITEMS]
    icu = icustays.holding(doses.stay, doses.minute)
    rows = np.flatnonzero(np.isin(doses.drug, drugs) & (icu >= 0) & on_metavision(part)[doses.stay])
    rate = np.round(doses.amount[rows], 2)
    order = np.lexsort((doses.minute[rows], doses.drug[rows], doses.stay[rows]))
    rows, rate = rows[order][rate[order] > 0], rate[order][rate[order] > 0]
    stay, drug, minute = doses.stay[rows], doses.drug[rows], doses.minute[rows]
    new = np.any([np.diff(each, prepend=-1) != 0 for each in (stay, drug, rate)], axis=0)
    first = np.flatnonzero(new | (np.diff(minute, prepend=-1) != HOUR))
    hours = np.diff(np.append(first, len(rows)))
    stay, drug, minute, rate = stay[first], drug[first], minute[first], rate[first]
    item, amount_unit, rate_unit, size = _items(drug)
    weight = np.where(size < 1, part.stays.weight[stay], 1.0)
    columns = {
        **part.named(stay),
        "ICUSTAY_ID": icustays.icustay_id[icu[rows[first]]],
        "STARTTIME": datetimes(part.at(stay, minute)),
        "ENDTIME": datetimes(part.at(stay, minute + hours * HOUR)),
        "ITEMID": item,
        "AMOUNT": np.round(rate * size * weight * hours, 2),
        "AMOUNTUOM": words(amount_unit, np.arange(len(stay))),
        "RATE": rate,
        "RATEUOM": words(rate_unit, np.arange(len(stay))),
    }
    return Rows(part.stays.person[stay], columns)


def _items(
    drug: NDArray[np.int64],
) -> tuple[NDArray[np.int64], NDArray[np.object_], NDArray[np.object_], NDArray[np.float64]]:
    """Item, units and size of each row."""
    place = np.searchsorted(sorted(DRUGS.index[name] for name in ITEMS), drug)
    ordered = [ITEMS[name] for name in sorted(ITEMS, key=lambda name: DRUGS.index[name])]
    item, amount, rate, size = (np.array(column) for column in zip(*ordered, strict=True))
    return item[place], amount.astype(object)[place], rate.astype(object)[place], size[place]
