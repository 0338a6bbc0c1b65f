"""Storage: the two halves of published tasks in a build, each task addressed by split and index.

``published-<split>.jsonl`` with its offsets in either half, and ``published-report.json`` in the private one.
"""

from __future__ import annotations

from pathlib import Path

from medgym_ehr.published import lines
from medgym_ehr.published.loading import Loaded
from medgym_ehr.published.report import Report
from medgym_ehr.published.task import Question, Solution

REPORT = "published-report.json"


def save(loaded: Loaded, public: Path, private: Path) -> None:
    """Write both halves and the report into existing folders."""
    for split, tasks in loaded.tasks.items():
        lines.write(_path(public, split), (task.question for task in tasks))
        lines.write(_path(private, split), (task.solution for task in tasks))
    (private / REPORT).write_text(loaded.report.model_dump_json(indent=1), encoding="utf-8")


def size(public: Path, split: str) -> int:
    """Number of tasks of a split."""
    return lines.count(_path(public, split))


def question(public: Path, split: str, index: int) -> Question:
    """The public half of one task.

    Raises:
        DataError: if there is none.
    """
    return Question.model_validate_json(lines.line(_path(public, split), index))


def solution(private: Path, split: str, index: int) -> Solution:
    """The private half of one task.

    Raises:
        DataError: if there is none.
    """
    return Solution.model_validate_json(lines.line(_path(private, split), index))


def read_report(private: Path) -> Report:
    """How the load went."""
    return Report.model_validate_json((private / REPORT).read_text(encoding="utf-8"))


def _path(half: Path, split: str) -> Path:
    return half / f"published-{split}"
