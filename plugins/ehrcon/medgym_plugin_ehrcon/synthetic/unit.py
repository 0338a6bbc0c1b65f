"""Units that say the same: each admission records an item in one of two.

A unit then differs between note and tables without a value being wrong, as between two systems of one
hospital, and who knows an item's usual unit and no table cannot tell.
"""

from __future__ import annotations

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]

from medgym_ehr.mimic3.synthetic.part import Part
from medgym_ehr.synthetic.files import Rows

_PAIRS = (
    ("mEq/L", "mmol/L"), ("mg/dL", "mg%"), ("g/dL", "gm%"), ("gm/dL", "g%"), ("K/uL", "thou/uL"),
    ("m/uL", "mill/uL"), ("IU/L", "U/L"), ("sec", "s"), ("mm Hg", "torr"), ("mmHg", "Torr"),
    ("pg/mL", "ng/L"), ("ng/mL", "ug/L"), ("BPM", "beats/min"), ("ml", "cc"), ("fL", "cu um"),
    ("pg", "picograms"), ("kg", "kilos"), ("ug/dL", "mcg/dL"), ("uIU/mL", "mIU/L"), ("%", "percent"),
)  # fmt: skip
_OTHERS = {one.lower(): other for pair in _PAIRS for one, other in (pair, pair[::-1])}
_ITEM_UNITS = {
    "LABEVENTS": "VALUEUOM",
    "CHARTEVENTS": "VALUEUOM",
    "OUTPUTEVENTS": "VALUEUOM",
    "INPUTEVENTS_CV": "AMOUNTUOM",
}
"""File to its column of units."""


def other(unit: str) -> str:
    """Another unit of the same size; empty if there is none."""
    return _OTHERS.get(unit.strip().lower(), "")


def in_either_unit(part: Part, files: dict[str, Rows]) -> dict[str, Rows]:
    """The files of a part; an admission's rows of an item are in its unit or, by chance, the other."""
    changed = {}
    for name, column in _ITEM_UNITS.items():
        rows = files[name]
        units = np.array(pa.array(rows.columns[column]).to_pylist(), dtype=object)
        order = np.argsort(part.hadm_id)
        stay = order[np.searchsorted(part.hadm_id, rows.columns["HADM_ID"], sorter=order)]
        item = np.asarray(rows.columns["ITEMID"])
        swapped = part.stay_luck.of("unit").at(stay).of(item).chance("other", 0.5)
        known = {unit: other(unit) or unit for unit in set(units.tolist()) if unit is not None}
        others = np.array([known.get(unit) for unit in units], dtype=object)
        changed[name] = Rows(rows.patient, {**rows.columns, column: np.where(swapped, others, units)})
    return files | changed
