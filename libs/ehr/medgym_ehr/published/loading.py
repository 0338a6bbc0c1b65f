"""Loading: from question files and a database to tasks and a report."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from medgym_core import Progress
from medgym_ehr.published.abstention import Decoys
from medgym_ehr.published.database import SECONDS, Database, Result
from medgym_ehr.published.files import Files, read
from medgym_ehr.published.official import COMPARED, official_2024
from medgym_ehr.published.patients import match, named, why_empty
from medgym_ehr.published.record import Record
from medgym_ehr.published.refusal import Reason, Refused
from medgym_ehr.published.release import SPLITS, Release
from medgym_ehr.published.report import Report
from medgym_ehr.published.shape import gold, shape_of
from medgym_ehr.published.sql import post_process
from medgym_ehr.published.task import Question, Solution, Task
from medgym_ehr.published.version import guess

Derive = Callable[[Record], str]
"""Derives a task's category from its record."""


@dataclass(frozen=True)
class Caps:
    """What a query may take, and its result."""

    seconds: float = SECONDS
    """Time of one query."""
    rows: int = 1_000
    """Rows of a result."""
    bytes: int = 32_768
    """Size of a result as JSON; an agent may answer with twice as much."""


class Loaded(NamedTuple):
    """What became of the question files."""

    tasks: dict[str, list[Task]]
    """Split to tasks, in the order of the files."""
    report: Report


def published(record: Record) -> str:
    """The category of every question where nothing better is known: the files name none."""
    return "published"


def silent(what: str, fraction: float | None) -> None:
    """A progress that shows nothing."""


def load(
    release: Release,
    folder: Path,
    database: Path,
    caps: Caps | None = None,
    category: Derive = published,
    progress: Progress = silent,
) -> Loaded:
    """Read the question files, execute every query on the database, and make tasks of what holds.

    Questions whose patient is not in the database, whose SQL fails, or whose result is empty, all null or too
    large are left out and reported. Gold is every row of the result. If hardly any patient of the questions
    is in the database, it is another than they are asked of: none is executed, and the report says so.

    Args:
        release: which question set it is.
        folder: the user's copy of the question files.
        database: the SQLite database that they are asked of; opened read-only.
        caps: limits of time and size.
        category: derives a task's category from its record.
        progress: told of each question.

    Raises:
        DataError: if files or database cannot be read.
    """
    files = read(release, folder)
    caps = caps or Caps()
    with Database(database, caps.seconds) as opened:
        report = _begun(release, files, database)
        run = _Run(release, opened, caps, category, report)
        run.check_ids(files.records)
        for number, record in enumerate(files.records):
            progress("executing published queries", number / len(files.records))
            run.take(record)
    return Loaded({split: run.tasks(split) for split in SPLITS}, report)


def _begun(release: Release, files: Files, database: Path) -> Report:
    with database.open("rb") as stream:
        digest = hashlib.file_digest(stream, "sha256").hexdigest()
    return Report(
        version=guess(release, files.records, files.version),
        files=files.hashes,
        skipped=files.skipped,
        strays=files.strays,
        database_sha256=digest,
        sqlite=sqlite3.sqlite_version,
        now=release.now,
    )


@dataclass
class _Run:
    """One load: takes records one by one, enters each in the report."""

    release: Release
    database: Database
    caps: Caps
    category: Derive
    report: Report
    unknown: dict[str, str] = field(default_factory=dict)
    """Record to what it names that is not in the database."""
    kept: list[tuple[Record, Task | None]] = field(default_factory=list)
    """Records that become tasks; the task is None until :meth:`tasks` if there is no answer."""

    def check_ids(self, records: list[Record]) -> None:
        """Find the records that name what the database does not have."""
        for slot, (table, column) in self.release.ids.items():
            names = {record.id: _named(record, slot, column, self.release) for record in records}
            ids = match(names, {value.lower() for value in self.database.values(table, column)})
            if not ids.named:
                continue
            self.report.ids[slot] = ids
            if ids.foreign:
                self.report.empty = why_empty(ids, self.release)
            missing = set(ids.missing)
            self.unknown |= {
                id: f"{slot} {min(lost)}" for id, found in names.items() if (lost := found & missing)
            }

    def take(self, record: Record) -> None:
        """Enter one record, and make its task if it has an answer."""
        self.report.rows[record.split] = self.report.rows.get(record.split, 0) + 1
        self.report.answerable += not record.impossible
        self.report.unanswerable += record.impossible
        if self.report.empty:
            return
        try:
            self.kept.append((record, self._task(record)))
        except Refused as refused:
            self.report.refuse(record.id, record.split, refused.reason, refused.detail)

    def tasks(self, split: str) -> list[Task]:
        """The tasks of a split, once all records are taken."""
        kept = [(record, task) for record, task in self.kept if record.split == split]
        decoys = Decoys(task.question for _, task in kept if task)
        self.report.tasks[split] = len(kept)
        return [task or self._abstention(record, decoys) for record, task in kept]

    def _task(self, record: Record) -> Task | None:
        if record.impossible != (record.sql is None):
            raise Refused(Reason.CONTRADICTION)
        if record.sql is None:
            return None
        if record.id in self.unknown:
            raise Refused(Reason.UNKNOWN_ID, self.unknown[record.id])
        sql = post_process(record.sql, self.release)
        result = self.database.execute(sql, self.caps.rows)
        self.report.executed += 1
        question = Question(id=record.id, question=record.question, shape=shape_of(result))
        task = Task(question, self._solution(record, sql, result))
        self._compare(record, result)
        return task

    def _abstention(self, record: Record, decoys: Decoys) -> Task:
        shape = decoys.draw(record.id, record.question)
        question = Question(id=record.id, question=record.question, shape=shape)
        return Task(question, self._solution(record))

    def _solution(self, record: Record, sql: str | None = None, result: Result | None = None) -> Solution:
        return Solution(
            id=record.id,
            category=self.category(record),
            impossible=record.impossible,
            sql=sql,
            gold=gold(result, self.caps.bytes) if result else None,
            template=record.template,
            pattern=record.pattern,
            time_tags=record.time_tags,
            operation_tags=record.operation_tags,
            paraphrase=record.paraphrase,
            importance=record.importance,
        )

    def _compare(self, record: Record, result: Result) -> None:
        """Note what the official evaluators would see differently."""
        if len(result.rows) > COMPARED:
            self.report.long.append(record.id)
        if record.answer is None:
            return
        if official_2024(record.answer, result.rows):
            self.report.answers_agree += 1
        else:
            self.report.answers_differ.append(record.id)
            self.report.differing[record.split] = self.report.differing.get(record.split, 0) + 1


def _named(record: Record, slot: str, column: str, release: Release) -> frozenset[str]:
    """The ids that a question names, by its slot or, where no slots are published, by its SQL."""
    if record.slots:
        value = record.slots.get(slot)
        return frozenset() if value is None else frozenset({str(value).lower()})
    return frozenset() if record.sql is None else named(post_process(record.sql, release), column)
