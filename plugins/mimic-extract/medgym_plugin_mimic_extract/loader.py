"""From ``all_hourly_data.h5``, invented or published, to a build.

Patients are parted by a hash (:mod:`role`): train, validation, test. Each of the three datasets (``stays``,
``vent``, ``vaso``) has four parts of rows: ``train`` and ``validation``, whose labels are public, and
``validation-asked`` and ``test-asked``, which are predicted. Training tasks ask about the first of these, and
their boxes hold nothing else of validation patients; test tasks ask about the second. Where another
hospital's file lies beside, in a folder ``other-site``, rows of its patients are a fifth part,
``site-asked``.

Build layout: ``public/DATASET/PART/{rows,measured,imputed}.parquet``, ``labels.parquet`` beside where they
are known, ``public/variables.csv``, ``private/DATASET/PART.parquet`` (labels that are asked for),
``private/calibration.json``, ``private/subjects.json`` and ``private/report.json``.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from medgym_core import Build, Calibration, DataError, Progress
from medgym_plugin_mimic_extract.target import ASKED, OTHER_SITE, TARGETS
from medgym_raw import unpacked

STAYS = 4_500
"""Stays of the default synthetic source."""
CALIBRATION, SUBJECTS, REPORT = "calibration.json", "subjects.json", "report.json"
"""Files of the private half."""


def synthesise(out: Path, seed: int, scale: int | None, progress: Progress) -> None:
    """Write an invented file; ``scale`` counts stays."""
    from medgym_plugin_mimic_extract.synthetic import synthesise as synthesise_file

    synthesise_file(out, seed, scale or STAYS, progress)


def build(raw: Path, out: Build, progress: Progress) -> None:
    """Turn a file, or the folder that holds it, into a build.

    Raises:
        DataError: if it is missing, damaged, of another layout, or too small for even one task.
    """
    from medgym_plugin_mimic_extract.dataset import write_datasets
    from medgym_plugin_mimic_extract.grading import calibrations

    with unpacked(raw, out.root.parent) as folder:
        counts, subjects = write_datasets(folder, out, progress)
    found, refused = calibrations(out, [kind for kind in ASKED if kind in subjects], progress)
    if not found.keys() - {"site"}:
        home = sum(count for role, count in counts.items() if role != OTHER_SITE)
        raise DataError(
            f"{home} stays are too few to grade any prediction ({'; '.join(refused.values())}); take more"
        )
    _dump(out.private / CALIBRATION, found)
    _dump(out.private / SUBJECTS, subjects)
    _dump(out.private / REPORT, {"stays": counts, "refused": refused})


def graded(build: Build, kind: str, name: str) -> Calibration:
    """Where the reward of a target is 0 and 1, and what is a success."""
    values = calibration(build)[kind][name]
    return Calibration(**{field: values[field] for field in Calibration.model_fields})


def calibration(build: Build) -> dict[str, dict[str, dict[str, float]]]:
    """Kind of task and target to the fields of its calibration, and the number of rows."""
    found: dict[str, dict[str, dict[str, float]]] = _private(build, CALIBRATION)
    return {kind: found.get(kind, {}) for kind in ASKED}


def subjects(build: Build, kind: str) -> list[str]:
    """The patients whom tasks of a kind learn from (training tasks alone) and are graded on; maybe none.

    They are named as in ledgers: ``SOURCE/patient/NUMBER``.
    """
    found: dict[str, list[str]] = _private(build, SUBJECTS)
    return found.get(kind, [])


def report(build: Build) -> str:
    """What was found, in words for the owner of the data."""
    found: dict[str, Any] = _private(build, REPORT)
    lines = [f"{count:,} stays of {role} patients" for role, count in found["stays"].items()]
    for kind, graded in calibration(build).items():
        for name, values in graded.items():
            metric = TARGETS[name].metric
            lines.append(
                f"{kind}, {name}: {values['rows']:,.0f} rows; {metric} of the baseline "
                f"{values['baseline']:.3f}, where rewards begin {values['chance']:.3f}"
            )
    lines += [f"{task} is left out: {why}" for task, why in found["refused"].items()]
    if OTHER_SITE not in found["stays"]:
        lines.append(f"no folder {OTHER_SITE} holds another hospital's file: the split site has no tasks")
    return "\n".join(lines)


def _private(build: Build, name: str) -> Any:
    return _load(build.private / name)


@cache
def _load(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def _dump(path: Path, value: Any) -> None:
    path.write_text(json.dumps(value, indent=1), encoding="utf-8")
