"""From raw MIMIC-III files, or EHRSQL's database of them, to a build; the synthetic files in the same layout.

Build layout: ``public/mimic.sqlite`` (the database), ``public/tables.txt`` (its tables and columns),
``private/sessions-SPLIT`` (our sessions with queries and answers), ``private/report.json``, and what
``published.py`` stores of EHR-SeqSQL's ``data.json``, if it lies in the raw folder.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

from medgym_core import Build, Progress
from medgym_ehr.hospital import deid
from medgym_ehr.hospital.loader import tables_of
from medgym_ehr.mimic3.ehrsql import build_database
from medgym_ehr.mimic3.ehrsql.dialect import DIALECT
from medgym_ehr.mimic3.synthetic import synthesise as synthesise_raw
from medgym_ehr.published import MIMIC_III, find_database, lines, require_data
from medgym_ehr.rewording import STYLES
from medgym_plugin_ehr_seqsql import planner, published
from medgym_plugin_ehr_seqsql.questions import BY_ID, COMMON
from medgym_plugin_ehr_seqsql.report import Report, distribution
from medgym_plugin_ehr_seqsql.session import Session
from medgym_raw import unpacked

PATIENTS = 1260
"""Patients of the default synthetic source; about five in six pass the cohort's filters."""
FULL = 900
"""A build of fewer patients asks proportionally fewer sessions."""
SIZES = {"train": 18_950, "test": 7_913, "ood": 400}
"""Sessions of each split but ``reworded``."""
REWORDED = len(STYLES) * len(COMMON)
"""Every session that the test asks, in every style."""
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
    with unpacked(raw, out.root.parent) as folder:
        _build(folder, out, progress)


def _build(raw: Path, out: Build, progress: Progress) -> None:
    database = out.public / DATABASE
    remarks: tuple[str, ...] = ()
    sessions = published.read(raw)
    prebuilt = find_database(MIMIC_III, raw)
    if prebuilt:
        shutil.copyfile(prebuilt, database)
    else:
        if sessions:
            require_data("EHR-SeqSQL", MIMIC_III.database, raw)
        remarks = build_database(raw, database, progress, deid.wanted(raw, bool(sessions))).remarks
    counted = dict(tables_of(database))
    (out.public / "tables.txt").write_text("".join(f"{table}\n" for table in counted), encoding="utf-8")
    if sessions:
        published.build(sessions, database, out, progress)
    planned = _plan(database, progress)
    for split, asked in planned.items():
        lines.write(_path(out, split), asked)
    report = Report(
        rows={table.partition("(")[0]: count for table, count in counted.items()},
        splits={split: distribution(asked, BY_ID) for split, asked in planned.items()},
        remarks=list(remarks),
    )
    (out.private / "report.json").write_text(report.model_dump_json(indent=1), encoding="utf-8")


def size(build: Build, split: str) -> int:
    """Number of sessions of a split."""
    return lines.count(_path(build, split))


def session(build: Build, split: str, index: int) -> Session:
    """One session with its queries; private.

    Raises:
        DataError: if there is none.
    """
    return Session.model_validate_json(lines.line(_path(build, split), index))


def read_report(build: Build) -> Report:
    """What the build came to."""
    return Report.model_validate_json((build.private / "report.json").read_text(encoding="utf-8"))


def tables(build: Build) -> str:
    """Tables and columns of the database, a line each."""
    return (build.public / "tables.txt").read_text(encoding="utf-8").rstrip()


def _path(build: Build, split: str) -> Path:
    return build.private / f"sessions-{split}"


def _plan(database: Path, progress: Progress) -> Mapping[str, list[Session]]:
    with closing(sqlite3.connect(database)) as connection:
        (patients,) = connection.execute("SELECT count(*) FROM patients").fetchone()
    part = min(1.0, patients / FULL)
    sizes = {split: max(4, round(size * part)) for split, size in SIZES.items()}
    return planner.plan(database, DIALECT, sizes, progress)
