"""The user's own copy of published questions, such as EHRSQL's.

Their splits are ``published-train``, ``published-valid`` and ``published-test``. Some questions cannot be
answered, so null is permitted for all of them; gold is what the published SQL gives on the build's database.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from importlib import resources
from pathlib import Path

from pydantic import JsonValue

from medgym_core import ActionCall, AnswerKind, Build, Gold, Progress
from medgym_ehr import published
from medgym_ehr.hospital.category import UNANSWERABLE
from medgym_ehr.hospital.description import Hospital
from medgym_ehr.published import Record, Release

PREFIX = "published-"
"""What the names of these splits begin with."""
SPLITS = tuple(PREFIX + split for split in ("train", "valid", "test"))
CONVENTIONS = "published-conventions.txt"
"""What the prompt says about the database, in the public half."""


def release_of(hospital: Hospital, raw: Path) -> Release | None:
    """The release whose question files lie in a folder."""
    releases = (hospital.release, *hospital.others)
    return next((release for release in releases if published.holds(release, raw)), None)


def build(release: Release, raw: Path, database: Path, out: Build, progress: Progress) -> str:
    """Load the question files in ``raw`` and store what holds on ``database``.

    Returns:
        why there are no tasks, if the questions are asked of another database; else an empty text.

    Raises:
        DataError: if the files cannot be read.
    """
    loaded = published.load(release, raw, database, category=_category, progress=progress)
    published.save(loaded, out.public, out.private)
    conventions = resources.files(__package__).joinpath(CONVENTIONS).read_text(encoding="utf-8")
    text = conventions.format(now=release.now, today=release.now[:10])
    (out.public / CONVENTIONS).write_text(text, encoding="utf-8")
    return loaded.report.empty


def is_built(build: Build) -> bool:
    """Whether a build holds published questions."""
    return (build.public / CONVENTIONS).is_file()


def size(build: Build, split: str) -> int:
    """Number of tasks of a split; 0 where no question files were given."""
    return published.size(build.public, split.removeprefix(PREFIX)) if is_built(build) else 0


def question(build: Build, split: str, index: int) -> published.Question:
    """The public half of one task."""
    return published.question(build.public, split.removeprefix(PREFIX), index)


def solution(build: Build, split: str, index: int) -> published.Solution:
    """The private half of one task."""
    return published.solution(build.private, split.removeprefix(PREFIX), index)


def answer_kind(question: published.Question) -> AnswerKind:
    """What is submitted: the result table, or null."""
    return published.answer_kind(question.shape)


def gold(solution: published.Solution) -> Gold:
    """The rows of the published query, or null."""
    rows: list[JsonValue] | None = None if solution.gold is None else [*solution.gold]
    return Gold(rows)


def reference(solution: published.Solution) -> Sequence[ActionCall]:
    """The published query; of a question without one, null."""
    arguments = (
        {"code": "answer = None", "language": "python"}
        if solution.sql is None
        else {"code": solution.sql, "language": "sql"}
    )
    return (ActionCall(name="code_execution", arguments={**arguments, "submit": True}),)


def constant(build: Build, split: str) -> float:
    """Share of a split that its most frequent answer passes."""
    golds = [json.dumps(solution(build, split, index).gold) for index in range(size(build, split))]
    return Counter(golds).most_common(1)[0][1] / len(golds) if golds else 0.0


def conventions(build: Build) -> str:
    """What the prompt says about the database."""
    return (build.public / CONVENTIONS).read_text(encoding="utf-8").rstrip()


def read(build: Build) -> published.Report:
    """How the published questions fared."""
    return published.read_report(build.private)


def report(build: Build) -> str:
    """The same in words."""
    return read(build).text()


def _category(record: Record) -> str:
    return UNANSWERABLE if record.sql is None else published.natural_family(record)
