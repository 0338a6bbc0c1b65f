"""Synthetic MIMIC-III v1.4: invented people in the published layout, at any scale.

People are drawn in chunks of 256, each from a generator of its own, and appended to the files, so memory does
not grow with their number, and the files of fewer people are beginnings of the files of more::

    person ─▶ visit ─▶ life ─────▶ PATIENTS
                │        │
                │        └───────▶ ADMISSIONS
                ├─▶ icustay ─────▶ ICUSTAYS, TRANSFERS, CHARTEVENTS, INPUTEVENTS_CV, OUTPUTEVENTS
                └────────────────▶ DIAGNOSES_ICD, PROCEDURES_ICD, LABEVENTS, PRESCRIPTIONS, MICROBIOLOGYEVENTS

The EHRSQL build shows each patient in a year that it draws. A part of the people have a last stay laid such
that it holds the build's current time if that year is the right one (``visit``), hence about a tenth of the
patients are in hospital at that time, whatever is drawn.
"""

from __future__ import annotations

from pathlib import Path

from medgym_core import DataError, Progress
from medgym_ehr.mimic3.layout import LAYOUT
from medgym_ehr.mimic3.synthetic.chunk import PATIENTS, Registry, draw_chunk
from medgym_ehr.mimic3.synthetic.dictionary import dictionaries
from medgym_ehr.synthetic.files import RawWriter

__all__ = ["synthesise"]


def synthesise(out: Path, seed: int, patients: int, progress: Progress) -> None:
    """Write the raw files of ``patients`` invented people into the folder ``out``.

    Files are named and laid out as in :data:`medgym_ehr.mimic3.layout.LAYOUT`: header and texts quoted, nulls
    empty. They depend on ``seed`` and ``patients`` alone, and files that stand in ``out`` are replaced.
    ``progress`` hears of every chunk.

    Raises:
        DataError: if ``patients`` is not positive.
    """
    if patients < 1:
        raise DataError(f"{patients} patients make no source; ask for one or more")
    seed %= 2**64
    out.mkdir(parents=True, exist_ok=True)
    registry = Registry(seed)
    with RawWriter(out, LAYOUT, dict.fromkeys(LAYOUT.files, "ROW_ID")) as writer:
        for name, rows in dictionaries().items():
            writer.append(name, rows)
        for number, start in enumerate(range(0, patients, PATIENTS)):
            progress("MIMIC-III patients", start / patients)
            for name, rows in draw_chunk(seed, number, registry).items():
                writer.append(name, rows.of_first(patients - start))
