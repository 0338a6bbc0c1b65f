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

from medgym_core import AnswerKind, Build, DataError, Gold, Progress
from medgym_ehr import published
from medgym_ehr.published import MIMIC_III, Caps, Report, lines
from medgym_ehr.published.database import Database
from medgym_ehr.published.frozen import Frozen
from medgym_ehr.published.loading import ENOUGH
from medgym_ehr.published.refusal import Reason, Refused
from medgym_ehr.published.report import Ids
from medgym_ehr.published.shape import Shape, shape_of
from medgym_ehr.published.shape import gold as gold_rows
from medgym_plugin_ehr_seqsql import record
from medgym_plugin_ehr_seqsql.record import Record

SPLITS = tuple(f"published-{how}-{part}" for how in ("random", "compositional") for part in ("train", "test"))
REPORT = "published-report.json"
_PATIENT = re.compile(r"\bsubject_id\s*=\s*'?(\d+)", re.IGNORECASE)
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

    Raises:
        DataError: if hardly any patient of the questions is in the database.
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
    kept = []
    with Database(database) as opened:
        absent = _absent(records, opened, report)
        for number, one in enumerate(records):
            progress("executing published sessions", number / len(records))
            if found := _session(one, opened, absent, report):
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


def report(build: Build) -> str:
    """How the published sessions fared."""
    return Report.model_validate_json((build.private / REPORT).read_text(encoding="utf-8")).text()


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


def _session(one: Record, database: Database, absent: set[str], report: Report) -> _Kept | None:
    parts = (("random", one.random_split), ("compositional", one.compositional_split))
    splits = tuple(f"published-{how}-{part}" for how, part in parts if part)
    for split in splits:
        report.rows[split] = report.rows.get(split, 0) + 1
    sql = tuple(published.post_process(query, MIMIC_III) for query in one.queries())
    turns, golds = [], []
    try:
        for number, (question, query) in enumerate(zip(one.questions, sql, strict=True), start=1):
            turn, rows = _turn(question, query, database, absent, number)
            turns.append(turn)
            golds.append(rows)
    except Refused as refused:
        report.refuse(one.id, " and ".join(splits), refused.reason, refused.detail)
        return None
    report.executed += len(sql)
    session = Session(id=one.id, category=category(sql), turns=tuple(turns))
    return _Kept(splits, session, Solution(sql=sql, gold=tuple(golds)))


def _turn(
    question: str, sql: str, database: Database, absent: set[str], number: int
) -> tuple[Turn, list[list[JsonValue]]]:
    caps = Caps()
    try:
        if unknown := absent & set(_PATIENT.findall(sql)):
            raise Refused(Reason.UNKNOWN_ID, f"patient {min(unknown)}")
        result = database.execute(sql.rstrip(";"), caps.rows)
        return Turn(question=question.strip(), shape=shape_of(result)), gold_rows(result, caps.bytes)
    except Refused as refused:
        raise Refused(refused.reason, f"turn {number}: {refused.detail}") from None


def _absent(records: Sequence[Record], database: Database, report: Report) -> set[str]:
    """Patients whom queries name and the database lacks."""
    named = {patient for one in records for sql in one.queries() for patient in _PATIENT.findall(sql)}
    absent = named - database.values("patients", "subject_id")
    report.ids["patient_id"] = Ids(named=len(named), missing=tuple(sorted(absent)))
    if len(named) - len(absent) < ENOUGH * len(named):
        raise DataError(
            f"{len(named) - len(absent)} of the {len(named)} patients whom the sessions name are in "
            f"{database.path}, so it is not the database that they are asked of; give the authors' own "
            f"(mimic_iii.sqlite), or build it with their program from the same raw files"
        )
    return absent


def _solution(build: Build, split: str, index: int) -> Solution:
    return Solution.model_validate_json(lines.line(build.private / split, index))


def _digest(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
