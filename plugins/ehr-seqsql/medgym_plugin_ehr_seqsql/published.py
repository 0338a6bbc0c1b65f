"""The user's own copy of EHR-SeqSQL: each session becomes a task, or is reported with the reason.

Splits are ``published-random-train``, ``-random-test``, ``-compositional-train`` and ``-compositional-test``.
SQL is post-processed by EHRSQL's official rules and executed on the build's database; gold is every row that
it gives. A session of which one turn fails, finds nothing, or finds too much is left out.
"""

from __future__ import annotations

import hashlib
import json
import re
import sqlite3
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from pydantic import JsonValue

from medgym_core import AnswerKind, Build, Gold, Progress
from medgym_ehr import published
from medgym_ehr.published import MIMIC_III, Caps, Report, lines
from medgym_ehr.published.database import Database
from medgym_ehr.published.frozen import Frozen
from medgym_ehr.published.patients import match, named, why_empty
from medgym_ehr.published.refusal import Reason, Refused
from medgym_ehr.published.shape import Shape, shape_of
from medgym_ehr.published.shape import gold as gold_rows
from medgym_plugin_ehr_seqsql import record
from medgym_plugin_ehr_seqsql.record import Record

SPLITS = tuple(f"published-{how}-{part}" for how in ("random", "compositional") for part in ("train", "test"))
REPORT = "published-report.json"
PATIENT = ("patients", "subject_id")
"""Table and column of the patients."""
_FIGURE = re.compile(r"select\s+(?:distinct\s+)?\(?\s*(?:count|sum|avg|min|max)\b")
_BOTH = re.compile(r"select\s*\(?\s*\(\s*select\b.*\)\s*[-/<>]=?\s*\(\s*select\b", re.DOTALL)
_SELECTED = re.compile(r"select\s+(?:distinct\s+)?(.*?)\s+from\b", re.DOTALL)


class Turn(Frozen):
    """The public half of one turn."""

    question: str
    """As published."""
    shape: Shape
    """Columns of its answer."""


class Session(Frozen):
    """The public half of one session."""

    id: str
    """As published."""
    category: str
    """One of the family's, told by the form of the SQL."""
    turns: tuple[Turn, ...]
    """The turns in order."""


class Solution(Frozen):
    """The private half."""

    sql: tuple[str, ...]
    """Post-processed SQL of every turn."""
    gold: tuple[list[list[JsonValue]], ...]
    """Every row that each gives."""


class _Asked(NamedTuple):
    """A session, read."""

    record: Record
    """As published."""
    splits: tuple[str, ...]
    """The splits that it is of."""
    sql: tuple[str, ...]
    """Post-processed SQL of every turn."""
    patients: tuple[frozenset[str], ...]
    """Whom each turn names."""


class _Kept(NamedTuple):
    """A session that holds, and the splits that it is of."""

    splits: tuple[str, ...]
    session: Session
    solution: Solution


def read(raw: Path) -> tuple[Path, list[Record]] | None:
    """The file in a raw folder and its sessions; None without one.

    Raises:
        DataError: if it is malformed, with the row.
    """
    path = record.find(raw)
    return (path, record.read(path)) if path else None


def build(source: tuple[Path, list[Record]], database: Path, out: Build, progress: Progress) -> None:
    """Execute every session and store what holds, and how the others fared.

    If hardly any patient of the sessions is in the database, none is executed, and the report says so.
    """
    path, records = source
    report = Report(
        version="EHR-SeqSQL",
        files={path.name: _digest(path)},
        answerable=len(records),
        database_sha256=_digest(database),
        sqlite=sqlite3.sqlite_version,
        now=MIMIC_III.now,
    )
    asked = [_asked(one) for one in records]
    kept = []
    with Database(database) as opened:
        absent = _absent(asked, opened, report)
        for number, one in enumerate(asked):
            progress("executing published sessions", number / len(asked))
            for split in one.splits:
                report.rows[split] = report.rows.get(split, 0) + 1
            if not report.empty and (found := _session(one, opened, absent, report)):
                kept.append(found)
    for split in SPLITS:
        chosen = [one for one in kept if split in one.splits]
        report.tasks[split] = len(chosen)
        lines.write(out.public / split, (one.session for one in chosen))
        lines.write(out.private / split, (one.solution for one in chosen))
    (out.private / REPORT).write_text(report.model_dump_json(indent=1), encoding="utf-8")


def is_built(build: Build) -> bool:
    """Whether a build holds published sessions."""
    return (build.private / REPORT).is_file()


def size(build: Build, split: str) -> int:
    """Number of tasks of a split; 0 where no file was given."""
    return lines.count(build.public / split)


def session(build: Build, split: str, index: int) -> Session:
    """The public half of one task.

    Raises:
        DataError: if there is none.
    """
    return Session.model_validate_json(lines.line(build.public / split, index))


def answer_kind(turn: Turn) -> AnswerKind:
    """What is submitted: the rows of the result."""
    return published.answer_kind(turn.shape, nullable=False)


def gold(build: Build, split: str, index: int) -> Gold:
    """The rows of every turn's query."""
    found: list[JsonValue] = [[*rows] for rows in _solution(build, split, index).gold]
    return Gold(*found)


def queries(build: Build, split: str, index: int) -> Sequence[str]:
    """Every turn's query."""
    return _solution(build, split, index).sql


def constant(build: Build, split: str) -> float:
    """Share of a split that its most frequent answers pass."""
    golds = [json.dumps(_solution(build, split, index).gold) for index in range(size(build, split))]
    return Counter(golds).most_common(1)[0][1] / len(golds) if golds else 0.0


def told(conventions: str) -> str:
    """What the prompt says, with the database's time."""
    return conventions.format(now=MIMIC_III.now, today=MIMIC_III.now[:10])


def read_report(build: Build) -> Report:
    """How the published sessions fared."""
    return Report.model_validate_json((build.private / REPORT).read_text(encoding="utf-8"))


def report(build: Build) -> str:
    """The same in words."""
    return read_report(build).text()


def category(queries: Sequence[str]) -> str:
    """One of the family's categories, told by what the last query selects."""
    last = queries[-1].strip().lower()
    if _BOTH.match(last):
        return "comparison"
    if _FIGURE.match(last):
        return "summary"
    selected = [_SELECTED.match(sql.strip().lower()) for sql in queries[-2:]]
    columns = [match[1].rpartition(".")[2] for match in selected if match]
    return "narrowing" if len(columns) == 2 and len(set(columns)) == 1 else "following"


def _asked(one: Record) -> _Asked:
    parts = (("random", one.random_split), ("compositional", one.compositional_split))
    sql = tuple(published.post_process(query, MIMIC_III) for query in one.queries())
    return _Asked(
        record=one,
        splits=tuple(f"published-{how}-{part}" for how, part in parts if part),
        sql=sql,
        patients=tuple(named(query, PATIENT[1]) for query in sql),
    )


def _session(one: _Asked, database: Database, absent: set[str], report: Report) -> _Kept | None:
    turns, golds = [], []
    try:
        for number, question in enumerate(one.record.questions):
            turn, rows = _turn(question, one, number, database, absent)
            turns.append(turn)
            golds.append(rows)
    except Refused as refused:
        report.refuse(one.record.id, " and ".join(one.splits), refused.reason, refused.detail)
        return None
    report.executed += len(one.sql)
    session = Session(id=one.record.id, category=category(one.sql), turns=tuple(turns))
    return _Kept(one.splits, session, Solution(sql=one.sql, gold=tuple(golds)))


def _turn(
    question: str, one: _Asked, number: int, database: Database, absent: set[str]
) -> tuple[Turn, list[list[JsonValue]]]:
    caps = Caps()
    try:
        if unknown := absent & one.patients[number]:
            raise Refused(Reason.UNKNOWN_ID, f"patient {min(unknown)}")
        result = database.execute(one.sql[number].rstrip(";"), caps.rows)
        return Turn(question=question.strip(), shape=shape_of(result)), gold_rows(result, caps.bytes)
    except Refused as refused:
        raise Refused(refused.reason, f"turn {number + 1}: {refused.detail}") from None


def _absent(asked: Sequence[_Asked], database: Database, report: Report) -> set[str]:
    """Patients whom queries name and the database lacks."""
    names = {one.record.id: frozenset[str]().union(*one.patients) for one in asked}
    ids = match(names, database.values(*PATIENT))
    report.ids["patient_id"] = ids
    report.empty = why_empty(ids, MIMIC_III) if ids.foreign else ""
    return set(ids.missing)


def _solution(build: Build, split: str, index: int) -> Solution:
    return Solution.model_validate_json(lines.line(build.private / split, index))


def _digest(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
