"""Published rows of either release as one type.

JSON lines, one question each, with ``study_ids``, ``question_ids``, ``queries``, ``cot_instructions``,
``code_histories``, ``reference_answer`` and ``test_cases``. Code is text, or the text of a Python list of it.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from medgym_core import DataError

FIELDS = ("study_ids", "question_ids", "queries", "reference_answer", "test_cases")
"""What a row cannot do without."""
WORKDIR = "/workdir"
"""Where published code reads the tables of its study."""


class Row(NamedTuple):
    """One published question."""

    where: str
    """File and line, for messages."""
    study: str
    """The study's identifier, a PubMed number."""
    question: str
    """The question's number in its study."""
    query: str
    """What is asked."""
    steps: str
    """How to go about it, as published."""
    history: str
    """Code that ran before, whose names the question and its assertions may use."""
    reference: str
    """The published solution."""
    assertions: str
    """The published tests."""

    @property
    def id(self) -> str:
        """Study and question."""
        return f"{self.study}_{self.question}"

    @property
    def program(self) -> str:
        """The published solution after its history."""
        return f"{self.history}\n{self.reference}\n"


def find(raw: Path) -> list[Path]:
    """Files of published rows: ``raw`` itself, or those at or below it."""
    files = [raw] if raw.is_file() else sorted(raw.rglob("*.jsonl"))
    return [path for path in files if path.suffix == ".jsonl" and _is_published(path)]


def read(paths: list[Path]) -> list[Row]:
    """All rows; of a question that two files hold, the first.

    Raises:
        DataError: for a line that is no JSON or lacks a field, with the place.
    """
    rows = [
        _row(f"{path.name}, line {number}", record) for path in paths for number, record in _records(path)
    ]
    return list({row.id: row for row in reversed(rows)}.values())[::-1]


def _is_published(path: Path) -> bool:
    try:
        return next(_records(path), (0, {}))[1].keys() >= {*FIELDS}
    except (DataError, AttributeError):
        return False


def _records(path: Path) -> Iterator[tuple[int, Any]]:
    with path.open(encoding="utf-8") as stream:
        for number, line in enumerate(stream, 1):
            try:
                if line.strip():
                    yield number, json.loads(line)
            except (json.JSONDecodeError, RecursionError) as error:
                raise DataError(
                    f"{path}, line {number}: no JSON ({error}); download the file again"
                ) from error


def _row(where: str, record: Any) -> Row:
    missing = [name for name in FIELDS if not isinstance(record.get(name), str | int)]
    if missing:
        raise DataError(f"{where}: {', '.join(missing)} must be text; download the file again")
    return Row(
        where=where,
        study=str(record["study_ids"]).strip(),
        question=str(record["question_ids"]).strip(),
        query=str(record["queries"]).strip(),
        steps=str(record.get("cot_instructions") or "").strip(),
        history=_code(record.get("code_histories") or ""),
        reference=_code(record["reference_answer"]),
        assertions=_code(record["test_cases"]),
    )


def _code(text: Any) -> str:
    """Source, or the pieces of a list of source one after the other."""
    if isinstance(text, str) and text.lstrip().startswith("["):
        try:
            text = ast.literal_eval(text.strip())
        except (ValueError, SyntaxError):
            return str(text)
    return "\n".join(map(str, text)) if isinstance(text, list) else str(text)
