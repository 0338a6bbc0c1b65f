"""MIMIC-Extract's ``all_hourly_data.h5`` as stays, each with its hours; read one stay at a time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import NamedTuple

import h5py  # type: ignore[import-untyped]
import numpy as np
from numpy.typing import NDArray

from medgym_core import DataError
from medgym_plugin_mimic_extract.frame import Frame
from medgym_plugin_mimic_extract.target import OTHER_SITE
from medgym_plugin_mimic_extract.variable import names
from medgym_plugin_mimic_extract.window import LONGEST
from medgym_raw import files

FILE = "all_hourly_data.h5"
"""Name of the published file."""
LEVELS = ("subject_id", "hadm_id", "icustay_id")
"""Levels of the index of ``patients``; the hourly frames have ``hours_in`` too."""
GENDERS = {"F": "female", "M": "male"}
ETHNICITIES = ("asian", "black", "hispanic", "white")
"""Words that the published ethnicities begin with or hold, in lower case; anything else is ``other``."""
AGES = ((31, "under 31"), (51, "31 to 50"), (71, "51 to 70"), (1000, "over 70"))
"""Age in years below which a group ends, and its name. Ages above 89 are recorded as about 300."""


_MEANS = tuple((name, "mean") for name in names())


class Stay(NamedTuple):
    """One stay in intensive care."""

    subject: int
    """Patient."""
    icustay: int
    """Stay."""
    first: int
    """Its first row in the hourly frames."""
    length: int
    """Rows; hours 0 to ``length - 1`` since the admission to intensive care."""
    gender: str
    """``female``, ``male`` or ``unknown``."""
    age: str
    """Age group."""
    ethnicity: str
    """One of :data:`ETHNICITIES`, ``other`` or ``unknown``."""
    unit: str
    """First care unit."""
    hour: int
    """Hour of the day of the admission to intensive care."""
    outcomes: tuple[int, int, int, int]
    """mort_icu, mort_hosp, los_3, los_7."""


class Hours(NamedTuple):
    """The hours of one stay, at most the first 240."""

    means: NDArray[np.float64]
    """Hourly means, shape (hours, variables); NaN where nothing was measured."""
    on: dict[str, NDArray[np.int8]]
    """``vent`` and ``vaso``: whether the intervention was on, 0 or 1, shape (hours,)."""


@dataclass(frozen=True)
class Extract:
    """An open file."""

    stays: tuple[Stay, ...]
    """All stays, in the file's order."""
    _means: Frame
    _interventions: Frame

    def hours(self, stay: Stay) -> Hours:
        """The hours of one stay.

        Raises:
            DataError: if an indicator of an intervention is not 0 or 1.
        """
        stop = stay.first + min(stay.length, LONGEST)
        means = self._means.numbers(_MEANS, stay.first, stop)
        on = self._interventions.numbers((("vent",), ("vaso",)), stay.first, stop)
        if not np.isin(on, (0, 1)).all():
            raise DataError(f"icustay {stay.icustay}: vent and vaso are 0 or 1; get the file again")
        return Hours(means, dict(zip(("vent", "vaso"), on.T.astype(np.int8), strict=True)))


def extract_file(raw: Path) -> Path:
    """The file ``raw``, or the published one in or below that folder.

    Raises:
        DataError: if it is missing.
    """
    found = [path for path in _hourly(raw) if not _is_of_other(path, raw)]
    if not found:
        raise DataError(
            f"{raw} holds no {FILE}; name the folder that holds this file, which MIMIC-Extract's pipeline "
            f"makes of the complete MIMIC-III in PostgreSQL: raw files, or a demo's, are not enough"
        )
    return found[0]


def other_file(raw: Path) -> Path | None:
    """The file of that name in or below a folder :data:`OTHER_SITE` of the folder ``raw``; None without."""
    return next((path for path in _hourly(raw) if _is_of_other(path, raw)), None)


def _hourly(raw: Path) -> list[Path]:
    return [path for path in files(raw) if raw.is_file() or path.name.lower() == FILE]


def _is_of_other(path: Path, raw: Path) -> bool:
    """Whether it lies in a folder of that name, or in an archive, which is a folder of its own name."""
    folders = path.relative_to(raw).parts[:-1]
    return any(folder.lower().partition(".")[0] == OTHER_SITE for folder in folders)


@contextmanager
def open_extract(raw: Path) -> Iterator[Extract]:
    """Open the file, or the one of that name in a folder, and check how its frames fit together.

    Raises:
        DataError: if it is missing, damaged, or not laid out as MIMIC-Extract lays it out; also for what goes
            wrong with the file while it is open.
    """
    path = extract_file(raw)
    try:
        with h5py.File(path, "r") as file:
            yield _extract(path, file)
    except (OSError, KeyError, UnicodeDecodeError) as error:
        raise DataError(f"{path} cannot be read as HDF5 ({error}); it is damaged, get it again") from error


def _extract(path: Path, file: h5py.File) -> Extract:
    means, interventions, patients = (
        Frame(file, key) for key in ("vitals_labs_mean", "interventions", "patients")
    )
    _check_names(path, means)
    index = means.index
    wanted = (*LEVELS, "hours_in")
    for frame, levels in ((means, wanted), (interventions, wanted), (patients, LEVELS)):
        if set(frame.index) != set(levels):
            raise DataError(
                f"{path}, {frame.key}: rows are indexed by {', '.join(frame.index)}, not {', '.join(levels)}"
            )
    if any(not np.array_equal(index[level], interventions.index[level]) for level in wanted):
        raise DataError(f"{path}: vitals_labs_mean and interventions have other rows; get the file again")
    return Extract(tuple(_stays(path, index, patients)), means, interventions)


def _check_names(path: Path, means: Frame) -> None:
    there = {label[0] for label in means.columns if label[1:] == ("mean",)}
    for name in names():
        if name not in there:
            close = get_close_matches(name, there, 1)
            hint = f" (but {close[0]!r})" if close else ""
            raise DataError(
                f"{path}, vitals_labs_mean has no column {name!r} / 'mean'{hint}; extract all 104 variables, "
                "with min_percent 0 and grouped by LEVEL2"
            )


def _stays(path: Path, index: dict[str, NDArray[np.int64]], patients: Frame) -> Iterator[Stay]:
    ids, hours = index["icustay_id"], index["hours_in"]
    first = np.flatnonzero(np.diff(ids, prepend=ids[:1] - 1)) if len(ids) else np.empty(0, np.int64)
    length = np.diff(first, append=len(ids))
    if len(first) == 0 or len(np.unique(ids[first])) != len(first):
        raise DataError(f"{path}: the rows of a stay do not lie together; sort vitals_labs_mean by its index")
    if not np.array_equal(hours, np.arange(len(ids)) - np.repeat(first, length)):
        row = int(np.flatnonzero(hours != np.arange(len(ids)) - np.repeat(first, length))[0])
        raise DataError(f"{path}, vitals_labs_mean, row {row}: hours_in does not count from 0; sort the rows")
    known = _people(path, patients)
    for row, rows in zip(first.tolist(), length.tolist(), strict=True):
        subject, icustay = int(index["subject_id"][row]), int(ids[row])
        if (subject, icustay) not in known:
            raise DataError(f"{path}: patients has no row for icustay {icustay} of subject {subject}")
        yield Stay(subject, icustay, row, rows, *known[subject, icustay])


def _people(
    path: Path, patients: Frame
) -> dict[tuple[int, int], tuple[str, str, str, str, int, tuple[int, int, int, int]]]:
    """Subject and stay to gender, age group, ethnicity, care unit, hour of admission and outcomes."""
    rows = patients.rows()
    age, los, icu, hosp = patients.numbers([("age",), ("los_icu",), ("mort_icu",), ("mort_hosp",)], 0, rows).T
    if np.isnan(age).any() or np.isnan(los).any() or not np.isin([icu, hosp], (0, 1)).all():
        raise DataError(f"{path}, patients: age and los_icu are numbers, mort_icu and mort_hosp are 0 or 1")
    outcomes = np.column_stack([icu, hosp, los > 3, los > 7]).astype(int).tolist()
    people = zip(
        map(_gender, patients.texts("gender")),
        map(_age, age.tolist()),
        map(_ethnicity, patients.texts("ethnicity")),
        (unit or "unknown" for unit in patients.texts("first_careunit")),
        patients.hours_of_day("intime").tolist(),
        map(tuple, outcomes),
        strict=True,
    )
    keys = zip(patients.index["subject_id"].tolist(), patients.index["icustay_id"].tolist(), strict=True)
    known = dict(zip(keys, people, strict=True))
    if len(known) != rows:
        raise DataError(f"{path}, patients names a stay twice; get the file again")
    return known


def _gender(text: str | None) -> str:
    return GENDERS.get(text or "", "unknown")


def _age(years: float) -> str:
    return next((name for below, name in AGES if years < below), "unknown")


def _ethnicity(text: str | None) -> str:
    if text is None:
        return "unknown"
    return next((word for word in ETHNICITIES if word in text.lower()), "other")
