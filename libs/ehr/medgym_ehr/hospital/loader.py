"""From raw files to a build.

A source is a folder of raw files, or one that holds the prebuilt database of a published release. Question
files of such a release that lie in it are loaded beside, and values are shuffled as its authors did
(``deid.py``). Files of another hospital may lie in a folder of their own (``elsewhere.py``).

Build layout: ``public/NAME.sqlite`` (the database), ``public/tables.txt`` (its tables and columns), the same
of another hospital (``public/NAME-other-site.sqlite``, ``public/tables-other-site.txt``),
``private/questions.sqlite`` (our questions with queries and answers), ``private/report.json``, and what
``published.py`` stores.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import replace
from itertools import islice
from pathlib import Path

from medgym_core import Build, DataError, Progress
from medgym_ehr.hospital import deid, elsewhere, published
from medgym_ehr.hospital.description import Elsewhere, Hospital
from medgym_ehr.hospital.evenly import CHOICE, evenly
from medgym_ehr.hospital.report import Report
from medgym_ehr.published import Release, find_database, require_data
from medgym_ehr.questions import catalogue
from medgym_ehr.questions.catalogue import UNANSWERED
from medgym_ehr.questions.distribution import distribution
from medgym_ehr.questions.facts import keyed
from medgym_ehr.questions.portion import Portion, in_turn
from medgym_ehr.questions.template import Question
from medgym_ehr.questions.unanswerable import plan_unanswerable
from medgym_ehr.rewording import reworded
from medgym_raw import unpacked

ABSTAIN = 3
"""One question in so many of the split ``abstention`` cannot be answered, as in EHRSQL's validation split."""
UNKNOWN = 8
"""One in so many of these asks for what the data holds of nobody, whose words tell so; the others do not."""
SPARE = 1.1
"""So many times as many questions are planned, since some templates have fewer."""
COPIED = 1.25
"""So many times as many are planned for the split ``abstention``, which leaves out what the test asks."""
QUESTIONS = "questions.sqlite"
"""Our questions, in the private half."""
TABLES = "tables.txt"
"""Tables and columns of the database, in the public half."""


def build(hospital: Hospital, raw: Path, out: Build, progress: Progress) -> None:
    """Turn a source into a build.

    Raises:
        DataError: if a file is missing, malformed, or of another version, or if nothing can be asked: the
            questions are of a release whose database ours do not fit, and the database is another.
    """
    with unpacked(raw, out.root.parent) as folder:
        _build(hospital, folder, out, progress)


def _build(hospital: Hospital, raw: Path, out: Build, progress: Progress) -> None:
    with elsewhere.parted(hospital, raw, out.root.parent) as sources:
        release = published.release_of(hospital, sources.home)
        shuffled = deid.wanted(sources.home, release is not None)
        database, known = out.public / hospital.database, hospital.repertoire
        remarks = _make_database(hospital, sources.home, release, shuffled, database, progress)
        rows = _describe(database, out.public / TABLES)
        if release:
            empty = published.build(release, sources.home, database, out, progress)
            if empty and release in hospital.others:
                raise DataError(f"{raw}: {empty}")
        beside: dict[str, int] = {}
        if sources.elsewhere:
            beside = _build_elsewhere(hospital, sources.elsewhere, shuffled, out, progress)
        elif hospital.elsewhere:
            remarks = (*remarks, elsewhere.LACKS)
    questions = {} if release in hospital.others else dict(_plan(hospital, database, progress))
    if beside and questions and hospital.elsewhere:
        questions[elsewhere.SPLIT] = _plan_elsewhere(hospital, hospital.elsewhere, out, progress)
    catalogue.write(out.private / QUESTIONS, questions)
    report = Report(
        rows=rows,
        splits={
            name: distribution(asked, known.categories, known.answers) for name, asked in questions.items()
        },
        remarks=list(remarks),
        elsewhere=beside,
    )
    (out.private / "report.json").write_text(report.model_dump_json(indent=1), encoding="utf-8")


def _make_database(
    hospital: Hospital, raw: Path, release: Release | None, shuffled: bool, path: Path, progress: Progress
) -> tuple[str, ...]:
    """Copy the prebuilt database in ``raw``, or make one of its files; returns what these lack."""
    if prebuilt := find_database(release or hospital.release, raw):
        shutil.copyfile(prebuilt, path)
        return ()
    if release:
        require_data(release.title, release.database, raw)
    return hospital.build_database(raw, path, progress, shuffled).remarks


def _build_elsewhere(
    hospital: Hospital, raw: Path, shuffled: bool, out: Build, progress: Progress
) -> dict[str, int]:
    """Make the other hospital's database; returns the rows of its tables.

    Raises:
        DataError: as :func:`build`, or if its patients are at home, too.
    """
    database = out.public / hospital.database_elsewhere
    hospital.build_database(raw, database, progress, shuffled)
    elsewhere.require_apart(hospital, out.public / hospital.database, database)
    return _describe(database, out.public / elsewhere.TABLES)


def _describe(database: Path, path: Path) -> dict[str, int]:
    """Write the tables and columns of a database to ``path``; returns their rows."""
    counted = dict(tables_of(database))
    path.write_text("".join(f"{table}\n" for table in counted), encoding="utf-8")
    return {table.partition("(")[0]: count for table, count in counted.items()}


def size(build: Build, split: str) -> int:
    """Number of tasks of a split."""
    return catalogue.size(build.private / QUESTIONS, split)


def question(build: Build, split: str, index: int) -> Question:
    """One question with its query; private."""
    return catalogue.question(build.private / QUESTIONS, split, index)


def read_report(build: Build) -> Report:
    """What the build came to."""
    return Report.model_validate_json((build.private / "report.json").read_text(encoding="utf-8"))


def tables(build: Build, split: str = "") -> str:
    """Tables and columns of the database that a split is about, a line each."""
    name = elsewhere.TABLES if split == elsewhere.SPLIT else TABLES
    return (build.public / name).read_text(encoding="utf-8").rstrip()


def _plan(hospital: Hospital, database: Path, progress: Progress) -> Mapping[str, list[Question]]:
    part = _part(hospital, database, hospital.full)
    sizes = {split: max(3, round(size * part)) for split, size in hospital.sizes.items()}
    answerable = sizes["abstention"] - sizes["abstention"] // ABSTAIN
    known = hospital.repertoire
    wanted = sizes | {"abstention": round(answerable * COPIED)}
    unanswered = sizes["abstention"] - answerable
    portions = [
        Portion(
            split=split,
            half="train" if split == "train" else "test",
            size=round(size * SPARE),
            templates={"ood": known.novel, UNANSWERED: known.crossed}.get(split, known.common),
        )
        for split, size in (wanted | {UNANSWERED: 2 * unanswered}).items()
    ]
    planned = catalogue.plan_all(database, hospital.dialect, portions, progress)
    unknown = _unknown(hospital, database, unanswered // UNKNOWN)
    abstain = list(_mixed(planned[UNANSWERED], unknown, UNKNOWN))[:unanswered]
    kept = {split: planned[split][:size] for split, size in sizes.items()}
    answered = list(islice(_others(planned["abstention"], kept["test"]), answerable))
    kept["abstention"] = sorted((*answered, *abstain), key=_place)
    return kept | {"reworded": reworded(kept["test"], known.options)}


def _plan_elsewhere(hospital: Hospital, other: Elsewhere, out: Build, progress: Progress) -> list[Question]:
    """Questions on the other hospital's database, as the test asks them at home, of its patients evenly.

    They may name any of its patients: training knows none of them.
    """
    database = out.public / hospital.database_elsewhere
    dialect = replace(hospital.dialect, partitioned=hospital.dialect.partitioned - {"patient"})
    size = max(3, round(other.size * _part(hospital, database, other.full)))
    planned = round(size * SPARE * CHOICE)
    portion = Portion(split=elsewhere.SPLIT, half="test", size=planned, templates=hospital.repertoire.common)
    asked = catalogue.plan_all(database, dialect, [portion], progress)[elsewhere.SPLIT]
    return evenly(asked, size)


def _part(hospital: Hospital, database: Path, full: int) -> float:
    """Which part of all questions a database is asked that is full from so many patients on."""
    with closing(sqlite3.connect(database)) as connection:
        patients: int = connection.execute(hospital.counted).fetchone()[0]
    return min(1.0, patients / full)


def _unknown(hospital: Hospital, database: Path, count: int) -> list[Question]:
    """Questions about what the data holds of nobody."""
    templates = hospital.repertoire.unanswerable
    each = -(-count // len(templates))
    planned = [
        plan_unanswerable(database, hospital.dialect, template, "test", each, "abstention")
        for template in templates
    ]
    return in_turn(planned)[:count]


def _others(questions: Iterable[Question], than: Iterable[Question]) -> Iterator[Question]:
    """Those that ask for something else, whatever the wording."""
    asked = {_asked(question) for question in than}
    return (question for question in questions if _asked(question) not in asked)


def _asked(question: Question) -> tuple[str, str]:
    return question.template, json.dumps(question.slots, sort_keys=True)


def _place(question: Question) -> int:
    """Where a question comes in its split, by its words alone."""
    return keyed(question.text)


def _mixed(many: list[Question], few: list[Question], each: int) -> Iterator[Question]:
    """One of ``few`` in ``each``, as long as there are such."""
    waiting = iter(few)
    for place, asked in enumerate(many, start=1):
        yield asked
        if place % (each - 1) == 0:
            yield from islice(waiting, 1)


def tables_of(database: Path) -> Iterator[tuple[str, int]]:
    """Each table with its columns, as ``NAME(COLUMN, ...)``, and its number of rows."""
    with closing(sqlite3.connect(database)) as connection:
        query = (
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY rowid"
        )
        for (name,) in connection.execute(query).fetchall():
            columns = connection.execute(f'PRAGMA table_info("{name}")').fetchall()
            count = connection.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0]
            yield f"{name}({', '.join(column[1] for column in columns)})", count
