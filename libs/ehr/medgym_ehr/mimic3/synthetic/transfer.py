"""TRANSFERS: the way of each admission through wards and ICUs."""

from __future__ import annotations

import numpy as np

from medgym_ehr.mimic3.synthetic.icustay import UNITS, IcuStays
from medgym_ehr.mimic3.synthetic.part import Part
from medgym_ehr.mimic3.synthetic.vocabulary import traits
from medgym_ehr.synthetic.clock import NEVER, datetimes
from medgym_ehr.synthetic.files import Rows, optional
from medgym_ehr.synthetic.sampling import Indices
from medgym_ehr.synthetic.text import words
from medgym_patient.key import Flags, Floats

WITHOUT_INTIME = 0.004
"""Share of rows whose INTIME is not known."""
_EVENTS = np.array(["admit", "transfer", "discharge"], dtype=object)


def transfer_rows(part: Part, icustays: IcuStays) -> Rows:
    """TRANSFERS of a part: one row for each place, and one for the discharge."""
    stay, start, icu, late = _places(part, icustays)
    luck = part.row_luck(stay, "transfer")
    opens, closes = np.diff(stay, prepend=-1) > 0, np.diff(stay, append=-1) != 0
    in_icu = icu >= 0
    unit = np.where(in_icu, np.where(late, icustays.last_unit[icu], icustays.first_unit[icu]), -1)
    wards = np.array(traits("hospital")["wards"])
    ward = wards[luck.integers("ward", 0, len(wards))]
    ward = np.where(in_icu, np.where(late, icustays.last_ward[icu], icustays.first_ward[icu]), ward)
    ward = np.where(closes, NEVER, ward)
    known = ~(luck.chance("unknown", WITHOUT_INTIME) & ~opens & ~closes & ~in_icu)
    end = np.roll(start, -1)
    units, sources = np.array(UNITS, dtype=object), np.array(["carevue", "both"], dtype=object)
    both = in_icu & (icustays.source[icu] == "both")
    columns = {
        **part.named(stay),
        "ICUSTAY_ID": optional(icustays.icustay_id[icu], in_icu),
        "DBSOURCE": words(sources, both.astype(np.int64)),
        "EVENTTYPE": words(_EVENTS, np.where(opens, 0, np.where(closes, 2, 1))),
        "PREV_CAREUNIT": words(units, np.where(opens, -1, np.roll(unit, 1))),
        "CURR_CAREUNIT": words(units, unit),
        "PREV_WARDID": optional(np.roll(ward, 1), ~opens),
        "CURR_WARDID": optional(ward, ~closes),
        "INTIME": datetimes(np.where(known, part.at(stay, start), NEVER)),
        "OUTTIME": datetimes(np.where(closes, NEVER, part.at(stay, end))),
        "LOS": np.where(closes | ~known, np.nan, ((end - start) / 60).round(2)),
    }
    return Rows(part.stays.person[stay], columns)


def _places(part: Part, icustays: IcuStays) -> tuple[Indices, Floats, Indices, Flags]:
    """Stay, start, ICU stay (-1 on a ward and at discharge) and whether the ICU stay's units have changed."""
    units, every = part.records.units, np.arange(len(part.admitted))
    moves = np.flatnonzero(np.isfinite(icustays.moved))
    number = np.where(units.intensive, np.cumsum(units.intensive) - 1, -1)
    columns = [
        (units.stay, units.start, number, 0),
        (icustays.stay[moves], icustays.moved[moves], moves, 1),
        (every, part.stays.minutes, np.full(len(every), -1), 0),
    ]
    stay, start, icu = (np.concatenate([column[place] for column in columns]) for place in range(3))
    late = np.repeat([False, True, False], [len(column[0]) for column in columns])
    order = np.lexsort((start, stay))
    return stay[order], start[order], icu[order], late[order]
