"""``all_hourly_data.h5`` of synthetic people in MIMIC-Extract's layout, of two hospitals, at any scale.

People are those of ``medgym_patient``, of whom none is in synthetic MIMIC-III or eICU; each is simulated for
one admission. The file of another hospital, with others, lies in a folder beside. What was
measured of them is kept as a list (some 9 kB a stay), put in order of patients, as published, and written 256
stays at a time::

    admit ─▶ parts ─┬▶ cohort ───────────────────────────────▶ patients     (patient_table)
                    └▶ grid ─┬▶ treatment ───────────────────▶ interventions ┐
                             └▶ reading, catheter ─▶ measurement ─▶ vitals_labs ┴ (hourly_file)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import h5py  # type: ignore[import-untyped]
import numpy as np
from numpy.typing import NDArray

from medgym_core import DataError, Progress
from medgym_ehr.mimic3.synthetic.icustay import draw_icustays
from medgym_ehr.mimic3.synthetic.part import Part, Registry, parts
from medgym_patient import admit
from medgym_plugin_mimic_extract.extract import FILE
from medgym_plugin_mimic_extract.synthetic.cohort import Cohort, cohort, eligible
from medgym_plugin_mimic_extract.synthetic.grid import Grid
from medgym_plugin_mimic_extract.synthetic.hospital import HOME, OTHER, Hospital
from medgym_plugin_mimic_extract.synthetic.hourly_file import HourlyFrame
from medgym_plugin_mimic_extract.synthetic.measurement import Measurements, measurements
from medgym_plugin_mimic_extract.synthetic.patient_table import write_patients
from medgym_plugin_mimic_extract.synthetic.treatment import INTERVENTIONS, interventions
from medgym_plugin_mimic_extract.target import OTHER_SITE
from medgym_plugin_mimic_extract.variable import names

__all__ = ["synthesise"]

CHUNK = 256
"""Stays written at a time."""
BATCH = 4096
"""People simulated at once, at most; only memory and speed depend on it."""
PEOPLE_A_STAY = 1.3
"""People who are simulated for a stay in the file."""
LEAST, MOST = 20, 99_000
"""Stays that can be drawn."""
OTHERS = 0.7
"""Stays at the other hospital, for each at home."""


@dataclass(frozen=True)
class _Found:
    """Some stays and all their hours."""

    cohort: Cohort
    measured: Measurements
    treated: NDArray[np.int64]
    """Shape (hours, interventions)."""


def synthesise(out: Path, seed: int, stays: int, progress: Progress) -> None:
    """Write the file of ``stays`` synthetic stays into the folder ``out``, and the other hospital's beside.

    ``seed`` and ``stays`` decide every byte.

    Raises:
        DataError: if so many stays cannot be drawn.
    """
    if not LEAST <= stays <= MOST:
        raise DataError(f"{stays} stays cannot be drawn; ask for {LEAST:,} to {MOST:,}")
    beside = out / OTHER_SITE
    beside.mkdir(exist_ok=True)
    _write(out / FILE, _stays(HOME, seed % 2**64, stays, progress), progress)
    others = max(LEAST, round(OTHERS * stays))
    _write(beside / FILE, _stays(OTHER, seed % 2**64, others, progress), progress)


def _stays(hospital: Hospital, seed: int, stays: int, progress: Progress) -> list[_Found]:
    """The first ``stays`` stays of a hospital."""
    found, missing = [], stays
    for one in _simulated(hospital, seed, stays):
        found.append(_first(one, missing))
        missing -= len(found[-1].cohort.subject)
        progress(f"simulating stays at the {hospital.site} hospital", 1 - missing / stays)
        if not missing:
            break
    return found


def _simulated(hospital: Hospital, seed: int, stays: int) -> Iterator[_Found]:
    """Stays of person after person, without end."""
    registry, site = hospital.registry(seed), hospital.profile()
    batch = min(BATCH, int(PEOPLE_A_STAY * stays) + CHUNK)
    first = hospital.first
    while True:
        for part in parts(admit(seed, first, batch, site, most=1), registry):
            yield _found(part, registry, hospital)
        first += batch


def _found(part: Part, registry: Registry, hospital: Hospital) -> _Found:
    icustays = draw_icustays(part, registry.icustays)
    chosen = eligible(part, icustays)
    grid = Grid.of(part, icustays, chosen)
    treated = interventions(grid)
    supported = (treated[:, 0] | treated[:, 1]) == 1
    known = cohort(part, icustays, chosen, hospital)
    return _Found(known, measurements(grid, supported), treated)


def _first(found: _Found, stays: int) -> _Found:
    rows = int((found.cohort.last_hour[:stays] + 1).sum())
    return _Found(
        found.cohort.at(np.arange(min(stays, len(found.cohort.subject)))),
        found.measured.between(0, rows),
        found.treated[:rows],
    )


def _write(path: Path, found: list[_Found], progress: Progress) -> None:
    """All frames, by patient."""
    every = [(name, kind) for name in names() for kind in ("count", "mean", "std")]
    everyone = Cohort.joined([one.cohort for one in found])
    order = np.argsort(everyone.subject)
    with h5py.File(path, "w") as file:
        whole = HourlyFrame(file, "vitals_labs", every, "f8")
        means = HourlyFrame(file, "vitals_labs_mean", every[1::3], "f8")
        treated = HourlyFrame(file, "interventions", [(name,) for name in INTERVENTIONS], "i8")
        for start in range(0, len(order), CHUNK):
            progress("writing hours", start / len(order))
            tables, treatments = _hours(found, order[start : start + CHUNK])
            whole.append(tables.reshape(len(tables), -1))
            means.append(tables[:, :, 1])
            treated.append(treatments)
        for frame in (whole, means, treated):
            frame.finish(everyone.at(order))
        write_patients(file, everyone.at(order))


def _hours(found: list[_Found], wanted: NDArray[np.int64]) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Measurements, shape (hours, variables, 3), and interventions of stays by their number."""
    ends = np.cumsum([len(one.cohort.subject) for one in found])
    tables, treatments = [], []
    for number in wanted:
        place = int(np.searchsorted(ends, number, side="right"))
        one = found[place]
        rows = one.cohort.last_hour + 1
        own = int(number - (ends[place] - len(rows)))
        first = int(rows[:own].sum())
        stop = first + int(rows[own])
        tables.append(one.measured.between(first, stop).table(stop - first))
        treatments.append(one.treated[first:stop])
    return np.concatenate(tables), np.concatenate(treatments)
