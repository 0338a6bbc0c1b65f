"""diagnosis: paths that doctors choose, again and again during a stay."""

from __future__ import annotations

from functools import cache

import numpy as np

from medgym_ehr.eicu.synthetic.note import active, noted, write_notes
from medgym_ehr.eicu.synthetic.part import Part
from medgym_ehr.eicu.synthetic.vocabulary import alternatives, companions, terms
from medgym_ehr.synthetic.concept import places
from medgym_ehr.synthetic.files import Rows
from medgym_ehr.synthetic.sampling import Indices
from medgym_ehr.synthetic.text import untidily, words
from medgym_patient import DIAGNOSES

UNCODED = 0.06
"""Share of diagnoses without a code."""
LATE = 72 * 60
"""Minutes after which what comes of the stay itself is noted."""
AT_FIRST = 0.8
"""Share of the others that is known at the first note."""
PRIORITIES = np.array(["Primary", "Major", "Other"], dtype=object)
OTHERWISE = 0.15
"""Share of diagnoses with another priority than their rank has."""
_LATE = (
    "ventilator_pneumonia",
    "line_infection",
    "c_difficile_colitis",
    "sacral_ulcer",
    "heel_ulcer",
    "postoperative_ileus",
)


def diagnosis_rows(part: Part) -> Rows:
    """Diagnosis of a part."""
    visit, path, rank, late = _chosen(part)
    luck = part.stay_luck.of("diagnosis").at(visit).of(path)
    hours = part.stays.minutes[visit]
    known = np.where(luck.chance("at first", AT_FIRST), 0, luck.uniform("known") * np.minimum(hours, 48 * 60))
    start = np.where(late, LATE, known)
    span = (start, np.full(len(visit), np.inf))
    found = noted(part, write_notes(part, "diagnosis"), visit, path * 4 + rank, span, luck)
    path, rank = found.term // 4, found.term % 4
    own = part.unit_luck(found.unit, "diagnosis")
    other = own.chance("otherwise", OTHERWISE)
    columns = {
        "diagnosisoffset": found.offset,
        "diagnosisstring": untidily(terms("diagnosis").texts("path"), path, own.uniform("untidy")),
        "icd9code": words(
            terms("diagnosis").texts("code"), np.where(own.chance("uncoded", UNCODED), -1, path)
        ),
        "diagnosispriority": words(PRIORITIES, np.where(other, own.integers("priority", 0, 3), rank)),
        "activeupondischarge": active(part, found),
    }
    return part.rows(found.unit, columns)


def _chosen(part: Part) -> tuple[Indices, Indices, Indices, Indices]:
    """Visit, path, place among the priorities, and whether it came late; each path once a visit."""
    codes = part.records.diagnoses
    luck = part.luck.of("diagnosis").at(part.stays.person[codes.stay]).of(codes.concept)
    own = general("as_diagnosis")[codes.concept]
    picked = alternatives("diagnosis", DIAGNOSES.names).pick(own, luck.uniform("path"))
    named = np.flatnonzero(picked >= 0)
    also = general("also_diagnosis")[codes.concept]
    owner, row = companions("diagnosis", DIAGNOSES.names).draw(also, luck.of("beside"))
    paths = terms("diagnosis").columns["path"]
    as_path = places(terms("as_diagnosis").columns["term"], paths)
    also_path = places(terms("also_diagnosis").columns["term"], paths)
    code = np.concatenate([named, owner])
    path = np.concatenate([as_path[picked[named]], also_path[row]])
    rank = np.select([codes.rank[code] == 1, codes.rank[code] <= 4], [0, 1], 2)
    rank[len(named) :] = 1
    visit = codes.stay[code]
    late = np.isin(codes.concept[code], [DIAGNOSES.index[name] for name in _LATE])
    order = np.lexsort((rank, path, visit))
    new = (np.diff(visit[order], prepend=-1) != 0) | (np.diff(path[order], prepend=-1) != 0)
    kept = np.sort(order[new])
    return visit[kept], path[kept], rank[kept], late[kept]


@cache
def general(file: str) -> Indices:
    """For each diagnosis of the model the one that a file names: itself, or else what it is a kind of."""
    named = set(terms(file).columns["concept"])
    found = np.arange(len(DIAGNOSES))
    for row, kind in enumerate(DIAGNOSES.texts("general")):
        if DIAGNOSES.names[row] not in named and kind in named:
            found[row] = DIAGNOSES.index[kind]
    return found
