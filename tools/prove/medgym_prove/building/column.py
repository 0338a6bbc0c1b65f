"""B07: no column of what boxes show predicts well enough to earn something by itself.

The tables of what a task mounts are joined to the rows that are asked for, by the columns that name a row.
Where a table has several rows for one of them, the last is taken, and their number is a column too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pyarrow  # type: ignore[import-untyped]
from pyarrow import csv, parquet

from medgym_core.builds.making import gold_of
from medgym_core.source import Build
from medgym_core.task import Task
from medgym_core.verifier.calibration import best_column
from medgym_core.verifier.metric import METRICS
from medgym_core.verifier.predictions import PredictionGold
from medgym_prove.building.addressed import drawn
from medgym_prove.check import Check, Evidence
from medgym_prove.subject import Subject

MANY = 12
"""Most tasks of a split that are looked at."""
LARGEST = 64 * 2**20
"""Bytes of the largest table that is read."""
NOISE = 1e-9
"""What the order of additions can change of a metric."""


def _no_column_earns(subject: Subject) -> Evidence:
    family, build = subject.family, subject.build()
    tasks = [task for split in family.splits for task in drawn(family, build, split, MANY)]
    problems: list[str] = []
    compared = 0
    for task in tasks:
        if task.verifier != "predictions":
            continue
        for turn in gold_of(family, build, task).turns:
            gold = PredictionGold.model_validate(turn)
            columns = list(_columns(build, task, gold))
            compared += len(columns)
            problems += [f"{task.id}: {problem}" for problem in _earning(gold, columns)]
    return Evidence(
        examined=len(tasks), problems=tuple(problems), figures={"tasks": len(tasks), "columns": compared}
    )


def _earning(gold: PredictionGold, columns: Sequence[Sequence[float]]) -> Iterator[str]:
    """The targets that one of the columns predicts better than what earns nothing."""
    for place, target in enumerate(gold.targets):
        least = target.calibration.chance
        best = best_column(gold.labels(place), columns, target.metric) if columns else least
        if METRICS[target.metric].better(best, least) and abs(best - least) > NOISE:
            yield (
                f"a column reaches {target.metric} {best:.4g} of {target.name}, "
                f"where rewards begin at {least:.4g}"
            )


def _columns(build: Build, task: Task, gold: PredictionGold) -> Iterator[list[float]]:
    """The columns of numbers that boxes show of the rows asked for, in the order of ``gold.rows``."""
    asked = [tuple(map(str, row[: len(gold.keys)])) for row in gold.rows]
    for path in _files(build.public / mount for mount in task.mounts):
        table = _read(path)
        if not set(gold.keys) <= table.keys():
            continue
        places: dict[tuple[str, ...], list[int]] = {}
        for place, name in enumerate(zip(*(map(str, table[key]) for key in gold.keys), strict=True)):
            places.setdefault(name, []).append(place)
        found = [places.get(name, []) for name in asked]
        if any(found):
            yield [float(len(each)) for each in found]
            for column in table.keys() - set(gold.keys):
                yield from _numbers([table[column][each[-1]] if each else None for each in found])


def _numbers(cells: Sequence[object]) -> Iterator[list[float]]:
    """A column, if it holds numbers; what is missing lies below all others."""
    present = [float(cell) for cell in cells if isinstance(cell, int | float) and cell == cell]
    if present and all(cell is None or isinstance(cell, int | float) for cell in cells):
        least = min(present) - 1
        yield [float(cell) if isinstance(cell, int | float) and cell == cell else least for cell in cells]


def _files(mounts: Iterator[Path]) -> Iterator[Path]:
    for mount in mounts:
        for path in sorted(mount.rglob("*")) if mount.is_dir() else [mount]:
            if path.suffix in (".csv", ".parquet") and path.stat().st_size <= LARGEST:
                yield path


def _read(path: Path) -> dict[str, list[object]]:
    """A table by its columns; without any where the file is none, which an agent may be meant to find out."""
    try:
        table = csv.read_csv(path) if path.suffix == ".csv" else parquet.read_table(path)
    except (pyarrow.ArrowException, ValueError):
        return {}
    return dict(zip(table.column_names, (column.to_pylist() for column in table.columns), strict=True))


B07 = Check(
    id="B07",
    level=1,
    title="no single column of what boxes show predicts well enough to earn something",
    hint="Give calibrate() the columns that boxes show of the rows asked for, so that rewards begin at the "
    "best of them, and choose a target and a baseline that need several.",
    examine=_no_column_earns,
)
