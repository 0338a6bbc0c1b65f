"""From study folders, invented or downloaded, to a build whose questions are computed twice.

Raw layout: a folder for each study with the files that cBioPortal publishes (see ``study.py``), at any depth.
A hash of a study's identifier decides whether it is asked about in ``train`` or ``test``, so no study is in
both, whatever the seeds; ``ood`` has other questions about the studies of ``test``, and ``reworded`` the
questions of ``test`` in other words. If ``raw`` holds published questions, only these are built (see
``published/``).

Build layout: ``public/studies/STUDY/*.csv`` (mounted for the study's tasks alone), ``public/schemas.json``
(study to what the prompt tells of its tables), ``private/asked/SPLIT/INDEX.json`` (question and answer),
``private/report.json``.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from collections import Counter
from collections.abc import Set
from functools import cache
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from medgym_core import Build, DataError, Progress
from medgym_plugin_biodsbench import oracle, published, rewording, schema
from medgym_plugin_biodsbench import study as studies
from medgym_plugin_biodsbench.oracle import Asked, Refusal
from medgym_plugin_biodsbench.template import Template
from medgym_plugin_biodsbench.templates.held_out import NOVEL
from medgym_raw import base_name, unpacked

OOD = "ood"
"""The split of the workflows that are held out."""
SIZES = {"train": 50, "test": 49, OOD: 6 * len(NOVEL), "more-train": 500, "more-test": 500}
"""Split to its tasks, of a build with a study of it; of `ood` at most, where studies lack tables."""
TABULAR = (".jsonl", ".json", ".ndjson")
"""How the name of a file of published questions ends."""
SCHEMAS, REPORT, ASKED = "schemas.json", "report.json", "asked"
"""A file of the public half, a file and a folder of the private one."""
LEAST_PATIENTS = 40
"""Patients that an invented study needs for every template to find something to ask."""


def split_of(study: str) -> str:
    """Split of a study, by a hash of its identifier: the same in every build."""
    return "test" if hashlib.sha256(study.encode()).digest()[0] % 2 else "train"


def synthesise(out: Path, seed: int, scale: int | None, progress: Progress) -> None:
    """Write a study of each design for each split; ``scale`` is the number of patients of a study.

    Raises:
        DataError: if there are too few patients to ask about.
    """
    from medgym_plugin_biodsbench.synthetic.design import DESIGNS
    from medgym_plugin_biodsbench.synthetic.writing import write_study

    if scale is not None and scale < LEAST_PATIENTS:
        raise DataError(f"{scale} patients are too few to ask about; take {LEAST_PATIENTS} or more")
    numbers = count(1)
    wanted = [(split, design) for split in ("train", "test") for design in DESIGNS]
    for at, (split, design) in enumerate(wanted):
        progress("studies", at / len(wanted))
        names = (f"{design.kind}_synthetic_s{seed}n{number}" for number in numbers)
        name = next(name for name in names if split_of(name) == split)
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
        _dump(out.public / SCHEMAS, {})
        _dump(out.private / REPORT, {"refused": {}})
        return
    folders = studies.find(folder)
    if not folders:
        raise DataError(f"{raw} holds no study: no folder with data_clinical_sample.txt or .csv")
    told: dict[str, str] = {}
    faults: list[DataError] = []
    for name, place in folders.items():
        try:
            studies.convert(place, out.public / "studies" / name)
            told[name] = schema.describe(studies.load(out.public / "studies" / name))
        except DataError as error:
            faults.append(error)
            shutil.rmtree(out.public / "studies" / name, ignore_errors=True)
    if not told:
        raise faults[0]
    _dump(out.public / SCHEMAS, told)
    refusals: list[Refusal] = []
    for split in ("train", "test", OOD):
        _ask(out, split, refusals, progress)
    refused = Counter(f"{one.template}: {one.reason}" for one in refusals)
    left_out = [f"a study is left out: {fault}" for fault in faults]
    _dump(out.private / REPORT, {"refused": dict(sorted(refused.items())), "left_out": left_out})


def _ask(out: Build, split: str, refusals: list[Refusal], progress: Progress) -> None:
    """Compute a split's questions, no two with one answer; of `ood` as many as the studies allow.

    Raises:
        DataError: if another split's are too few.
    """
    answered: set[str] = set()
    for index in range(SIZES[split] if schemas(out, split) else 0):
        progress(f"questions of {split}", index / SIZES[split])
        found = _compute(out, split, index, refusals, answered)
        if found is None and split == OOD:
            return
        if found is None:
            raise _empty(out, split)
        answered.add(_answer(found))
        _dump_asked(out, split, index, found)


def size(build: Build, split: str) -> int:
    """Tasks of a split: none if no study is of it."""
    if split == OOD:
        return _stored(build.private / ASKED / OOD)
    if split == rewording.SPLIT:
        return len(_restated(build.private / ASKED / "test"))
    return SIZES[split] if schemas(build, split) else 0


@cache
def _stored(folder: Path) -> int:
    """Questions of a split that a build has computed."""
    return sum(1 for path in folder.glob("*.json"))


def schemas(build: Build, split: str) -> dict[str, str]:
    """Study of a split to the description of its tables."""
    wanted = "test" if split in (OOD, rewording.SPLIT) else split.removeprefix("more-")
    return {name: told for name, told in _schemas(build.public / SCHEMAS).items() if split_of(name) == wanted}


@cache
def _schemas(path: Path) -> dict[str, str]:
    found: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
    return found


def asked(build: Build, split: str, index: int) -> Asked:
    """The question at ``index``, computed on first access unless the build did.

    Raises:
        DataError: if there is no such task.
    """
    if not 0 <= index < size(build, split):
        raise DataError(f"there is no task {index} in {split}; it has {size(build, split)}, from 0")
    if split == rewording.SPLIT:
        return asked(build, "test", restated(build, index)[0])
    path = _asked_path(build, split, index)
    if not path.is_file():
        answered = _answered(build.private / ASKED / split.removeprefix("more-"))
        found = _compute(build, split, index, [], answered)
        if found is None:
            raise _empty(build, split)
        _dump_asked(build, split, index, found)
    return Asked(**json.loads(path.read_text(encoding="utf-8")))


def restated(build: Build, index: int) -> tuple[int, str]:
    """Which question of the test the reworded one at ``index`` restates, and in which voice."""
    return _restated(build.private / ASKED / "test")[index]


@cache
def _restated(folder: Path) -> tuple[tuple[int, str], ...]:
    files = sorted(folder.glob("*.json"), key=lambda path: int(path.stem))
    templates = [json.loads(path.read_text(encoding="utf-8"))["template"] for path in files]
    return tuple(rewording.plan(templates))


@cache
def _answered(folder: Path) -> frozenset[str]:
    """What the questions of a counted split are answered with, which no other split asks for again."""
    files = [path for path in folder.iterdir() if path.suffix == ".json"]
    return frozenset(_answer(Asked(**json.loads(path.read_text(encoding="utf-8")))) for path in files)


def _answer(found: Asked) -> str:
    """The answer and its study, which a question in other words, or with an idle parameter, has too."""
    return json.dumps([found.study, found.answer])


def _asked_path(build: Build, split: str, index: int) -> Path:
    return build.private / ASKED / split / f"{index}.json"


def _dump_asked(build: Build, split: str, index: int, found: Asked) -> None:
    path = _asked_path(build, split, index)
    path.parent.mkdir(parents=True, exist_ok=True)
    growing = path.with_suffix(f".{Random().randrange(10**9)}")
    _dump(growing, found._asdict())
    growing.replace(path)


def _compute(
    build: Build, split: str, index: int, refusals: list[Refusal], answered: Set[str]
) -> Asked | None:
    """The first question that stands: templates from the index on, and for each the studies in turn.

    A question of which the answer is one of ``answered`` is not asked. None if no other is left.
    """
    names = sorted(schemas(build, split))
    templates = _order(split)
    for step in range(len(templates)):
        template = templates[(index + step) % len(templates)]
        for turn in range(len(names)):
            name = names[(index + turn) % len(names)]
            rng = Random(f"biodsbench/{split}/{index}/{template.key}/{name}")
            found = oracle.ask(build.public / "studies" / name, template, rng, refusals)
            if found is not None and _answer(found) not in answered:
                return found
    return None


def _empty(build: Build, split: str) -> DataError:
    names = ", ".join(sorted(schemas(build, split)))
    return DataError(f"no question can be asked about {names}; their tables hold too little")


@cache
def _order(split: str) -> list[Template]:
    """A split's templates, categories in turn; test begins elsewhere, so that it repeats others."""
    from medgym_plugin_biodsbench.templates import MODULES

    asked = [
        [template for template in module.TEMPLATES if (template.key in NOVEL) == (split == OOD)]
        for module in MODULES
    ]
    rounds = [found[at : at + 1] for at in range(max(map(len, asked))) for found in asked]
    order = [template for found in rounds for template in found]
    start = len(order) // 2 if split.endswith("test") else 0
    return order[start:] + order[:start]


def report(build: Build) -> str:
    """Studies of each split, and which candidates were refused for what reason."""
    lines = [f"{split}: {', '.join(schemas(build, split)) or 'no study'}" for split in ("train", "test")]
    found = json.loads((build.private / REPORT).read_text(encoding="utf-8"))
    refused = [f"refused {times} times: {reason}" for reason, times in found["refused"].items()]
    return "\n".join([*lines, *found.get("left_out", ()), *refused])


def _dump(path: Path, value: Any) -> None:
    path.write_text(json.dumps(value, indent=1), encoding="utf-8")
