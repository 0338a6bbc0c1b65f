"""From raw files to a build, and a synthetic source in the same raw layout.

Raw layout: ``visits.csv``, one visit a row, with ``patient`` (text), ``day`` (whole number from 1, one
visit a day), ``sbp_mmhg`` and ``dbp_mmhg`` (systolic and diastolic blood pressure, whole mmHg).

Build layout: {% include cookiecutter.kind ~ "/layout.txt" %}

"""

# EDIT: the layout above is that of your published files. `synthesise` writes invented files of that layout,
# `build` reads either, and nothing after it knows which it was.

from __future__ import annotations

import csv
import hashlib
import random
{% if cookiecutter.kind == "table" %}
import sqlite3
{% endif %}
from collections import defaultdict
from collections.abc import Iterable, Sequence
{% if cookiecutter.kind not in ("table", "predictions") %}
from functools import lru_cache
{% endif %}
from pathlib import Path
from typing import NamedTuple, TypeVar

from medgym_core import Build, DataError, Progress

FILE = "visits.csv"
"""The raw file."""
COLUMNS = ["patient", "day", "sbp_mmhg", "dbp_mmhg"]
"""Its columns."""
PATIENTS = {{ 600 if cookiecutter.kind == "predictions" else 150 }}
"""Patients of the default synthetic source."""
Item = TypeVar("Item")


class Visit(NamedTuple):
    """One visit."""

    patient: str
    day: int
    sbp: int
    dbp: int


def synthesise(out: Path, seed: int, scale: int | None, progress: Progress) -> None:
    """Write invented visits; ``scale`` counts patients, whose names are the same for every seed."""
    # EDIT: draw what makes the questions hard in the real data too: skewed values, ties, gaps.
    draw = random.Random(seed)
    visits = []
    for number in range(1, (scale or PATIENTS) + 1):
        usual = draw.gauss(136, 14)
        for day in sorted(draw.sample(range(1, 366), draw.randint(5, 9))):
            sbp = round(draw.gauss(usual, 9))
            visits.append(Visit(f"P{number:04d}", day, sbp, round(0.45 * sbp + draw.gauss(20, 6))))
    write(out / FILE, visits)


def read(path: Path) -> list[Visit]:
    """The visits of a raw file.

    Raises:
        DataError: with file, line and fix, if it is missing or not in the raw layout.
    """
    # EDIT: check everything that the questions rely on; users' copies are never quite as documented.
    if not path.is_file():
        raise DataError(f"there is no {path}; give the folder that holds {FILE} with --source")
    with path.open(newline="", encoding="utf-8") as stream:
        rows = csv.reader(stream)
        if (header := next(rows, [])) != COLUMNS:
            raise DataError(f"{path}, line 1: columns {header}; they must be {','.join(COLUMNS)}")
        return [_visit(row, f"{path}, line {number}") for number, row in enumerate(rows, start=2)]


def write(path: Path, visits: Iterable[Visit]) -> None:
    """Write visits in the raw layout."""
    with path.open("w", newline="", encoding="utf-8") as stream:
        csv.writer(stream, lineterminator="\n").writerows([COLUMNS, *visits])


def split_of(patient: str) -> str:
    """Split of a patient, by a hash of the name: the same in every build, whatever the seed."""
    # EDIT: split by what must not be shared: patients, studies, parameters. Never by row.
{% if cookiecutter.kind == "predictions" %}
    part = hashlib.sha256(patient.encode()).digest()[0] % 5
    return {0: "test", 1: "train"}.get(part, "known")
{% else %}
    return "test" if hashlib.sha256(patient.encode()).digest()[0] % 5 == 0 else "train"
{% endif %}


def by_patient(visits: Iterable[Visit]) -> dict[str, list[Visit]]:
    """Each patient's visits in the order of their days; patients sorted by name."""
    found: defaultdict[str, list[Visit]] = defaultdict(list)
    for visit in sorted(visits):
        found[visit.patient].append(visit)
    return dict(found)


def pick(items: Sequence[Item], index: int) -> Item:
    """What the task at ``index`` of a split is about.

    Raises:
        DataError: if the split has no such task.
    """
    if not 0 <= index < len(items):
        raise DataError(f"there is no task {index}; tasks run from 0 to {len(items) - 1}")
    return items[index]


{% include cookiecutter.kind ~ "/build.py" %}
{% if cookiecutter.kind not in ("table", "predictions") %}


@lru_cache(maxsize=4)
def _stored(path: Path) -> dict[str, list[Visit]]:
    """The visits of a finished build, which never changes."""
    return by_patient(read(path))
{% endif %}


def _visit(row: list[str], where: str) -> Visit:
    try:
        patient, day, sbp, dbp = row
        return Visit(patient, int(day), int(sbp), int(dbp))
    except ValueError as error:
        raise DataError(f"{where}: {row}: {error}; each row has {','.join(COLUMNS)}") from error
