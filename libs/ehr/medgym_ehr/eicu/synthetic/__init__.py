"""Synthetic eICU-CRD v2.0: invented people in the published layout, at any scale.

People are drawn in chunks of 256, each from a generator of its own, and appended to the files, so memory does
not grow with their number, and the files of fewer people are beginnings of the files of more::

    person ─▶ visit ─▶ stay ─┬──▶ patient
                             └──▶ diagnosis, treatment, lab, medication, allergy, intakeOutput, microLab,
                                  vitalPeriodic

The EHRSQL build draws a year for each patient and a day in it for each hospital visit, by their identifiers.
A part of the people have a last visit whose identifier is chosen such that it holds the build's current time
if that year is the right one (``visit``), hence about a tenth of the patients are in hospital at that time.
"""

from __future__ import annotations

from pathlib import Path

from medgym_core import DataError, Progress
from medgym_ehr.eicu.layout import LAYOUT
from medgym_ehr.eicu.synthetic.chunk import COUNTED, PATIENTS, draw_chunk
from medgym_ehr.synthetic.files import RawWriter
from medgym_ehr.synthetic.identity import Identifiers

__all__ = ["synthesise"]


def synthesise(out: Path, seed: int, patients: int, progress: Progress) -> None:
    """Write the raw files of ``patients`` invented people into the folder ``out``.

    Files are named and laid out as in :data:`medgym_ehr.eicu.layout.LAYOUT`: header and texts quoted, nulls
    empty. They depend on ``seed`` and ``patients`` alone, and files that stand in ``out`` are replaced.
    ``progress`` hears of every chunk.

    Raises:
        DataError: if ``patients`` is not positive.
    """
    if patients < 1:
        raise DataError(f"{patients} patients make no source; ask for one or more")
    seed %= 2**64
    out.mkdir(parents=True, exist_ok=True)
    people = Identifiers(seed, 1, first=1000, width=98_999)
    with RawWriter(out, LAYOUT, COUNTED) as writer:
        for number, start in enumerate(range(0, patients, PATIENTS)):
            progress("eICU patients", start / patients)
            for name, rows in draw_chunk(seed, number, people).items():
                writer.append(name, rows.of_first(patients - start))
