"""B04: gold is accepted when it is written as the prompt says.

What is written comes from the words of the prompt alone: a time has the zone that its pattern shows, null is
given only where null is offered, and a number lies as far from gold as it is said that it may.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import datetime

from pydantic import JsonValue

from medgym_core.answer import AnswerKind, Date, DateTime, ListOf, Number, Record, SetOf, Table
from medgym_core.builds.making import gold_of
from medgym_core.errors import VerifierError
from medgym_core.family import TaskFamily
from medgym_core.source import Build
from medgym_core.task import Task
from medgym_core.verifier.answer import grade_answer
from medgym_core.verifier.contract import TurnSubmission
from medgym_core.verifier.states import StateGold
from medgym_prove.building.addressed import sampled
from medgym_prove.check import Check, Evidence
from medgym_prove.subject import Subject

_PER_STRATUM = 20
_SHOWN = 20
_SIDES = (0.0, -0.99, 0.99)
"""How far from gold numbers are written, in stated tolerances."""
_PATTERN = re.compile(r"YYYY-MM-DD(?:([T ])HH:MM:SS(\+HH:MM)?)?")
_TOLERANCE = re.compile(r"accepted within ([\d.e+-]*\d)( relative)?")
_BOUNDS = re.compile(r"between (\S+) and ([^\s,]+)")


class UnstatedError(ValueError):
    """The prompt has no form for this gold; says which."""


def _examine(subject: Subject) -> Evidence:
    build, problems, tasks, written = subject.build(), list[str](), 0, 0
    for split in subject.family.splits:
        for task in sampled(subject.family, build, split, _PER_STRATUM):
            verdicts = list(_verdicts(subject.family, build, task))
            problems += [f"{task.id}: {problem}" for problem in verdicts if problem]
            tasks, written = tasks + 1, written + len(verdicts)
    figures: dict[str, JsonValue] = {"tasks": tasks, "answers": written}
    return Evidence(examined=tasks, problems=tuple(problems[:_SHOWN]), figures=figures)


def _verdicts(family: TaskFamily, build: Build, task: Task) -> Iterator[str]:
    """For every answer that is written what is wrong with it, or nothing."""
    if task.verifier not in ("answer", "states"):
        return
    for turn, value in zip(task.turns, gold_of(family, build, task).turns, strict=True):
        gold = StateGold.model_validate(value).answer if task.verifier == "states" else value
        if turn.answer is not None:
            yield from (_refusal(turn.answer, gold, side, task.limits.answer_bytes) for side in _SIDES)


def _refusal(kind: AnswerKind, gold: JsonValue, side: float, most: int) -> str:
    try:
        answer = json.dumps(stated(kind, gold, side))
        reason = grade_answer(kind, TurnSubmission(answer=answer), gold, most).reason
    except (UnstatedError, VerifierError) as error:
        return str(error)
    return f"gold as the prompt says it is written is refused ({reason})" if reason else ""


def stated(kind: AnswerKind, gold: JsonValue, side: float = 0.0) -> JsonValue:
    """Gold as the kind's description says that it is written.

    Raises:
        UnstatedError: if the description has no form for it.
    """
    match kind, gold:
        case _, None:
            if "null" in kind.describe():
                return None
            raise UnstatedError("gold is null, and the prompt offers no null")
        case Number(), int() | float():
            return _number(kind, gold, side)
        case Date() | DateTime(), str():
            return _moment(kind.describe(), gold)
        case Record(), dict():
            return {name: stated(field, gold[name], side) for name, field in kind.fields.items()}
        case ListOf() | SetOf(), list():
            return [stated(kind.items, item, side) for item in gold]
        case Table(), list():
            kinds = [column.kind for column in kind.columns]
            rows = [row for row in gold if isinstance(row, list)]
            return [[stated(*cell, side) for cell in zip(kinds, row, strict=True)] for row in rows]
    return gold


def _number(kind: Number, gold: float, side: float) -> float:
    found = _TOLERANCE.search(kind.describe())
    if found is None or not side:
        return gold
    moved = gold + side * float(found[1]) * (abs(gold) if found[2] else 1)
    bounds = _BOUNDS.search(kind.describe())
    return min(max(moved, float(bounds[1])), float(bounds[2])) if bounds else moved


def _moment(words: str, gold: str) -> str:
    pattern = _PATTERN.search(words)
    if pattern is None:
        raise UnstatedError(f"no form of a date or time is stated by {words!r}")
    moment = datetime.fromisoformat(gold)
    text = moment.date().isoformat()
    if pattern[1]:
        text += pattern[1] + moment.time().isoformat("seconds")
    return text + (moment.isoformat()[-6:] if moment.tzinfo else "+00:00") if pattern[2] else text


B04 = Check(
    id="B04",
    level=1,
    title="gold written as the prompt says is accepted",
    hint="Let the answer kind say what gold is: DateTime(zoned=True) where times have a zone, nullable where "
    "there may be nothing; and compute gold no finer than its form can say.",
    examine=_examine,
)
