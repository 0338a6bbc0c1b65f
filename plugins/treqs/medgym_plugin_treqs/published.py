"""The user's own copy of MIMICSQL's questions: each becomes a task, or is reported with the reason.

Files are ``mimicsql_<wording>/<part>.json`` with a JSON object a line, at any depth: the wording is
``template``, ``natural`` or ``natural_v2``, the part ``train``, ``dev`` or ``test``. Their splits are
``published-<wording>-<part>``. ``<part>_tasks.jsonl``, as they are handed on with ``id``, ``question`` and
``query``, are of ``natural_v2``, of which they are made; ``valid`` is ``dev`` there.

Gold is every row that the published SQL gives on the build's database, equal rows once, with texts compared
whatever their case. A number that is written as text, as in ``DOD_YEAR <= "2164.0"``, is compared as a
number, since the columns are numbers.
"""

from __future__ import annotations

import hashlib
import json
import re
import sqlite3
from codecs import BOM_UTF8
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path

from pydantic import AliasChoices, BaseModel, ConfigDict, Field, JsonValue, ValidationError

from medgym_core import AnswerKind, Build, DataError, Progress
from medgym_ehr import published
from medgym_ehr.published import Caps, Question, Report, Solution
from medgym_ehr.published.database import Database, Result
from medgym_ehr.published.loading import Loaded
from medgym_ehr.published.refusal import WORDS, Reason, Refused
from medgym_ehr.published.shape import gold as gold_rows
from medgym_ehr.published.shape import shape_of
from medgym_ehr.published.sql import pieces
from medgym_ehr.published.store import REPORT
from medgym_ehr.published.task import Task
from medgym_raw import base_name, open_bytes, records
from medgym_raw import files as files_of

DATABASE = "mimicsql.sqlite"
"""The database in the public half."""
EVERYBODY = 46_520
"""Patients of MIMIC-III v1.4 (Johnson et al. 2016)."""
PREFIX = "published-"
"""What the names of these splits begin with."""
WORDINGS = ("template", "natural", "natural_v2")
PARTS = ("train", "dev", "test")
SPLITS = tuple(f"{PREFIX}{wording}-{part}" for wording in WORDINGS for part in PARTS)
SELECTED = ("lookup", "counting", "aggregate", "aggregate", "aggregate")
"""Category by what the question selects: nothing, a count, a maximum, a minimum, an average."""
_PATIENT = re.compile(r'demographic\s*\.\s*"?(?:subject_id|name)"?\s*=', re.IGNORECASE)
_TABLES = re.compile(r"\b(?:from|join)\s+(?:lab|prescriptions|procedures|diagnoses)\b", re.IGNORECASE)
_FIGURES = ("count", "max", "min", "avg")
_COMPARED = re.compile(r"(?:[=<>])\s*\Z")


class Record(BaseModel):
    """One line of a question file."""

    model_config = ConfigDict(extra="ignore", coerce_numbers_to_str=True)

    key: str = Field(min_length=1, validation_alias=AliasChoices("key", "id"))
    question_refine: str = Field(min_length=1, validation_alias=AliasChoices("question_refine", "question"))
    sql: str = Field(min_length=1, validation_alias=AliasChoices("sql", "query"))
    format: dict[str, JsonValue] = {}

    def category(self) -> str:
        """One of the family's categories, by what is selected and whom it is about."""
        selected = self.format.get("sel", self._selects())
        if selected == 0 and _PATIENT.search(self.sql):
            return "patient"
        return SELECTED[selected] if isinstance(selected, int) and 0 <= selected < len(SELECTED) else "lookup"

    def _selects(self) -> int:
        """What the SQL selects, where nothing else says it."""
        start = self.sql.split("(", 1)[0].lower().split()
        return next((place for place, word in enumerate(_FIGURES, start=1) if word in start), 0)


def find(raw: Path) -> Mapping[str, Path]:
    """Split to question file, for those that lie in or below a folder; of several the uppermost."""
    found: dict[str, Path] = {}
    for path in files_of(raw):
        stem, _, suffix = base_name(path).partition(".")
        part = {"valid_tasks": "dev"}.get(stem, stem.removesuffix("_tasks"))
        wording = path.parent.name.lower().removeprefix("mimicsql_")
        if stem.endswith("_tasks") and suffix == "jsonl" and _is_question(path):
            found.setdefault(f"{PREFIX}natural_v2-{part}", path)
        elif wording in WORDINGS and part in PARTS and suffix == "json":
            found.setdefault(f"{PREFIX}{wording}-{part}", path)
    return {split: found[split] for split in SPLITS if split in found}


def _is_question(path: Path) -> bool:
    """Whether the first line is a question on MIMICSQL's tables, and not on another database's."""
    try:
        first = next(records(path), None)
    except DataError:
        return True  # reading it says what is wrong
    query = str(first.fields.get("query", "")) if first else ""
    return "demographic" in query.lower() or bool(_TABLES.search(query))


def build(files: Mapping[str, Path], database: Path, out: Build, progress: Progress) -> None:
    """Execute every question of ``files``, and store what holds and how the others fared.

    Raises:
        DataError: with file and line, if a line is no question.
    """
    if not files:
        return
    report = Report(
        version="MIMICSQL",
        files={f"{path.parent.name}/{path.name}": _digest(path) for path in files.values()},
        database_sha256=_digest(database),
        sqlite=sqlite3.sqlite_version,
        now="any time",
    )
    caps = Caps()
    with Database(database, caps.seconds) as opened:
        tasks = {
            split: list(_tasks(split, path, opened, caps, report, progress)) for split, path in files.items()
        }
    report.tasks = {split: len(kept) for split, kept in tasks.items()}
    published.save(Loaded(tasks, report), out.public, out.private)


def size(build: Build, split: str) -> int:
    """Number of tasks of a split; 0 where its file was not given."""
    return published.size(build.public, split)


def question(build: Build, split: str, index: int) -> Question:
    """The public half of one task."""
    return published.question(build.public, split, index)


def solution(build: Build, split: str, index: int) -> Solution:
    """The private half of one task."""
    return published.solution(build.private, split, index)


def answer_kind(question: Question) -> AnswerKind:
    """What is submitted: the rows of the result."""
    return published.answer_kind(question.shape, nullable=False)


def constant(build: Build, split: str) -> float:
    """Share of a split that its most frequent answer passes."""
    golds = [json.dumps(solution(build, split, index).gold) for index in range(size(build, split))]
    return Counter(golds).most_common(1)[0][1] / len(golds) if golds else 0.0


def read(build: Build) -> Report:
    """How the published questions fared."""
    return published.read_report(build.private)


def report(build: Build) -> str:
    """How the published questions fared, and what share dropped out why; empty where none were given."""
    if not is_built(build):
        return ""
    found = published.read_report(build.private)
    asked = sum(found.rows.values())
    lost = Counter({WORDS[reason]: len(failures) for reason, failures in found.failures.items()})
    if not lost.total():
        return found.text()
    with closing(sqlite3.connect(build.public / DATABASE)) as connection:
        (patients,) = connection.execute("SELECT count(DISTINCT SUBJECT_ID) FROM DEMOGRAPHIC").fetchone()
    why = ", ".join(f"{count} because {words}" for words, count in lost.most_common())
    share = (
        f"{lost.total()} of {asked} questions ({lost.total() / asked:.0%}) dropped out: {why}. They name "
        f"people, drugs and codes of the {EVERYBODY:,} patients of MIMIC-III, and {patients:,} are here"
    )
    return f"{share}\n{found.text()}"


def is_built(build: Build) -> bool:
    """Whether question files were given."""
    return (build.private / REPORT).is_file()


def executable(sql: str) -> str:
    """Published SQL with texts compared whatever their case, and every row of the result once."""
    code = ""
    for piece in pieces(sql.strip().removesuffix(";")):
        if piece.quote and _COMPARED.search(code):
            text = piece.text.replace(piece.quote * 2, piece.quote).replace("'", "''")
            code += f"'{text}' COLLATE NOCASE"
        else:
            code += str(piece)
    return code


def _once(sql: str, columns: int) -> str:
    keys = ", ".join(f"{number} COLLATE NOCASE" for number in range(1, columns + 1))
    return f"SELECT * FROM ({sql}) GROUP BY {keys}"


def _tasks(
    split: str, path: Path, database: Database, caps: Caps, report: Report, progress: Progress
) -> Iterator[Task]:
    for number, record in enumerate(_records(path)):
        progress(f"executing {split}, query {number}", None)
        report.rows[split] = report.rows.get(split, 0) + 1
        report.answerable += 1
        try:
            sql, result = _executed(database, record, caps)
            gold, shape = gold_rows(result, caps.bytes), shape_of(result)
        except Refused as refused:
            report.refuse(record.key, split, refused.reason, refused.detail)
            continue
        report.executed += 1
        solution = Solution(id=record.key, category=record.category(), impossible=False, sql=sql, gold=gold)
        yield Task(Question(id=record.key, question=record.question_refine, shape=shape), solution)


def _executed(database: Database, record: Record, caps: Caps) -> tuple[str, Result]:
    """The SQL that gives each row once, and its rows; a count of 0 says that the data lacks what is named."""
    sql = executable(record.sql)
    columns = len(database.execute(f"SELECT * FROM ({sql}) LIMIT 1", 1).columns)
    sql = _once(sql, columns)
    result = database.execute(sql, caps.rows)
    if result.rows == [(0,)] and record.category() == "counting":
        raise Refused(Reason.EMPTY, "a count of 0")
    return sql, result


def _records(path: Path) -> Iterator[Record]:
    with open_bytes(path) as stream:
        for number, line in enumerate(stream, start=1):
            line = line.removeprefix(BOM_UTF8)
            if not line.strip():
                continue
            try:
                yield Record.model_validate_json(line)
            except ValidationError as error:
                first = error.errors(include_url=False, include_context=False)[0]
                what = f"{'.'.join(map(str, first['loc'])) or 'line'}: {first['msg']}"
                raise DataError(
                    f"{path}, line {number}: not a question of MIMICSQL ({what}); download it again"
                ) from None


def _digest(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
