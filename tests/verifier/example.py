"""An answer with what is expected of it, and how to judge one from text to fault."""

from __future__ import annotations

from typing import NamedTuple

from pydantic import JsonValue

from medgym_core.answer import AnswerKind
from medgym_core.verifier.compare import compare
from medgym_core.verifier.fault import Refused
from medgym_core.verifier.parse import exact, parse
from medgym_core.verifier.table import read


class Example(NamedTuple):
    kind: AnswerKind
    answer: str
    gold: JsonValue
    reason: str = ""


def judge(example: Example) -> str:
    """The reason that the pipeline of parsing, reading and comparison gives."""
    try:
        answer = read(example.kind, parse(example.answer))
    except Refused as refusal:
        return refusal.fault
    return compare(example.kind, answer, exact(example.gold)).reason
