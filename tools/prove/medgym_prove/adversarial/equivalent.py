"""A04: the verifier accepts the right submission in every form that the task leaves open."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta, timezone
from itertools import chain, islice

from pydantic import JsonValue

from medgym_core.answer import (
    AnswerKind,
    Choice,
    Date,
    DateTime,
    Integer,
    ListOf,
    Number,
    Record,
    SetOf,
    Table,
    Text,
)
from medgym_core.verifier.contract import Status, Verdict
from medgym_core.verifier.programs import ProgramGold
from medgym_prove.adversarial import program
from medgym_prove.adversarial.case import Case, cases, grade
from medgym_prove.adversarial.restyle import own_styles, played, restyled
from medgym_prove.check import Check, Evidence
from medgym_prove.dynamic.play import quickest
from medgym_prove.dynamic.record import Recorded
from medgym_prove.dynamic.sample import varied
from medgym_prove.subject import Subject

REJECTED = 0.01
"""Highest share of equivalent submissions that may be refused."""
STYLED = 20
"""Most submissions that are written down in other styles; each takes a box."""
OWN_TASKS = 10
"""Most tasks that the reference plays in a style of the family's own."""
Rewrite = tuple[str, str, str]
"""What was rewritten, the answer as JSON text, and the language that produced it."""


def _accepts_equivalents(subject: Subject) -> Evidence:
    build, backend = subject.build(), quickest(subject)
    right = list(cases(subject, build, backend))
    styled = {case.recorded.task.id for case in islice(of_new_kinds_first(right), STYLED)}
    made, rejected = Counter[str](), Counter[str]()
    problems = []

    def count(task: str, name: str, verdict: Verdict) -> None:
        made[name] += 1
        if verdict.status is not Status.SUCCESS:
            rejected[name] += 1
            problems.append(f"refused: {task}: {name} ({verdict.reason})")

    for done, case in enumerate(right, 1):
        others = restyled(subject, build, case, backend) if case.recorded.task.id in styled else ()
        for name, given in chain(equivalents(case), others):
            count(case.recorded.task.id, name, grade(subject, build, case, given, backend))
        subject.progress(f"equivalents of {done} of {len(right)} submissions", None)
    for name, prelude in own_styles(subject):
        for place in varied(subject, build, OWN_TASKS):
            count(str(place), name, played(subject, build, place, prelude, backend))
    total = made.total()
    share = rejected.total() / total if total else 0.0
    rewrites: dict[str, JsonValue] = {
        name: f"{made[name] - rejected[name]}/{made[name]}" for name in sorted(made)
    }
    return Evidence(
        examined=total,
        problems=tuple(problems[:20]) if share > REJECTED else (),
        figures={
            "tasks": len(right),
            "equivalents": total,
            "rejected": round(share, 4),
            "rewrites": rewrites,
            "refused": list[JsonValue](problems[:20]),
        },
    )


def of_new_kinds_first(right: Sequence[Case]) -> Iterator[Case]:
    """Those of new answer kinds first."""
    seen, others = set[str](), list[Case]()
    for case in right:
        kinds = "".join(turn.answer.model_dump_json() for turn in case.recorded.task.turns if turn.answer)
        if kinds in seen:
            others.append(case)
        else:
            seen.add(kinds)
            yield case
    yield from others


def equivalents(case: Case) -> Iterator[tuple[str, Recorded]]:
    """One right submission in every other form of its text."""
    task, submission = case.recorded.task, case.recorded.submission
    yield "unchanged", case.recorded
    for number, (turn, answer) in enumerate(zip(task.turns, case.answers(), strict=True)):
        given = submission.turns[number]
        if task.verifier == "programs":
            yield from _programs(case, number)
            continue
        if turn.answer is not None and given.answer is not None:
            for name, text, language in rewrites(turn.answer, answer, task.database is not None):
                yield name, case.with_answer(number, text, language)


def _programs(case: Case, number: int) -> Iterator[tuple[str, Recorded]]:
    gold = ProgramGold.model_validate(case.gold.turns[number])
    for name, restated in program.restated(case.source(gold, number)):
        yield name, case.with_source(gold, number, restated)


def rewrites(kind: AnswerKind, value: JsonValue, sql: bool) -> Iterator[Rewrite]:
    """``value`` in every other form that ``kind`` accepts; ``sql`` where an SQL result may be submitted."""
    for name, other in _restated(kind, value):
        yield name, json.dumps(other), "python"
    text = json.dumps(value)
    yield "blanks around", f" {text}\n", "python"
    exponents = re.sub(r"(?<![\w.\"-])(\d+\.\d+)(?=[,\]}]|$)", r"\g<1>0E0", text)
    if '"' not in text and exponents != text:
        yield "float with exponent and a further zero", exponents, "python"
    if sql and (result := _sql(kind, value)) is not None:
        yield "SQL result", json.dumps(result), "sql"


def _restated(kind: AnswerKind, value: JsonValue) -> Iterator[tuple[str, JsonValue]]:
    match kind, value:
        case Integer(), int() if kind.integral_float and abs(value) < 2**53:
            yield "integral float", float(value)
        case Number(), (int() | float()):
            yield from _number(kind, value)
        case ((Text() | Choice()), str()):
            yield from _text(kind, value)
        case Date(), str():
            yield "date at midnight", f"{value[:10]} 00:00:00"
        case DateTime(), str():
            yield "blank between date and time", value.replace("T", " ", 1)
            yield "T between date and time", value.replace(" ", "T", 1)
            yield from _zones(value)
        case ((ListOf() | SetOf()), list()):
            yield from _elements(kind, value)
        case Record(), dict():
            yield "reversed keys", dict(reversed(value.items()))
            for name, field in kind.fields.items():
                yield from ((how, value | {name: other}) for how, other in _restated(field, value[name]))
        case Table(), list():
            yield from _table(kind, [row for row in value if isinstance(row, list)])


def _number(kind: Number, value: float) -> Iterator[tuple[str, JsonValue]]:
    if value == int(value) and abs(value) < 2**53:
        yield "integral float", float(value)
        yield "whole number without a point", int(value)
    reach = max(kind.abs_tol, kind.rel_tol * abs(value))
    for digits in range(1, 17):
        rounded = float(f"{value:.{digits}g}")
        within = (kind.minimum is None or rounded >= kind.minimum) and (
            kind.maximum is None or rounded <= kind.maximum
        )
        if abs(rounded - value) <= reach / 2 and within:
            yield "rounded within the tolerance", rounded
            return


def _zones(value: str) -> Iterator[tuple[str, JsonValue]]:
    moment = datetime.fromisoformat(value)
    if moment.tzinfo:
        yield "in another zone", moment.astimezone(timezone(timedelta(hours=-3))).isoformat()


def _text(kind: Text | Choice, value: str) -> Iterator[tuple[str, JsonValue]]:
    yield "blanks around the text", f"  {value} "
    if (isinstance(kind, Choice) or kind.casefold) and value.swapcase().casefold() == value.casefold():
        yield "other case", value.swapcase()


def _elements(kind: ListOf | SetOf, value: list[JsonValue]) -> Iterator[tuple[str, JsonValue]]:
    if isinstance(kind, SetOf):
        yield "reversed elements", value[::-1]
    for how, other in _restated(kind.items, value[0]) if value else ():
        yield how, [other, *value[1:]]


def _table(kind: Table, table: list[list[JsonValue]]) -> Iterator[tuple[str, JsonValue]]:
    names = [column.name for column in kind.columns]
    if not kind.ordered:
        yield "reversed rows", list[JsonValue](table[::-1])
    yield "rows as objects", [dict(zip(names, row, strict=True)) for row in table]
    folded = [name.casefold() for name in names]
    if len(set(folded)) == len(folded):
        columns, cells = list[JsonValue](names[::-1]), list[JsonValue]([row[::-1] for row in table])
        yield "named columns in another order", {"columns": columns, "rows": cells}
    for place, column in enumerate(kind.columns):
        for how, other in _restated(column.kind, table[0][place]) if table else ():
            first: JsonValue = [*table[0][:place], other, *table[0][place + 1 :]]
            yield how, [first, *table[1:]]


def _sql(kind: AnswerKind, value: JsonValue) -> JsonValue:
    """The result of a query that finds ``value``; SQLite has no booleans."""
    match kind, value:
        case Table(), list():
            names = list[JsonValue]([column.name for column in kind.columns])
            return {"columns": names, "rows": [[_cell(cell) for cell in _row(row)] for row in value]}
        case ((ListOf() | SetOf()), list()):
            return {"columns": ["value"], "rows": [[_cell(item)] for item in value]}
        case Record(), dict():
            return {"columns": list(value), "rows": [[_cell(item) for item in value.values()]]}
        case ((ListOf() | SetOf() | Record() | Table()), _):
            return None
    return {"columns": ["value"], "rows": [[_cell(value)]]}


def _row(row: JsonValue) -> list[JsonValue]:
    return row if isinstance(row, list) else []


def _cell(value: JsonValue) -> JsonValue:
    return int(value) if isinstance(value, bool) else value


EQUIVALENTS = Check(
    id="A04",
    level=3,
    title=f"at most {REJECTED:.0%} of right submissions in another form are refused",
    hint="Accept what the answer kind promises: rows in any order unless ordered, texts whatever their case "
    "where case is folded, numbers within the tolerance; use the core's comparison where you can.",
    examine=_accepts_equivalents,
)
