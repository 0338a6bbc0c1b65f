"""Admissions that notes are about: people of the patient model, with their files as MIMIC-III holds them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from medgym_ehr.mimic3.synthetic.chart import chart_rows
from medgym_ehr.mimic3.synthetic.coding import diagnosis_rows, procedure_rows
from medgym_ehr.mimic3.synthetic.culture import culture_rows
from medgym_ehr.mimic3.synthetic.icustay import IcuStays, draw_icustays
from medgym_ehr.mimic3.synthetic.intake import intake_rows
from medgym_ehr.mimic3.synthetic.lab import lab_rows
from medgym_ehr.mimic3.synthetic.output import output_rows
from medgym_ehr.mimic3.synthetic.part import Part, Registry, parts
from medgym_ehr.mimic3.synthetic.prescription import prescription_rows
from medgym_ehr.synthetic.files import Rows
from medgym_patient import simulate
from medgym_plugin_ehrcon.synthetic.bedside import charted_late, taken
from medgym_plugin_ehrcon.synthetic.infusion import infusion_rows, on_metavision
from medgym_plugin_ehrcon.synthetic.unit import in_either_unit

SITE = "teaching"
BATCH = 512
"""People simulated at once, at most; only memory and speed depend on it."""
FITTING = 0.56
"""Share of people who have an admission for a note, at least as a rule."""
DAY = 24 * 60
SHORTEST, LONGEST = 2.5 * DAY, 40 * DAY
"""Minutes of the stays that notes are about."""
INTENSIVE = 1.25 * DAY
"""Minutes in intensive care, at least, for what is charted there alone."""


_ENOUGH = 10**7
"""People; those who are not needed are never simulated."""


@dataclass(frozen=True)
class Ward:
    """The chosen people of one part, and the files of all their admissions."""

    part: Part
    stays: tuple[int, ...]
    """The admission of each person that has a note, in order."""
    until: tuple[float, ...]
    """When each of these leaves intensive care, in minutes since admission."""
    files: dict[str, Rows]


def wards(seed: int, notes: int) -> Iterator[Ward]:
    """People until ``notes`` of them have an admission for a note; the same first ones however many."""
    registry = Registry(seed)
    left = notes
    batch = min(BATCH, 16 + int(notes / FITTING))
    for records in simulate(seed, _ENOUGH, SITE, batch):
        for part in parts(records, registry):
            icustays = draw_icustays(part, registry.icustays)
            found = _chosen(part, icustays)[:left]
            if found:
                people = part.stays.person[[stay for stay, _ in found]]
                files = {name: _of(rows, people) for name, rows in _files(part, icustays).items()}
                yield Ward(part, tuple(s for s, _ in found), tuple(stop for _, stop in found), files)
            left -= len(found)
            if not left:
                return


def _chosen(part: Part, icustays: IcuStays) -> list[tuple[int, float]]:
    """Each adult's first admission of fitting length, and when its intensive care ends."""
    stays = part.stays
    fits = (stays.minutes >= SHORTEST) & (stays.minutes <= LONGEST) & (stays.age >= 18)
    own: dict[int, tuple[int, float]] = {}
    for stay, start, stop in zip(icustays.stay, icustays.start, icustays.stop, strict=True):
        person = int(stays.person[stay])
        if fits[stay] and start < DAY and stop - start >= INTENSIVE and person not in own:
            own[person] = (int(stay), float(stop))
    return [own[person] for person in sorted(own)]


def _files(part: Part, icustays: IcuStays) -> dict[str, Rows]:
    found = {
        "LABEVENTS": lab_rows(part),
        "CHARTEVENTS": chart_rows(part, icustays),
        "PRESCRIPTIONS": prescription_rows(part, icustays),
        "INPUTEVENTS_CV": intake_rows(part, icustays),
        "INPUTEVENTS_MV": infusion_rows(part, icustays),
        "OUTPUTEVENTS": output_rows(part, icustays),
        "MICROBIOLOGYEVENTS": culture_rows(part),
        "DIAGNOSES_ICD": diagnosis_rows(part),
        "PROCEDURES_ICD": procedure_rows(part),
    }
    elsewhere = part.hadm_id[on_metavision(part)]
    carevue = ~np.isin(np.asarray(found["INPUTEVENTS_CV"].columns["HADM_ID"]), elsewhere)
    found["INPUTEVENTS_CV"] = _where(found["INPUTEVENTS_CV"], carevue)
    found["CHARTEVENTS"] = _where(found["CHARTEVENTS"], taken(part, found["CHARTEVENTS"]))
    return charted_late(part, in_either_unit(part, found))


def _of(rows: Rows, people: NDArray[np.int64]) -> Rows:
    return _where(rows, np.isin(rows.patient, people))


def _where(rows: Rows, kept: NDArray[np.bool_]) -> Rows:
    places = np.flatnonzero(kept)
    columns = {name: values.take(places) for name, values in rows.columns.items()}
    return replace(rows, patient=rows.patient[places], columns=columns)
