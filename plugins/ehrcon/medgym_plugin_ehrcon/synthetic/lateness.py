"""Rounds at the bedside are charted some minutes late, so that no time shows that it was never a round's."""

from __future__ import annotations

import numpy as np

from medgym_ehr.mimic3.synthetic.part import Part
from medgym_ehr.synthetic.clock import MINUTE
from medgym_ehr.synthetic.files import Rows

LATEST = 45
"""Minutes after the hour before which all of a round is charted."""
_CHARTED = ("CHARTEVENTS", "OUTPUTEVENTS", "INPUTEVENTS_CV")


def charted_late(part: Part, files: dict[str, Rows]) -> dict[str, Rows]:
    """The files of a part; what an admission has at one minute is charted together, at a later one."""
    changed = {}
    order = np.argsort(part.hadm_id)
    for name in _CHARTED:
        rows = files[name]
        stay = order[np.searchsorted(part.hadm_id, rows.columns["HADM_ID"], sorter=order)]
        when = np.asarray(rows.columns["CHARTTIME"])
        minute = (when.astype("datetime64[s]").astype(np.int64) - part.admitted[stay]) // MINUTE
        late = part.stay_luck.of("late").at(stay).of(minute).integers("minutes", 0, LATEST)
        charted = when + late.astype("timedelta64[m]")
        changed[name] = Rows(rows.patient, {**rows.columns, "CHARTTIME": charted})
    return files | changed
