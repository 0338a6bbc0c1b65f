"""TRANSFERS: the way of each admission through wards and ICUs."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from medgym_ehr.mimic3.synthetic.icustay import UNITS, Stays
from medgym_ehr.mimic3.synthetic.person import People
from medgym_ehr.mimic3.synthetic.visit import Visits
from medgym_ehr.mimic3.synthetic.vocabulary import traits
from medgym_ehr.synthetic.clock import HOUR, NEVER, Seconds, datetimes
from medgym_ehr.synthetic.files import Rows, optional
from medgym_ehr.synthetic.sampling import Indices, chance
from medgym_ehr.synthetic.text import Texts, either, without

WITHOUT_INTIME = 0.004
"""Share of rows whose INTIME is not known."""


def transfer_rows(
    rng: np.random.Generator, people: People, visits: Visits, stays: Stays, source: Texts
) -> Rows:
    """TRANSFERS of a chunk: one row for each place, and one for the discharge."""
    visit, start, stay, late = _places(visits, stays)
    opens, closes = np.diff(visit, prepend=-1) > 0, np.diff(visit, append=-1) != 0
    in_icu = stay >= 0
    ward = np.where(late, stays.last_ward[stay], stays.first_ward[stay])
    ward = np.where(in_icu, ward, rng.choice(traits("hospital")["wards"], len(visit)))
    unit = np.where(in_icu, np.where(late, stays.last_unit[stay], stays.first_unit[stay]), len(UNITS))
    unit, ward = np.where(closes, len(UNITS), unit), np.where(closes, NEVER, ward)
    names = np.array([*UNITS, None], dtype=object)
    known = ~(chance(rng, WITHOUT_INTIME, len(visit)) & ~opens & ~closes & ~in_icu)
    end = np.where(closes, NEVER, np.roll(start, -1))
    columns = {
        "SUBJECT_ID": people.subject_id[visits.patient[visit]],
        "HADM_ID": visits.hadm_id[visit],
        "ICUSTAY_ID": optional(stays.icustay_id[stay], in_icu & ~closes),
        "DBSOURCE": either(in_icu, source[stay], "carevue"),
        "EVENTTYPE": np.select([opens, closes], ["admit", "discharge"], "transfer").astype(object),
        "PREV_CAREUNIT": without(opens, names[np.roll(unit, 1)]),
        "CURR_CAREUNIT": names[unit],
        "PREV_WARDID": optional(np.roll(ward, 1), ~opens),
        "CURR_WARDID": optional(ward, ~closes),
        "INTIME": datetimes(np.where(known, start, NEVER)),
        "OUTTIME": datetimes(end),
        "LOS": np.where(closes | ~known, np.nan, ((end - start) / HOUR).round(2)),
    }
    return Rows(visits.patient[visit], columns)


def _places(visits: Visits, stays: Stays) -> tuple[Indices, Seconds, Indices, NDArray[np.bool_]]:
    """Visit, start, ICU stay (-1 on a ward and at discharge) and whether the stay's units have changed."""
    soonest = np.full(len(visits.patient), np.iinfo(np.int64).max)
    np.minimum.at(soonest, stays.visit, stays.entered)
    on_ward = np.flatnonzero(soonest - visits.admitted > HOUR)
    every, number = np.arange(len(visits.patient)), np.arange(len(stays.visit))
    moves = np.flatnonzero(stays.moved != NEVER)
    leaves = np.flatnonzero(stays.left < visits.discharged[stays.visit])
    parts = [
        (on_ward, visits.admitted[on_ward], np.full(len(on_ward), -1)),
        (stays.visit, stays.entered, number),
        (stays.visit[moves], stays.moved[moves], moves),
        (stays.visit[leaves], stays.left[leaves], np.full(len(leaves), -1)),
        (every, visits.discharged, np.full(len(every), -1)),
    ]
    visit, start, stay = (np.concatenate(column) for column in zip(*parts, strict=True))
    late = np.repeat([False, False, True, False, False], [len(part[0]) for part in parts])
    order = np.lexsort((start, visit))
    return visit[order], start[order], stay[order], late[order]
