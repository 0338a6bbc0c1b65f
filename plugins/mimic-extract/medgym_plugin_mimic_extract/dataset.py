"""The datasets of a build, written part by part from one reading of the hourly file."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from medgym_core import Build, DataError, Progress, Pseudonyms
from medgym_ehr.ledger import subject
from medgym_plugin_mimic_extract.course import CourseWriter
from medgym_plugin_mimic_extract.extract import (
    Extract,
    Hours,
    Stay,
    extract_file,
    open_extract,
    other_file,
)
from medgym_plugin_mimic_extract.imputation import Statistics, impute, statistics
from medgym_plugin_mimic_extract.moment import is_long, shown_window, shows_day
from medgym_plugin_mimic_extract.part import PartWriter, Rows, about_rows
from medgym_plugin_mimic_extract.role import Role, role_of
from medgym_plugin_mimic_extract.target import (
    ASKED,
    OTHER_SITE,
    OTHER_SOURCE,
    SOURCE,
    WINDOWS,
    targets_of,
)
from medgym_plugin_mimic_extract.variable import variables
from medgym_plugin_mimic_extract.window import KNOWN, classes, drawn

PARTS: dict[Role, tuple[str, ...]] = {
    "train": ("train",),
    "validation": ("validation", "validation-asked"),
    "test": ("test-asked",),
}
"""Role of a patient to the parts that hold rows of the patient."""


def write_datasets(raw: Path, out: Build, progress: Progress) -> tuple[dict[str, int], dict[str, list[str]]]:
    """Write all parts; give the stays of each role and the subjects of each kind of task.

    Raises:
        DataError: see :func:`medgym_plugin_mimic_extract.extract.open_extract`; also if a role is empty, or
            if the other hospital numbers patients as the home does.
    """
    pseudonyms = Pseudonyms.of([extract_file(raw)])
    with open_extract(raw) as extract:
        roles: dict[Role, list[Stay]] = {role: [] for role in PARTS}
        for stay in sorted(extract.stays, key=lambda stay: pseudonyms.number("order", stay.icustay)):
            roles[role_of(stay.subject)].append(stay)
        for role, stays in roles.items():
            if not stays:
                raise DataError(f"{len(extract.stays)} stays hold no {role} patient; take more")
        progress("statistics of training patients", None)
        known = statistics(extract.hours(stay).means for stay in roles["train"])
        for done, (role, stays) in enumerate(roles.items()):
            progress(f"rows of {role} patients", done / len(roles))
            _write_role(extract, stays, PARTS[role], known, pseudonyms, out)
    _write_codebook(out.public)
    counts: dict[str, int] = {role: len(stays) for role, stays in roles.items()}
    people = {role: sorted({stay.subject for stay in stays}) for role, stays in roles.items()}
    asked = {"train": people["train"] + people["validation"], "test": people["test"]}
    subjects = {kind: [subject(SOURCE, "patient", one) for one in ids] for kind, ids in asked.items()}
    if (other := other_file(raw)) is not None:
        progress("rows of the other hospital", None)
        there = _write_other(other, {one for ids in people.values() for one in ids}, known, out)
        counts[OTHER_SITE] = len(there)
        subjects["site"] = [subject(OTHER_SOURCE, "patient", one) for one in sorted(set(there))]
    return counts, subjects


def _write_other(path: Path, home: set[int], known: Statistics, out: Build) -> list[int]:
    """Write what is asked of another hospital, imputed as at home; give the patient of each stay."""
    pseudonyms = Pseudonyms.of([path])
    with open_extract(path) as extract:
        there = [stay.subject for stay in extract.stays]
        if both := home.intersection(there):
            raise DataError(
                f"{path}: {len(both)} patients have numbers of patients at home, such as {min(both)}; leave "
                "out who was in both hospitals, and give the others numbers of their own"
            )
        stays = sorted(extract.stays, key=lambda stay: pseudonyms.number("order", stay.icustay))
        _write_role(extract, stays, (ASKED["site"],), known, pseudonyms, out)
    return there


def _write_role(
    extract: Extract,
    stays: list[Stay],
    parts: tuple[str, ...],
    known: Statistics,
    pseudonyms: Pseudonyms,
    out: Build,
) -> None:
    with ExitStack() as stack:
        writers = {}
        for dataset in WINDOWS:
            for part in parts:
                folder = out.public / dataset / part
                is_asked = part in ASKED.values()
                path = out.private / dataset / f"{part}.parquet" if is_asked else folder / "labels.parquet"
                writers[dataset, part] = stack.enter_context(PartWriter(folder, path, known))
        courses = stack.enter_context(CourseWriter(parts, known, pseudonyms, out))
        for stay in stays:
            hours = extract.hours(stay)
            courses.add(stay, hours)
            for (dataset, part), writer in writers.items():
                starts, labels = _windows(stay, hours, dataset, part, pseudonyms)
                if len(starts):
                    about = (dataset, part, stay.icustay)
                    ids = [f"r{pseudonyms.name(*about, start)}" for start in starts.tolist()]
                    writer.add(_rows(stay, hours, known, dataset, ids, starts, labels))


def _windows(
    stay: Stay, hours: Hours, dataset: str, part: str, pseudonyms: Pseudonyms
) -> tuple[NDArray[np.int64], list[tuple[int, ...]]]:
    """First hours of a stay's rows in one part, and their labels."""
    is_asked = part in ASKED.values()
    if dataset == "stays":
        is_shown = shows_day(stay, pseudonyms) if is_asked else is_long(stay)
        return np.arange(int(is_shown)), [stay.outcomes] * is_shown
    labels = classes(hours.on[dataset])
    if is_asked:
        starts = shown_window(stay, hours, pseudonyms)
    else:
        starts = drawn(labels, KNOWN, pseudonyms.number("draw", dataset, part, stay.icustay))
    return starts, [(int(label),) for label in labels[starts]]


def _rows(
    stay: Stay,
    hours: Hours,
    known: Statistics,
    dataset: str,
    ids: list[str],
    starts: NDArray[np.int64],
    labels: list[tuple[int, ...]],
) -> Rows:
    length = WINDOWS[dataset].hours
    shown = starts[:, None] + np.arange(length)
    return Rows(
        about=list(about_rows(stay, ids, starts)),
        labels=[dict(zip(targets_of(dataset), given, strict=True)) for given in labels],
        measured=hours.means[shown],
        imputed=impute(hours.means, known, starts, length),
        treated={} if dataset == "stays" else {"on": hours.on[dataset][shown]},
    )


def _write_codebook(public: Path) -> None:
    lines = ["name,unit,panel"]
    for one in variables():
        name = f'"{one.name}"' if "," in one.name else one.name
        lines.append(f"{name},{one.unit},{one.panel}")
    (public / "variables.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
