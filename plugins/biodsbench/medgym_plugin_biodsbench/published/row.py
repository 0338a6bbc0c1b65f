"""Published rows of either release as one type.

JSON lines or another form of rows, one question each, with ``study_ids``, ``question_ids``, ``queries``,
``cot_instructions``, ``code_histories``, ``reference_answer`` and ``test_cases``. Code is text, or the text
of a Python list of it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from medgym_core import DataError, parse_python
from medgym_plugin_biodsbench.published.naming import names_of
from medgym_raw import Sifted, records, sift

FIELDS = ("study_ids", "question_ids", "queries", "reference_answer", "test_cases")
"""What a row cannot do without."""
_R = re.compile(r"<-|\blibrary\(|%>%|\bfunction\(")
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
    names: tuple[str, ...] = ()
    """What its study's folder may be called."""

    @property
    def id(self) -> str:
        """Study and question, as in ``10000001_5``."""
        return f"{self.study}_{self.question}"

    @property
    def is_r(self) -> bool:
        """Whether its code is R."""
        return bool(_R.search(self.reference)) and not _is_python(self.reference)

    @property
    def program(self) -> str:
        """The published solution after its history."""
        return f"{self.history}\n{self.reference}\n"


def find(raw: Path) -> Sifted:
    """Files of published rows, ``raw`` itself or those at or below it, and what is said of other files."""
    found = sift(raw, FIELDS, suffixes=(".jsonl", ".ndjson", ".json"))
    return found._replace(remarks=[line for line in found.remarks if "schema" not in line.lower()])


def read(paths: list[Path]) -> list[Row]:
    """All rows; of a question that two files hold, the first.

    Raises:
        DataError: for a row that is damaged or lacks a field, with the place.
    """
    rows = [_row(one.where, one.fields) for path in paths for one in records(path, FIELDS)]
    return list({row.id: row for row in reversed(rows)}.values())[::-1]


def _is_python(text: str) -> bool:
    try:
        parse_python(text)
    except (SyntaxError, ValueError):
        return False
    return True


def _row(where: str, record: Mapping[str, Any]) -> Row:
    missing = [name for name in FIELDS if not isinstance(record.get(name), str | int)]
    if missing:
        raise DataError(f"{where}: {', '.join(missing)} must be text; download the file again")
    study = str(record["study_ids"]).strip()
    return Row(
        where=where,
        study=study,
        question=str(record["question_ids"]).strip(),
        query=str(record["queries"]).strip(),
        steps=str(record.get("cot_instructions") or "").strip(),
        history=_code(record.get("code_histories") or ""),
        reference=_code(record["reference_answer"]),
        assertions=_code(record["test_cases"]),
        names=names_of(study, str(record.get("dataset_url") or "")),
    )


def _code(text: Any) -> str:
    """Source, or the pieces of a list of source one after the other."""
    if isinstance(text, str) and text.lstrip().startswith("["):
        try:
            text = ast.literal_eval(text.strip())
        except (ValueError, SyntaxError):
            return str(text)
    return "\n".join(map(str, text)) if isinstance(text, list) else str(text)
