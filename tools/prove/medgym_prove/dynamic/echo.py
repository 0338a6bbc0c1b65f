"""What a question itself offers as its answer, in the form that it asks for."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pydantic import JsonValue

from medgym_core.agent.guess import guesses
from medgym_core.answer import (
    AnswerKind,
    Boolean,
    Choice,
    Date,
    DateTime,
    Integer,
    ListOf,
    Number,
    Record,
    SetOf,
    Table,
)

_NUMBER = re.compile(r"(?<![\w.:-])-?\d+(?:\.\d+)?(?![\w:-]|\.\d)")
_DATE = re.compile(r"\b\d{4}-\d\d-\d\d\b")
_MOMENT = re.compile(r"\b\d{4}-\d\d-\d\d[ T]\d\d:\d\d(?::\d\d)?\b")
_QUOTED = re.compile(r"\"([^\"]+)\"|'([^']+)'|`([^`]+)`")


def echoes(kind: AnswerKind, question: str) -> Sequence[JsonValue]:
    """Answers of ``kind`` that are taken from ``question``, the first in it first; perhaps none."""
    found: Sequence[JsonValue]
    match kind:
        case Integer():
            found = [int(text) for text in _NUMBER.findall(question) if "." not in text]
        case Number():
            found = [float(text) for text in _NUMBER.findall(question)]
        case Boolean():
            found = []
        case Choice():
            spoken = question.casefold()
            found = [option for option in kind.options if option.casefold() in spoken]
        case Date():
            found = _DATE.findall(question)
        case DateTime():
            moments = _MOMENT.findall(question)
            found = [moment[:16].replace("T", " ") + (moment[16:] or ":00") for moment in moments]
        case ListOf() | SetOf():
            inner = echoes(kind.items, question)
            found = [list(inner), *([item] for item in inner)] if inner else []
        case Record():
            found = [{name: _first(field, question) for name, field in kind.fields.items()}]
        case Table():
            found = [[[_first(column.kind, question) for column in kind.columns]]]
        case _:
            found = [*("".join(parts) for parts in _QUOTED.findall(question)), question]
    return list({repr(value): value for value in found}.values())


def _first(kind: AnswerKind, question: str) -> JsonValue:
    """The first echo, or else a guess."""
    return next(iter(echoes(kind, question)), guesses(kind)[0])
