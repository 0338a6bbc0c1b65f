"""From raw MIMIC-III files to a build, and the synthetic files in the same layout.

A source is a folder of raw files, or one that holds EHRSQL's own database (``mimic_iii.sqlite``) or
EHRSQL-2024's (``mimic_iv.sqlite``). Question files of these releases that lie in it are loaded beside.

Build layout: ``public/mimic.sqlite`` (the database), ``public/tables.txt`` (its tables and columns),
``private/questions.sqlite`` (our questions with queries and answers), ``private/report.json``, and what
``published.py`` stores.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from itertools import islice
from pathlib import Path

from medgym_core import Build, Progress
from medgym_ehr.mimic3.ehrsql import build_database
from medgym_ehr.mimic3.ehrsql.dialect import DIALECT
from medgym_ehr.mimic3.synthetic import synthesise as synthesise_raw
from medgym_ehr.published import MIMIC_III, MIMIC_IV_DEMO, find_database
from medgym_ehr.questions import catalogue
from medgym_ehr.questions.catalogue import Portion
from medgym_ehr.questions.distribution import distribution
from medgym_ehr.questions.template import Question
from medgym_ehr.questions.unanswerable import plan_unanswerable
from medgym_plugin_mimic import published
from medgym_plugin_mimic.questions import ANSWERS, CATEGORIES, TEMPLATES, UNANSWERABLE
from medgym_plugin_mimic.report import Report

PATIENTS = 600
"""Patients of the default synthetic source; about five in six of them pass the cohort's filters."""
FULL = 400
"""A build of fewer patients asks proportionally fewer questions."""
SIZES = {"train": 9318, "test": 1122, "abstention": 600}
"""Questions of each split."""
ABSTAIN = 3
"""One question in so many of the split ``abstention`` cannot be answered, as in EHRSQL's validation split."""
DATABASE = "mimic.sqlite"
"""The database in the public half."""


def synthesise(out: Path, seed: int, scale: int | None, progress: Progress) -> None:
    """Write synthetic raw files; ``scale`` counts patients."""
    synthesise_raw(out, seed, scale or PATIENTS, progress)


def build(raw: Path, out: Build, progress: Progress) -> None:
    """Turn a source into a build.

    Raises:
        DataError: if a file is missing, malformed, or of another version.
    """
    database, release = out.public / DATABASE, published.release_of(raw)
    prebuilt = find_database(release or MIMIC_III, raw)
    if prebuilt:
        shutil.copyfile(prebuilt, database)
    else:
        build_database(raw, database, progress)
    counted = dict(_tables(database))
    (out.public / "tables.txt").write_text("".join(f"{table}\n" for table in counted), encoding="utf-8")
    rows = {table.partition("(")[0]: count for table, count in counted.items()}
    if release:
        published.build(release, raw, database, out, progress)
    questions = {} if release is MIMIC_IV_DEMO else _plan(database, rows["PATIENTS"], progress)
    catalogue.write(out.private / "questions.sqlite", questions)
    report = Report(
        rows=rows,
        splits={name: distribution(asked, CATEGORIES, ANSWERS) for name, asked in questions.items()},
    )
    (out.private / "report.json").write_text(report.model_dump_json(indent=1), encoding="utf-8")


def size(build: Build, split: str) -> int:
    """Number of tasks of a split."""
    return catalogue.size(build.private / "questions.sqlite", split)


def question(build: Build, split: str, index: int) -> Question:
    """One question with its query; private."""
    return catalogue.question(build.private / "questions.sqlite", split, index)


def read_report(build: Build) -> Report:
    """What the build came to."""
    return Report.model_validate_json((build.private / "report.json").read_text(encoding="utf-8"))


def tables(build: Build) -> str:
    """Tables and columns of the database, a line each."""
    return (build.public / "tables.txt").read_text(encoding="utf-8").rstrip()


def _plan(database: Path, patients: int, progress: Progress) -> Mapping[str, list[Question]]:
    sizes = {split: max(3, round(size * min(1.0, patients / FULL))) for split, size in SIZES.items()}
    answerable = sizes["abstention"] - sizes["abstention"] // ABSTAIN
    portions = (
        Portion("train", "train", sizes["train"]),
        Portion("test", "test", sizes["test"]),
        Portion("abstention", "test", answerable),
    )
    planned = catalogue.plan_all(database, DIALECT, TEMPLATES, portions, progress)
    abstain = _abstain(database, sizes["abstention"] - answerable)
    return planned | {"abstention": list(_mixed(planned["abstention"], abstain))}


def _abstain(database: Path, count: int) -> list[Question]:
    each = -(-count // len(UNANSWERABLE))
    planned = [
        plan_unanswerable(database, DIALECT, template, "test", each, "abstention")
        for template in UNANSWERABLE
    ]
    return catalogue.in_turn(planned)[:count]


def _mixed(answerable: list[Question], abstain: list[Question]) -> Iterator[Question]:
    """Every third question cannot be answered, as long as there are such."""
    waiting = iter(abstain)
    for place, asked in enumerate(answerable):
        yield asked
        if place % (ABSTAIN - 1) == 1:
            yield from islice(waiting, 1)


def _tables(database: Path) -> Iterator[tuple[str, int]]:
    """Each table with its columns, as ``NAME(COLUMN, ...)``, and its number of rows."""
    with closing(sqlite3.connect(database)) as connection:
        query = (
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY rowid"
        )
        for (name,) in connection.execute(query).fetchall():
            columns = connection.execute(f'PRAGMA table_info("{name}")').fetchall()
            count = connection.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0]
            yield f"{name}({', '.join(column[1] for column in columns)})", count
