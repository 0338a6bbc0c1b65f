"""Records: what EHR-SeqSQL's ``data.json`` says of each session.

A row is a session, its turns in the lists ``question`` and ``sql`` (or ``seqsql``). Rows may also be turns:
rows that follow each other with one ``id``, or with one seed question and the same values, are one session if
each holds one turn; if their lists grow row by row, the last one is the session.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    JsonValue,
    ValidationError,
    model_validator,
)

from medgym_core import DataError
from medgym_raw import base_name, files, open_text

FILE = "data.json"
FIX = "download EHR-SeqSQL's data.json again, or fix the row"
_TOKEN = r"[<\[{]*\bprev(?:ious)?[\s_-]?(?:query|result)\b[>\]}]*"
_PREVIOUS = re.compile(rf"\(\s*{_TOKEN}\s*\)|{_TOKEN}", re.IGNORECASE)


def _listed(value: object) -> object:
    return [value] if isinstance(value, str) else value


def _part(value: object) -> object:
    return value.strip().lower() if isinstance(value, str) else value


Turns = Annotated[tuple[str, ...], BeforeValidator(_listed)]
Part = Annotated[Literal["train", "test", ""], BeforeValidator(_part)]


class Record(BaseModel):
    """One session as published; or one turn, until rows are joined."""

    model_config = ConfigDict(extra="ignore", frozen=True, coerce_numbers_to_str=True)

    id: str = Field(min_length=1)
    """As published, unique."""
    seed_question: str = ""
    """The question of EHRSQL that the session ends at; never shown."""
    value: JsonValue = None
    """Slot to value."""
    question: Turns = ()
    """The turns' questions, paraphrased."""
    question_template: Turns = ()
    """The same as a machine worded them; shown where there is no paraphrase."""
    seqsql: Turns = ()
    """SQL with tokens for the query or result of the turn before."""
    sql: Turns = ()
    """The same with these filled in."""
    random_split: Part = ""
    """Split of the one division."""
    compositional_split: Part = ""
    """Split of the other."""

    @model_validator(mode="before")
    @classmethod
    def _without_nulls(cls, data: Any) -> Any:
        return (
            {key: value for key, value in data.items() if value is not None}
            if isinstance(data, dict)
            else data
        )

    @model_validator(mode="after")
    def _as_many_of_each(self) -> Record:
        lengths = {len(texts) for texts in (self.questions, self.sql or self.seqsql)}
        if len(lengths) > 1 or lengths == {0}:
            raise ValueError("it needs as many queries as questions, and at least one")
        if any(not text.strip() for text in (*self.questions, *(self.sql or self.seqsql))):
            raise ValueError("a question or a query is empty")
        return self

    @property
    def questions(self) -> tuple[str, ...]:
        """What is asked."""
        return self.question or self.question_template

    def queries(self) -> tuple[str, ...]:
        """SQL of every turn, that of the turn before in place of its token."""
        filled: list[str] = []
        for sql in self.sql or self.seqsql:
            if not filled and _PREVIOUS.search(sql):
                raise DataError(f"session {self.id} refers to a previous query in its first turn; {FIX}")
            before = f"({filled[-1].strip().rstrip(';')})" if filled else ""
            filled.append(before.join(_PREVIOUS.split(sql)))
        return tuple(filled)


def find(raw: Path) -> Path | None:
    """The uppermost file of that name at or below a folder that is none of another release's questions."""
    return next((path for path in files(raw) if base_name(path) == FILE and not _is_foreign(path)), None)


def _is_foreign(path: Path) -> bool:
    """Whether a file is one of questions without sessions, as EHRSQL-2024's ``data.json`` is."""
    try:
        with open_text(path) as stream:
            content = json.load(stream)
    except (ValueError, OSError, EOFError, RecursionError):
        return False  # reading it says what is wrong
    rows = content.get("data") if isinstance(content, dict) else content
    first = rows[0] if isinstance(rows, list) and rows else None
    return isinstance(first, dict) and not {"sql", "seqsql", "question_template"} & first.keys()


def read(path: Path) -> list[Record]:
    """Every session of a file.

    Raises:
        DataError: with the row, if one is malformed, or does not fit the rows that share its id.
    """
    try:
        with open_text(path) as stream:
            content = json.load(stream)
    except (UnicodeError, RecursionError, json.JSONDecodeError, OSError, EOFError) as error:
        raise DataError(f"{path}: not JSON ({error}); {FIX}") from None
    rows = content.get("data") if isinstance(content, dict) else content
    if not isinstance(rows, list) or not rows:
        raise DataError(f"{path} is not a list of rows; {FIX}")
    records = list(_sessions([_row(row, number, path) for number, row in enumerate(rows, start=1)], path))
    repeated = len(records) - len({record.id for record in records})
    if repeated:
        raise DataError(f"{path}: {repeated} sessions have the id of another that they do not follow; {FIX}")
    return records


def _row(row: object, number: int, path: Path) -> Record:
    named = f" (id {row['id']})" if isinstance(row, dict) and row.get("id") else ""
    try:
        return Record.model_validate(row)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False)[0]
        field = ".".join(map(str, first["loc"])) or "row"
        raise DataError(f"{path}, row {number}{named}: {field}: {first['msg']}; {FIX}") from None


def _sessions(rows: Sequence[Record], path: Path) -> Iterator[Record]:
    for _, same in groupby(rows, key=_key(rows)):
        group = list(same)
        yield group[0] if len(group) == 1 else _joined(group, path)


def _key(rows: Sequence[Record]) -> Any:
    """What rows of one session share: the id, or where each turn has its own, what it comes from."""
    if any(len(row.questions) > 1 for row in rows) or len({row.id for row in rows}) < len(rows):
        return lambda row: row.id
    return lambda row: json.dumps([row.seed_question or row.id, row.value], sort_keys=True)


def _joined(group: Sequence[Record], path: Path) -> Record:
    last = group[-1]
    if all(last.questions[: len(row.questions)] == row.questions for row in group):
        return last
    if all(len(row.questions) == 1 for row in group):
        fields = ("question", "question_template", "seqsql", "sql")
        merged = {name: tuple(text for row in group for text in getattr(row, name)) for name in fields}
        return group[0].model_copy(update=merged)
    raise DataError(f"{path}: the rows with id {last.id} are neither turns nor one session that grows; {FIX}")
