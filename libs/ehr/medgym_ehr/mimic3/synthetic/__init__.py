"""Synthetic MIMIC-III v1.4: the people of ``medgym_patient``, written in the published layout, at any scale.

Who is admitted, why, what is measured and given, and how it ends comes from the simulated hospital
``teaching``; the modules here say only how MIMIC-III writes it down::

    simulate ─▶ part ─▶ calendar ─▶ person ─────────▶ PATIENTS
                          │      ├▶ admission ──────▶ ADMISSIONS
                          │      ├▶ coding ─────────▶ DIAGNOSES_ICD, PROCEDURES_ICD
                          │      └▶ lab, finding ───▶ LABEVENTS
                          │      └▶ culture ────────▶ MICROBIOLOGYEVENTS
                          └▶ icustay ───────────────▶ ICUSTAYS
                                 ├▶ transfer ───────▶ TRANSFERS
                                 ├▶ prescription ───▶ PRESCRIPTIONS
                                 ├▶ chart ──────────▶ CHARTEVENTS
                                 └▶ intake, output ─▶ INPUTEVENTS_CV, OUTPUTEVENTS

People are simulated in batches and written in parts, so memory does not grow with their number. What each
row says depends on its person alone, so the files of fewer people are beginnings of the files of more.

The EHRSQL build shows each patient in a year that it draws. The last stay of a part of the people is laid so
that it holds the build's current time (``calendar``), hence about a tenth of the patients are in hospital
then.
"""

from __future__ import annotations

from pathlib import Path

from medgym_core import DataError, Progress
from medgym_ehr.mimic3.layout import LAYOUT
from medgym_ehr.mimic3.synthetic.dictionary import dictionaries
from medgym_ehr.mimic3.synthetic.part import Registry, parts
from medgym_ehr.mimic3.synthetic.rendering import render
from medgym_ehr.synthetic.files import RawWriter
from medgym_patient import simulate

__all__ = ["synthesise"]

SITE = "teaching"
"""The hospital of ``medgym_patient`` that is after MIMIC-III's."""
BATCH = 3072
"""People simulated at once; only memory and speed depend on it."""


def synthesise(out: Path, seed: int, patients: int, progress: Progress) -> None:
    """Write the raw files of ``patients`` invented people into the folder ``out``.

    Files are named and laid out as in :data:`medgym_ehr.mimic3.layout.LAYOUT`: header and texts quoted, nulls
    empty. They depend on ``seed`` and ``patients`` alone, and files that stand in ``out`` are replaced.
    ``progress`` hears of every batch, and of every part that is written.

    Raises:
        DataError: if ``patients`` is not positive.
    """
    if patients < 1:
        raise DataError(f"{patients} patients make no source; ask for one or more")
    seed %= 2**64
    out.mkdir(parents=True, exist_ok=True)
    registry = Registry(seed)
    written = 0
    with RawWriter(out, LAYOUT, dict.fromkeys(LAYOUT.files, "ROW_ID")) as writer:
        for name, rows in dictionaries().items():
            writer.append(name, rows)
        progress("MIMIC-III patients", 0.0)
        for records in simulate(seed, patients, SITE, BATCH):
            for part in parts(records, registry):
                for name, rows in render(part, registry).items():
                    writer.append(name, rows)
                written += len(part.people.number)
                progress("MIMIC-III patients", written / patients)
