"""From study folders, invented or downloaded, to a build whose questions are computed twice.

Raw layout: a folder for each study with the files that cBioPortal publishes (see ``study.py``), at any depth.
A hash of a study's identifier decides whether it is asked about in ``train`` or ``test``, so no study is in
both, whatever the seeds; ``ood`` has other questions, about the studies of ``test`` and about invented ones
of kinds that no other split has, and ``reworded`` the questions of ``test`` in other words. If ``raw`` holds
published questions, only these are built (see ``published/``).

Build layout: ``public/studies/STUDY/*.csv`` (mounted for the study's tasks alone), ``public/schemas.json``
(study to the description of its tables), ``private/asked/SPLIT/INDEX.json`` (question and answer),
``private/report.json``.
"""

from __future__ import annotations

import json
import shutil
from collections import Counter
from itertools import count
from pathlib import Path

from medgym_core import Build, DataError, Progress
from medgym_plugin_biodsbench import published, schema
from medgym_plugin_biodsbench import study as studies
from medgym_plugin_biodsbench.asking import BUILT, HALVES, SCHEMAS, ask, dump, half_of, schemas
from medgym_plugin_biodsbench.oracle import Refusal
from medgym_raw import base_name, unpacked

TABULAR = (".jsonl", ".json", ".ndjson")
"""How the name of a file of published questions ends."""
REPORT = "report.json"
"""A file of the private half."""
LEAST_PATIENTS = 40
"""Patients that an invented study needs for every template to find something to ask."""


def synthesise(out: Path, seed: int, scale: int | None, progress: Progress) -> None:
    """Write a study of each design for each half, and those of `ood`; ``scale`` counts a study's patients.

    Raises:
        DataError: if there are too few patients to ask about.
    """
    from medgym_plugin_biodsbench.synthetic.design import DESIGNS, NOVEL_DESIGNS
    from medgym_plugin_biodsbench.synthetic.writing import write_study

    if scale is not None and scale < LEAST_PATIENTS:
        raise DataError(f"{scale} patients are too few to ask about; take {LEAST_PATIENTS} or more")
    numbers = count(1)
    wanted = [(half, design) for half in HALVES for design in DESIGNS]
    wanted += [("test", design) for design in NOVEL_DESIGNS]
    for at, (half, design) in enumerate(wanted):
        progress("studies", at / len(wanted))
        names = (f"{design.kind}_synthetic_s{seed}n{number}" for number in numbers)
        name = next(name for name in names if half_of(name) == half)
        write_study(out / name, design, name, scale or design.patients)


def build(raw: Path, out: Build, progress: Progress) -> None:
    """Convert the studies, and compute the questions of the counted splits and of `ood`.

    Raises:
        DataError: if there is no study, or a damaged one, or nothing to ask.
    """
    is_rows = raw.is_file() and base_name(raw).endswith(TABULAR)
    with unpacked(raw.parent if is_rows else raw, out.root.parent) as folder:
        _build(raw if is_rows else folder, folder, out, progress)


def _build(raw: Path, folder: Path, out: Build, progress: Progress) -> None:
    if published.has_tasks(raw):
        published.build(raw, folder, out, progress)
        dump(out.public / SCHEMAS, {})
        dump(out.private / REPORT, {"refused": {}})
        return
    folders = studies.find(folder)
    if not folders:
        raise DataError(f"{raw} holds no study: no folder with data_clinical_sample.txt or .csv")
    described: dict[str, str] = {}
    faults: list[DataError] = []
    for name, place in folders.items():
        try:
            studies.convert(place, out.public / "studies" / name)
            described[name] = schema.describe(studies.load(out.public / "studies" / name))
        except DataError as error:
            faults.append(error)
            shutil.rmtree(out.public / "studies" / name, ignore_errors=True)
    if not described:
        raise faults[0]
    dump(out.public / SCHEMAS, described)
    refusals: list[Refusal] = []
    for split in BUILT:
        ask(out, split, refusals, progress)
    refused = Counter(f"{one.template}: {one.reason}" for one in refusals)
    left_out = [f"a study is left out: {fault}" for fault in faults]
    dump(out.private / REPORT, {"refused": dict(sorted(refused.items())), "left_out": left_out})


def report(build: Build) -> str:
    """Studies of train and test, and which candidates were refused for what reason."""
    lines = [f"{half}: {', '.join(schemas(build, half)) or 'no study'}" for half in HALVES]
    found = json.loads((build.private / REPORT).read_text(encoding="utf-8"))
    refused = [f"refused {times} times: {reason}" for reason, times in found["refused"].items()]
    return "\n".join([*lines, *found.get("left_out", ()), *refused])
