"""From JSONL rows to a build, and the synthetic rows in the same layout.

Raw layout: ``train_tasks.jsonl`` and ``test_tasks.jsonl`` (``reworded_tasks.jsonl`` and ``ood_tasks.jsonl``
are not published), one object a line with ``task_type``, ``task_id`` (1 to 6), ``estimate_target`` (``size``
or ``power``), ``question`` and ``answer``; a file is of the split that its name holds, else of ``test``.
Synthetic rows also carry ``parameters`` (the :class:`Problem`) and ``wording``; rows without them are
published ones, are read from their text, and become ``published-train`` and ``published-test``.

A synthetic split is a set of parameter cells, so train and test are disjoint by construction; ``ood`` asks
for other formulas (see ``sampling.py``), ``reworded`` for what test asks (see ``rewording.py``).

Build layout: ``public/SPLIT.jsonl`` (questions), ``public/glossary.json``, ``public/sizes.json``,
``private/SPLIT.jsonl`` (parameters) and ``private/report.json``. A published row whose answer is not the
recomputed one is no task; the report lists it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from importlib import resources
from itertools import islice
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from medgym_core import Build, DataError, Progress
from medgym_plugin_npowerai.chance import best_constants
from medgym_plugin_npowerai.design import Frozen, Problem, Target
from medgym_plugin_npowerai.formula import FORMULAS, HELD_OUT, Formula
from medgym_plugin_npowerai.power import answer
from medgym_plugin_npowerai.published import Reading, read
from medgym_plugin_npowerai.report import Report
from medgym_plugin_npowerai.rewording import reworded
from medgym_plugin_npowerai.sampling import Sample, sample
from medgym_raw import records, sift, unpacked

FILES = {split: f"{split}_tasks.jsonl" for split in ("train", "test", "reworded", "ood")}
"""Split to raw file."""
SIZES = {"train": 960, "test": 240, "ood": 120}
"""Tasks of the default synthetic build; there are ``REWORDED`` besides."""
TITLES = {
    "one_sample_t": "One-sample t-test",
    "two_sample_t": "Two independent samples t-test",
    "paired_t": "Paired t-test",
    "one_way_anova": "One-way ANOVA",
    "chi_square": "Chi-square test of independence",
    "cox_two_groups": "Cox proportional-hazards model",
}
"""Test to ``task_type``."""
TESTS = tuple(TITLES)
"""The six tests, in the order of their published numbers 1 to 6."""
KINDS: Mapping[str, tuple[tuple[Formula, Target], ...]] = {
    split: tuple((formula, target) for formula in formulas for target in ("size", "power"))
    for split, formulas in (("train", FORMULAS), ("test", FORMULAS), ("ood", HELD_OUT))
}
"""Split to its kinds of question, which take turns in a synthetic split."""
SPLITS = (*FILES, "published-train", "published-test")
"""Splits of a build."""
COLUMNS = ("task_type", "task_id", "estimate_target", "question", "answer")
"""What every row has."""
PUBLISHED = "published"
"""Wording of the rows that are not generated."""


class RawRow(BaseModel):
    """One line of a raw file; unknown fields are ignored."""

    model_config = ConfigDict(extra="ignore")

    task_type: str
    task_id: Annotated[int, Field(ge=1, le=len(TESTS))]
    estimate_target: Target
    question: Annotated[str, Field(min_length=1)]
    answer: Annotated[float, Field(allow_inf_nan=False)]
    parameters: Problem | None = None
    wording: str = PUBLISHED


class Entry(Frozen):
    """One task of a build, as far as the agent may know it."""

    question: str
    """The question."""
    test: str
    """One of the six tests."""
    target: Target
    """What is asked."""
    wording: str
    """Which variants of the clauses were used, or ``published``."""
    cell: str
    """Parameter cell."""
    assumptions: tuple[str, ...] = ()
    """What the question leaves open."""


class Loaded(NamedTuple):
    """One row made into a task."""

    entry: Entry
    problem: Problem
    gold: int | float


def synthesise(out: Path, seed: int, scale: int | None, progress: Progress) -> None:
    """Write all raw files; ``scale`` counts rows of train and test, of which a fifth are test rows.

    The split ``ood`` has a tenth as many besides, and ``reworded`` each template of the test in each voice.
    """
    sizes = SIZES
    if scale is not None:
        sizes = {"train": scale - scale // 5, "test": scale // 5, "ood": scale // 10}
    samples: dict[str, list[Sample]] = {split: [] for split in sizes}
    for split, size in sizes.items():
        for index in range(size):
            samples[split].append(_sampled(split, index, seed))
            progress(f"{split} questions", index / size)
        _write_rows(out / FILES[split], ((sample, sample.phrasing.name) for sample in samples[split]))
    _write_rows(out / FILES["reworded"], reworded(samples["test"]))


def build(raw: Path, out: Build, progress: Progress) -> None:
    """Turn raw files (a folder, an archive or one file) into a build.

    Raises:
        DataError: if no file, a broken row or no readable row is found.
    """
    with unpacked(raw, out.root.parent) as folder:
        splits, report = load(folder, progress)
    sizes = {split: len(splits[split]) for split in SPLITS}
    if not any(sizes.values()):
        raise DataError(f"none of the {report.rows} rows of {raw} became a task{report.first_refusal()}")
    for split, loaded in splits.items():
        _write_lines(out.public / f"{split}.jsonl", [item.entry for item in loaded])
        _write_lines(out.private / f"{split}.jsonl", [item.problem for item in loaded])
        if loaded:
            report.best_constants[split] = best_constants([item.gold for item in loaded])
    glossary = resources.files(__package__).joinpath("glossary.json").read_bytes()
    (out.public / "glossary.json").write_bytes(glossary)
    (out.public / "sizes.json").write_text(json.dumps(sizes), encoding="utf-8")
    (out.private / "report.json").write_text(report.model_dump_json(indent=1), encoding="utf-8")


def load(raw: Path, progress: Progress) -> tuple[dict[str, list[Loaded]], Report]:
    """Every row that is a task, by split, and how all of them fared.

    Raises:
        DataError: if no file holds rows, or a row is broken.
    """
    found = sift(raw, COLUMNS)
    if not found.paths:
        seen = f": {'; '.join(found.remarks[:3])}" if found.remarks else ""
        raise DataError(
            f"neither {FILES['train']} nor {FILES['test']} nor another file of rows is in {raw}{seen}; "
            f"give the folder that holds them, or one of the files, with --source"
        )
    report = Report(remarks=found.remarks)
    splits: dict[str, list[Loaded]] = {split: [] for split in SPLITS}
    for path in found.paths:
        progress(f"reading {path.name}", None)
        for one in records(path, COLUMNS):
            row = _parse(one.fields, one.where)
            if loaded := _loaded(row, one.where, report):
                splits[_split_of(path, row)].append(loaded)
    return splits, report


def _split_of(path: Path, row: RawRow) -> str:
    split = next((split for split in ("train", "reworded", "ood") if split in path.name.lower()), "test")
    if row.parameters is None:
        return f"{PUBLISHED}-{'train' if split == 'train' else 'test'}"
    return split


def _loaded(row: RawRow, where: str, report: Report) -> Loaded | None:
    """A row as a task; None if it cannot be read, or is published with another answer."""
    try:
        loaded = _understand(row)
    except ValueError as refusal:
        report.refuse(where, _first_reason(refusal), row.task_type)
        return None
    agrees = report.compare(where, row.answer, loaded.gold, row.task_type)
    return loaded if agrees or row.parameters is not None else None


def size(build: Build, split: str) -> int:
    """Number of tasks of a split."""
    sizes: dict[str, int] = json.loads((build.public / "sizes.json").read_text(encoding="utf-8"))
    return sizes.get(split, 0)


def entry(build: Build, split: str, index: int) -> Entry:
    """The public half of one task."""
    return Entry.model_validate_json(_line(build.public / f"{split}.jsonl", index))


def problem(build: Build, split: str, index: int) -> Problem:
    """The private half of one task."""
    return Problem.model_validate_json(_line(build.private / f"{split}.jsonl", index))


def read_report(build: Build) -> Report:
    """How the raw rows fared."""
    return Report.model_validate_json((build.private / "report.json").read_text(encoding="utf-8"))


def _sampled(split: str, index: int, seed: int) -> Sample:
    kinds = KINDS[split]
    formula, target = kinds[index % len(kinds)]
    return sample(formula.name, target, split, index // len(kinds), seed)


def _write_rows(path: Path, questions: Iterable[tuple[Sample, str]]) -> None:
    """Generated questions, each with the name of its wording, as rows of the raw layout."""
    with path.open("w", encoding="utf-8") as stream:
        for made, wording in questions:
            test = made.problem.design.test
            row = {
                "task_type": TITLES[test],
                "task_id": TESTS.index(test) + 1,
                "estimate_target": made.problem.target,
                "question": made.question,
                "answer": answer(made.problem),
                "parameters": made.problem.model_dump(),
                "wording": wording,
            }
            stream.write(json.dumps(row) + "\n")


def _understand(row: RawRow) -> Loaded:
    """A raw row as a task with its recomputed answer; ValueError if its text cannot be read."""
    test, target = TESTS[row.task_id - 1], row.estimate_target
    reading = Reading(row.parameters, ()) if row.parameters else read(test, target, row.question)
    if (reading.problem.design.test, reading.problem.target) != (test, target):
        raise ValueError(f"task_id {row.task_id} and estimate_target {target} contradict the parameters")
    found = Entry(
        question=row.question,
        test=test,
        target=target,
        wording=row.wording,
        cell=reading.problem.design.cell,
        assumptions=reading.assumptions,
    )
    return Loaded(found, reading.problem, answer(reading.problem))


def _parse(fields: Mapping[str, Any], where: str) -> RawRow:
    try:
        return RawRow.model_validate(fields)
    except ValidationError as error:
        raise DataError(
            f"{where}: {_first_reason(error)}; each row must have task_type, task_id (1 to {len(TESTS)}), "
            f"estimate_target (size or power), question and answer; fix the row or download the file again"
        ) from error


def _first_reason(error: ValueError) -> str:
    if not isinstance(error, ValidationError):
        return str(error)
    first = error.errors(include_url=False, include_context=False)[0]
    field = ".".join(str(part) for part in first["loc"])
    return f"{field}: {first['msg']}" if field else first["msg"]


def _write_lines(path: Path, models: list[Entry] | list[Problem]) -> None:
    path.write_text("".join(model.model_dump_json() + "\n" for model in models), encoding="utf-8")


def _line(path: Path, index: int) -> str:
    with path.open(encoding="utf-8") as stream:
        line = next(islice(stream, index, None), None)
    if line is None:
        raise DataError(f"{path} has no task {index}; rebuild it with `medgym data build npowerai`")
    return line
