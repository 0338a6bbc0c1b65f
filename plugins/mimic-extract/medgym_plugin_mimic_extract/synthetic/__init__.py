"""An invented ``all_hourly_data.h5`` in MIMIC-Extract's layout, at any scale.

All stays are drawn at once (:mod:`cohort`), their hours in chunks of 256 stays, each from a generator of its
own (:mod:`course`, :mod:`measurement`), and appended to the file (:mod:`hourly_file`, :mod:`patient_table`),
so memory grows with the number of stays by some hundred bytes each, and never with their hours.
"""

from __future__ import annotations

from pathlib import Path

import h5py  # type: ignore[import-untyped]
import numpy as np

from medgym_core import DataError, Progress
from medgym_plugin_mimic_extract.extract import FILE
from medgym_plugin_mimic_extract.synthetic.cohort import Cohort, draw_cohort
from medgym_plugin_mimic_extract.synthetic.course import INTERVENTIONS, draw_course
from medgym_plugin_mimic_extract.synthetic.hourly_file import HourlyFrame
from medgym_plugin_mimic_extract.synthetic.measurement import draw_measurements
from medgym_plugin_mimic_extract.synthetic.patient_table import write_patients
from medgym_plugin_mimic_extract.variable import names

__all__ = ["synthesise"]

CHUNK = 256
"""Stays drawn at a time."""
LEAST, MOST = 20, 99_000
"""Stays that can be drawn."""


def synthesise(out: Path, seed: int, stays: int, progress: Progress) -> None:
    """Write the file of ``stays`` invented stays into the folder ``out``; ``seed`` and ``stays`` decide all.

    Raises:
        DataError: if so many stays cannot be drawn.
    """
    if not LEAST <= stays <= MOST:
        raise DataError(f"{stays} stays cannot be drawn; ask for {LEAST:,} to {MOST:,}")
    seed %= 2**64
    cohort = draw_cohort(np.random.default_rng([seed, 0]), stays)
    every = [(name, kind) for name in names() for kind in ("count", "mean", "std")]
    with h5py.File(out / FILE, "w") as file:
        frames = {
            "vitals_labs": HourlyFrame(file, "vitals_labs", every, "f8"),
            "vitals_labs_mean": HourlyFrame(file, "vitals_labs_mean", every[1::3], "f8"),
            "interventions": HourlyFrame(file, "interventions", [(name,) for name in INTERVENTIONS], "i8"),
        }
        for number, start in enumerate(range(0, stays, CHUNK)):
            progress("drawing hours", start / stays)
            _append(frames, cohort.part(start, start + CHUNK), np.random.default_rng([seed, 1, number]))
        for frame in frames.values():
            frame.finish(cohort)
        write_patients(file, cohort)


def _append(frames: dict[str, HourlyFrame], cohort: Cohort, rng: np.random.Generator) -> None:
    course = draw_course(rng, cohort)
    values = draw_measurements(rng, course)
    frames["vitals_labs"].append(values.reshape(len(values), -1))
    frames["vitals_labs_mean"].append(values[:, :, 1])
    frames["interventions"].append(course.interventions)
