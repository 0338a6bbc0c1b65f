"""treatment: paths that say what was done, noted while it lasts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np

from medgym_ehr.eicu.synthetic.diagnosis import general
from medgym_ehr.eicu.synthetic.note import active, noted, write_notes
from medgym_ehr.eicu.synthetic.part import Part
from medgym_ehr.eicu.synthetic.vocabulary import companions, terms
from medgym_ehr.synthetic.concept import places
from medgym_ehr.synthetic.files import Rows
from medgym_ehr.synthetic.luck import Luck
from medgym_ehr.synthetic.sampling import Indices
from medgym_ehr.synthetic.text import Texts, untidily
from medgym_patient import DIAGNOSES, DRUGS, PROCEDURES, VITALS
from medgym_patient.key import Floats

LINGERS = 8 * 60
"""Minutes for which a treatment is noted after it ended."""
DAY = 24 * 60
"""Minutes for which a procedure is noted."""
HIGH_DOSE = 0.1
"""mcg/kg/min of norepinephrine."""
NOREPINEPHRINE = "cardiovascular|shock|vasopressors|norepinephrine {} 0.1 micrograms/kg/min"
OXYGEN = {
    "pulmonary|ventilation and oxygenation|oxygen therapy (< 40%)|nasal cannula": (0.22, 0.40),
    "pulmonary|ventilation and oxygenation|oxygen therapy (40% to 60%)|face mask": (0.40, 0.605),
    "pulmonary|ventilation and oxygenation|oxygen therapy (> 60%)|face mask": (0.605, 1.01),
}
"""By the fraction that is breathed: from, below."""
VENTILATION = {
    "pulmonary|ventilation and oxygenation|mechanical ventilation": 0.8,
    "pulmonary|ventilation and oxygenation|mechanical ventilation|assist controlled": 0.3,
    "pulmonary|ventilation and oxygenation|CPAP/PEEP therapy": 0.15,
    "surgery|pulmonary therapies|mechanical ventilation": 0.12,
}
WEANING = "pulmonary|ventilation and oxygenation|ventilator weaning"
NONINVASIVE = "pulmonary|ventilation and oxygenation|non-invasive ventilation"
_OWN = (*(NOREPINEPHRINE.format(sign) for sign in ("<=", ">")), *OXYGEN, *VENTILATION, WEANING, NONINVASIVE)
_FILES = ("drug", "procedure", "diagnosis", "stay")


@dataclass(frozen=True)
class Lasting:
    """What is done for a while; arrays have one entry each."""

    visit: Indices
    path: Indices
    start: Floats
    stop: Floats


def treatment_rows(part: Part) -> Rows:
    """Treatment of a part."""
    every = [*_given(part), *_breathing(part), *_usual(part)]
    visit, path, start, stop = (
        np.concatenate([getattr(each, name) for each in every]) for name in ("visit", "path", "start", "stop")
    )
    luck = part.stay_luck.of("treatment").at(visit).of(path)
    notes = write_notes(part, "treatment")
    found = noted(part, notes, visit, path, (start, stop + LINGERS), luck)
    own = part.unit_luck(found.unit, "treatment")
    columns = {
        "treatmentoffset": found.offset,
        "treatmentstring": untidily(_paths(), found.term, own.uniform("untidy")),
        "activeupondischarge": active(part, found),
    }
    return part.rows(found.unit, columns)


def _given(part: Part) -> Iterator[Lasting]:
    """Drugs, and procedures for a day after them."""
    doses, orders, procedures = part.records.doses, part.records.orders, part.records.procedures
    visit, drug, start, stop = _spans(doses.stay, doses.drug, doses.minute)
    ordered = np.flatnonzero(~np.isin(orders.drug, np.unique(doses.drug)))
    columns = [(visit, orders.stay), (drug, orders.drug), (start, orders.start), (stop, orders.stop)]
    visit, drug, start, stop = (np.concatenate([one, other[ordered]]) for one, other in columns)
    yield from _beside("drug", DRUGS.names, drug, part.stay_luck.at(visit).of("given"), visit, start, stop)
    pressor = np.flatnonzero(doses.drug == DRUGS.index["norepinephrine"])
    high = (doses.amount[pressor] > HIGH_DOSE).astype(np.int64)
    visit, high, start, stop = _spans(doses.stay[pressor], high, doses.minute[pressor])
    yield Lasting(visit, _path(NOREPINEPHRINE.format("<=")) + high, start, stop)
    visit, start = procedures.stay, procedures.minute
    luck = part.stay_luck.at(visit).of("done")
    yield from _beside("procedure", PROCEDURES.names, procedures.concept, luck, visit, start, start + DAY)


def _breathing(part: Part) -> Iterator[Lasting]:
    """Ventilation and oxygen, by the settings and by what is breathed without a ventilator."""
    settings, vitals = part.records.settings, part.records.vitals
    for paths, rows in ((tuple(VENTILATION), settings.invasive), ((NONINVASIVE,), ~settings.invasive)):
        visit, _, start, stop = _spans(settings.stay[rows], settings.stay[rows] * 0, settings.minute[rows])
        for path in paths:
            share = VENTILATION.get(path, 1.0)
            kept = part.stay_luck.at(visit).of(path).chance("kept", share)
            yield Lasting(visit[kept], np.full(int(kept.sum()), _path(path)), start[kept], stop[kept])
    own = settings.stay[settings.invasive]
    visit, _, start, stop = _spans(own, own * 0, settings.minute[settings.invasive])
    weaned = np.flatnonzero(~part.stays.died[visit])
    half = (start + stop)[weaned] / 2
    yield Lasting(visit[weaned], np.full(len(weaned), _path(WEANING)), half, stop[weaned])
    fraction = vitals.values[:, VITALS.index("fio2")]
    free = ~np.isin(vitals.stay, own)
    for path, (low, high) in OXYGEN.items():
        rows = free & (fraction >= low) & (fraction < high)
        visit, _, start, stop = _spans(vitals.stay[rows], vitals.stay[rows] * 0, vitals.minute[rows])
        yield Lasting(visit, np.full(len(visit), _path(path)), start, stop)


def _usual(part: Part) -> Iterator[Lasting]:
    """What goes with diagnoses, and with every stay."""
    codes, stays = part.records.diagnoses, part.stays
    visit, every = codes.stay, np.arange(len(stays.person))
    luck = part.stay_luck.at(visit).of("of diagnosis")
    concept = general("also_treatment_of_diagnosis")[codes.concept]
    start, stop = np.zeros(len(visit)), stays.minutes[visit]
    yield from _beside("diagnosis", DIAGNOSES.names, concept, luck, visit, start, stop)
    luck = part.stay_luck.of("of stay")
    yield from _beside("stay", ("every",), every * 0, luck, every, every * 0.0, stays.minutes)


def _beside(
    name: str,
    concepts: tuple[str, ...],
    concept: Indices,
    luck: Luck,
    visit: Indices,
    start: Floats,
    stop: Floats,
) -> Iterator[Lasting]:
    """The paths beside concepts, by ``also_treatment_of_name.csv``; one draw for a concept of a visit."""
    owner, row = companions(f"treatment_of_{name}", concepts).draw(concept, luck.of(concept))
    path = places(terms(f"also_treatment_of_{name}").columns["term"], _paths().tolist())[row]
    yield Lasting(visit[owner], path, start[owner], stop[owner])


def _spans(visit: Indices, kind: Indices, minute: Floats) -> tuple[Indices, Indices, Floats, Floats]:
    """Visit, kind, first and last minute of each visit and kind."""
    order = np.lexsort((minute, kind, visit))
    visit, kind, minute = visit[order], kind[order], minute[order]
    new = (np.diff(visit, prepend=-1) != 0) | (np.diff(kind, prepend=-1) != 0)
    first = np.flatnonzero(new)
    last = np.append(first[1:], len(visit)) - 1 if len(visit) else first
    return visit[first], kind[first], minute[first], minute[last]


@cache
def _paths() -> Texts:
    files = [terms(f"also_treatment_of_{name}").columns["term"] for name in _FILES]
    return np.array(list(dict.fromkeys((*_OWN, *(path for file in files for path in file)))), dtype=object)


def _path(text: str) -> int:
    return int(np.flatnonzero(_paths() == text)[0])
