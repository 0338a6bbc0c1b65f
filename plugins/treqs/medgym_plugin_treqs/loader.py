"""From raw MIMIC-III files to a build, and the synthetic files in the same layout.

Build layout: ``public/mimicsql.sqlite`` (the database), ``public/tables.txt`` (its tables and columns),
``private/questions.sqlite`` (our questions with queries and answers), ``private/report.json``, and what
``published.py`` stores of MIMICSQL's question files, if they lie in the raw folder. It is read with
``medgym_ehr.hospital.loader``.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path

from medgym_core import Build, Progress
from medgym_ehr.hospital.loader import QUESTIONS, SPARE
from medgym_ehr.hospital.report import Report
from medgym_ehr.mimic3.mimicsql import build_database
from medgym_ehr.mimic3.synthetic import synthesise as synthesise_raw
from medgym_ehr.published import require_data
from medgym_ehr.questions import catalogue
from medgym_ehr.questions.distribution import distribution
from medgym_ehr.questions.portion import Portion
from medgym_ehr.questions.template import Question
from medgym_ehr.rewording import STYLES, reworded
from medgym_plugin_treqs import published
from medgym_plugin_treqs.dialect import DIALECT
from medgym_plugin_treqs.questions import ANSWERS, CATEGORIES, COMMON, NOVEL, OPTIONS
from medgym_raw import unpacked

PATIENTS = 600
"""Patients of the default synthetic source."""
FULL = 500
"""A build of fewer patients asks proportionally fewer questions."""
SIZES = {"train": 8988, "test": 996, "ood": 400}
"""Questions of each split but ``reworded``."""
REWORDED = len(STYLES) * len(COMMON)
"""Every template that the test asks, in every style."""
DATABASE = published.DATABASE
"""The database in the public half."""


def synthesise(out: Path, seed: int, scale: int | None, progress: Progress) -> None:
    """Write synthetic raw files; ``scale`` counts patients."""
    synthesise_raw(out, seed, scale or PATIENTS, progress)


def build(raw: Path, out: Build, progress: Progress) -> None:
    """Turn a folder of raw files into a build.

    Raises:
        DataError: if a file is missing, malformed, or of another version.
    """
    with unpacked(raw, out.root.parent) as folder:
        _build(folder, out, progress)


def _build(raw: Path, out: Build, progress: Progress) -> None:
    files = published.find(raw)
    if files:
        require_data("MIMICSQL", "", raw)
    database = out.public / DATABASE
    rows = build_database(raw, database, progress)
    (out.public / "tables.txt").write_text("".join(_tables(database)), encoding="utf-8")
    published.build(files, database, out, progress)
    questions = _plan(database, progress)
    catalogue.write(out.private / QUESTIONS, questions)
    splits = {name: distribution(asked, CATEGORIES, ANSWERS) for name, asked in questions.items()}
    report = Report(rows=rows, splits=splits)
    (out.private / "report.json").write_text(report.model_dump_json(indent=1), encoding="utf-8")


def _plan(database: Path, progress: Progress) -> Mapping[str, list[Question]]:
    with closing(sqlite3.connect(database)) as connection:
        (patients,) = connection.execute("SELECT count(DISTINCT SUBJECT_ID) FROM DEMOGRAPHIC").fetchone()
    sizes = {split: max(3, round(size * min(1.0, patients / FULL))) for split, size in SIZES.items()}
    portions = [
        Portion(
            split=split,
            half="train" if split == "train" else "test",
            size=round(size * SPARE),
            templates=NOVEL if split == "ood" else COMMON,
        )
        for split, size in sizes.items()
    ]
    planned = catalogue.plan_all(database, DIALECT, portions, progress)
    kept = {split: questions[: sizes[split]] for split, questions in planned.items()}
    return kept | {"reworded": reworded(kept["test"], OPTIONS)}


def _tables(database: Path) -> Iterator[str]:
    """Each table with its columns, a line ``NAME(COLUMN TYPE, ...)``."""
    with closing(sqlite3.connect(database)) as connection:
        query = (
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY rowid"
        )
        for (name,) in connection.execute(query).fetchall():
            columns = connection.execute(f'PRAGMA table_info("{name}")').fetchall()
            yield f"{name}({', '.join(f'{column[1]} {column[2]}' for column in columns)})\n"
