"""INPUTEVENTS_CV: what goes into a patient in an ICU, as volumes."""

from __future__ import annotations

import numpy as np

from medgym_ehr.mimic3.synthetic.chart import NURSES
from medgym_ehr.mimic3.synthetic.icustay import IcuStays
from medgym_ehr.mimic3.synthetic.part import Part
from medgym_ehr.mimic3.synthetic.vocabulary import alternatives, terms
from medgym_ehr.synthetic.clock import MINUTE, datetimes
from medgym_ehr.synthetic.concept import places
from medgym_ehr.synthetic.files import Column, Rows
from medgym_ehr.synthetic.fluid import PIGGYBACK, antibiotic_doses, as_charted, infused
from medgym_ehr.synthetic.luck import Luck
from medgym_ehr.synthetic.sampling import Indices
from medgym_ehr.synthetic.text import Texts, same, words
from medgym_patient.key import Floats

WINDOW = 3 * 60
"""Minutes whose volumes of one fluid are charted together."""
WITHOUT = 0.02
"""Share of missing amounts."""
UNITS = {"ml": 95.5, "ml ": 1.5, "cc": 1.5, "": 1.5}
"""How millilitres are written."""


def intake_rows(part: Part, icustays: IcuStays) -> Rows:
    """INPUTEVENTS_CV of a part."""
    stay, minute, row, volume = _given(part)
    itemid = terms("intake").integers("itemid")[
        places(terms("as_intake").columns["term"], terms("intake").columns["label"])
    ][row]
    stay, icu, minute, itemid, amount = summed(icustays, stay, minute, itemid, volume, WINDOW)
    luck = part.row_luck(stay, "intake")
    order = part.stay_luck.of("order").at(stay).of(itemid).integers("number", 1, 10_000_000)
    amount, unit = measured(luck, amount, UNITS, WITHOUT)
    columns: dict[str, Column] = {
        **charted(part, icustays, stay, icu, minute, luck),
        "ITEMID": itemid,
        "AMOUNT": amount,
        "AMOUNTUOM": unit,
        "ORDERID": order,
        "LINKORDERID": order,
        "ORIGINALAMOUNT": amount,
        "ORIGINALAMOUNTUOM": unit,
        "ORIGINALROUTE": words(same("Intravenous", 1), np.zeros(len(stay), dtype=np.int64)),
    }
    return Rows(part.stays.person[stay], columns)


def summed(
    icustays: IcuStays, stay: Indices, minute: Floats, itemid: Indices, volume: Floats, window: int
) -> tuple[Indices, Indices, Floats, Indices, Floats]:
    """Stay, ICU stay, last minute, item and sum of the volumes of each window; what is outside is dropped."""
    icu = icustays.holding(stay, minute)
    rows = np.flatnonzero((icu >= 0) & (volume > 0))
    icu, minute, itemid, volume = icu[rows], minute[rows], itemid[rows], volume[rows]
    order = np.lexsort((minute, itemid, minute // window, icu))
    icu, minute, itemid, volume = icu[order], minute[order], itemid[order], volume[order]
    new = np.any([np.diff(key, prepend=-1) != 0 for key in (icu, minute // window, itemid)], axis=0)
    group = np.cumsum(new) - 1
    total: Floats = np.bincount(group, volume, int(new.sum())).astype(np.float64)
    last = np.append(np.flatnonzero(new)[1:], len(icu)) - 1 if len(icu) else np.flatnonzero(new)
    order = np.lexsort((itemid[last], minute[last], icu[last]))
    last, total = last[order], total[order]
    return icustays.stay[icu[last]], icu[last], minute[last], itemid[last], total


def measured(luck: Luck, volume: Floats, units: dict[str, float], without: float) -> tuple[Floats, Texts]:
    """Volumes as charted, with the units' texts; some missing."""
    texts = np.array([text or None for text in units], dtype=object)
    unit = words(texts, luck.pick("unit", np.array(list(units.values()))))
    return np.where(luck.chance("amount", without), np.nan, as_charted(volume)), unit


def charted(
    part: Part, icustays: IcuStays, stay: Indices, icu: Indices, minute: Floats, luck: Luck
) -> dict[str, Column]:
    """Whose rows these are, and when they were charted, and by whom."""
    time = part.at(stay, minute)
    return {
        **part.named(stay),
        "ICUSTAY_ID": icustays.icustay_id[icu],
        "CHARTTIME": datetimes(time),
        "STORETIME": datetimes(time + luck.integers("stored", 1, 120) * MINUTE),
        "CGID": luck.integers("nurse", *NURSES),
    }


def _given(part: Part) -> tuple[Indices, Floats, Indices, Floats]:
    """Stay, minute, row of ``as_intake.csv`` and mL of every dose: the model's, and antibiotics ordered."""
    doses, file = part.records.doses, terms("as_intake")
    fluid = part.stay_luck.of("fluid").at(doses.stay).of(doses.drug)
    row = alternatives("intake", "drug").pick(doses.drug, fluid.uniform("name"))
    volume = infused(part, row, file)
    stay, minute = antibiotic_doses(part)
    bag = file.columns["term"].index("IV Piggyback")
    return (
        np.concatenate([doses.stay, stay]),
        np.concatenate([doses.minute, minute]),
        np.concatenate([row, np.full(len(stay), bag)]),
        np.concatenate([volume, np.full(len(stay), PIGGYBACK)]),
    )
