"""Rounds as they are charted: with a part of the signs, some minutes late."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from medgym_ehr.mimic3.synthetic.chart import CUFF, ROUTINE
from medgym_ehr.mimic3.synthetic.part import Part
from medgym_ehr.synthetic.clock import MINUTE
from medgym_ehr.synthetic.files import Rows
from medgym_ehr.synthetic.luck import Luck

LATEST = 45
"""Minutes after the hour before which all of a round is charted."""
OMITTED = 0.4
"""Share of signs that a round leaves out, so that what is told of one round may not be of another."""
_PRESSURES = frozenset({"systolic", "diastolic", "mean_pressure"})
"""Signs that are charted together or not at all."""
_SIGNS = {
    item: "pressure" if name in _PRESSURES else name
    for items in (ROUTINE, CUFF)
    for name, item in items.items()
}
_CHARTED = ("CHARTEVENTS", "OUTPUTEVENTS", "INPUTEVENTS_CV")


def taken(part: Part, rows: Rows) -> NDArray[np.bool_]:
    """Which rows of CHARTEVENTS are charted; some signs of each round are not."""
    luck, item = _luck(part, rows)[0].of("omitted"), np.asarray(rows.columns["ITEMID"])
    omitted = np.zeros(len(item), dtype=bool)
    for number, sign in _SIGNS.items():
        omitted |= (item == number) & luck.chance(sign, OMITTED)
    return ~omitted


def charted_late(part: Part, files: dict[str, Rows]) -> dict[str, Rows]:
    """The files of a part; what an admission has at one minute is charted together, at a later one."""
    changed = {}
    for name in _CHARTED:
        luck, when = _luck(part, files[name])
        charted = when + luck.integers("minutes", 0, LATEST).astype("timedelta64[m]")
        changed[name] = Rows(files[name].patient, {**files[name].columns, "CHARTTIME": charted})
    return files | changed


def _luck(part: Part, rows: Rows) -> tuple[Luck, NDArray[np.datetime64]]:
    """The draws of the minute of each row's stay, and when that is."""
    order = np.argsort(part.hadm_id)
    stay = order[np.searchsorted(part.hadm_id, rows.columns["HADM_ID"], sorter=order)]
    when = np.asarray(rows.columns["CHARTTIME"])
    minute = (when.astype("datetime64[s]").astype(np.int64) - part.admitted[stay]) // MINUTE
    return part.stay_luck.of("late").at(stay).of(minute), when
