"""Outputs that solve nothing: what is printed, which program or file is left, and how it is submitted."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from benchmarks.published_rules import mimic_extract
from benchmarks.published_rules.output import Output
from medgym_core import Gold, Task
from medgym_core.answer import AnswerKind, Boolean, Choice, Integer, ListOf, Number, Record, SetOf, Table
from medgym_core.verifier.contract import Submission, TurnSubmission
from medgym_core.verifier.predictions import PredictionGold
from medgym_core.verifier.programs import ProgramGold

_TRACEBACK = """\
  File "cache/validation_code_20260101_120345_6f2a.py", line 1
    answer = (
             ^
SyntaxError: '(' was never closed
"""
_GUESSES = {"GET": ["Patient not found", -1, *range(400), *(tenth / 10 for tenth in range(4000))], "POST": []}
PRINTED: Mapping[str, tuple[Output, ...]] = {
    "nothing": (Output(),),
    **{text: (Output(text),) for text in ("0", "1", "10", "-1", "1.0", "None", "True", "False")},
    "True, then False": (Output("True"), Output("False")),
    "0123456789": (Output("0123456789"),),
    "0 to 99999": (Output(str([*range(100_000)])),),
    "one string of guesses": (Output(json.dumps(_GUESSES)),),
    "a traceback": (Output(_TRACEBACK, exit_code=1),),
    "a timeout message": (Output("stopped after 120.51s, the limit is 120s", exit_code=1),),
}
"""Name to what is printed, one output an execution: the reference implementation grades each of them."""
CALL = -1
"""The hidden call that the published rule makes of a program: a drawn one, as edges come first."""
_RETURNED: Mapping[str, Any] = {
    "pass": None,
    "return 0": 0,
    "return 1": 1,
    "return True": True,
    "return []": [],
}


class Trial(NamedTuple):
    """One way to solve nothing."""

    outputs: tuple[Output, ...]
    """What is left where the reference implementation looks, one an execution."""
    submissions: tuple[Submission, ...]
    """How it is submitted here; that one counts which earns most."""


def trials(task: Task, gold: Gold, subjects: Sequence[str]) -> Iterator[tuple[str, Trial]]:
    """Every trial of a task with its name; ``subjects`` are those of a prediction file, in its order."""
    if task.verifier == "programs":
        yield from _programs(task, gold)
    elif task.verifier == "predictions":
        yield from _files(task, gold, subjects)
    else:
        for name, outputs in PRINTED.items():
            yield name, Trial(outputs, tuple(_submitted(task, outputs[0])))


def _submitted(task: Task, output: Output) -> Iterator[Submission]:
    """What was printed first, as it is and in the form that the task asks for; a failure submits nothing."""
    if output.exit_code or not output.text:
        reason = "execution_failed" if output.exit_code else "no_answer"
        yield Submission(turns=tuple(TurnSubmission(reason=reason) for _ in task.turns))
        return
    answer = _answer(output.text)
    yield Submission(turns=tuple(TurnSubmission(answer=answer) for _ in task.turns))
    if len(answer) <= task.limits.answer_bytes:
        fitted = [json.dumps(_fitted(turn.answer, json.loads(answer))) for turn in task.turns]
        yield Submission(turns=tuple(TurnSubmission(answer=one) for one in fitted))


@cache
def _answer(text: str) -> str:
    """The value that a text is written as in Python, else the text, as JSON."""
    try:
        return json.dumps(ast.literal_eval(text))
    except (SyntaxError, ValueError):
        return json.dumps(text)


def _fitted(kind: AnswerKind | None, value: Any) -> Any:
    """``value`` in the form of ``kind``, as far as it has one."""
    match kind:
        case SetOf(items=Choice(options=options)) if value not in options:
            return []
        case ListOf() | SetOf():
            return value if isinstance(value, list) else [_fitted(kind.items, value)]
        case Record():
            return {name: _fitted(field, value) for name, field in kind.fields.items()}
        case Table():
            return [[_fitted(column.kind, value) for column in kind.columns]]
        case Boolean():
            return bool(value) if value in (0, 1) else value
        case Number() | Integer():
            return int(value) if isinstance(value, bool) else value
    return value if value is None else str(value)


def _programs(task: Task, gold: Gold) -> Iterator[tuple[str, Trial]]:
    """Functions that compute nothing; the published rule sees what one call of them prints."""
    tests = ProgramGold.model_validate(gold.turns[0])
    path, head = task.turns[0].files[0].path, f"def {tests.entry}(*args, **kwargs):\n    "

    def trial(output: Output, source: str) -> Trial:
        return Trial((output,), (Submission(turns=(TurnSubmission(files={path: source.encode()}),)),))

    yield "an empty file", trial(Output(_TRACEBACK, exit_code=1), "")
    yield "exit 0", trial(Output(), "raise SystemExit(0)\n")
    for name, value in _RETURNED.items():
        yield name, trial(Output(f"{value}\n"), f"{head}{name}\n")
    args = (*tests.cases[CALL].args, *tests.cases[CALL].kwargs.values())
    echo = "return (*args, *kwargs.values(), None)[0]\n"
    yield "return the argument", trial(Output(f"{(*args, None)[0]}\n"), head + echo)


def _files(task: Task, gold: Gold, subjects: Sequence[str]) -> Iterator[tuple[str, Trial]]:
    """Files that know nothing of what is predicted."""
    graded = PredictionGold.model_validate(gold.turns[0])
    path, rows = task.turns[0].files[0].path, [str(row[0]) for row in graded.rows]
    ours, keys = [*graded.keys, *graded.columns], subject_key(task)

    def trial(value: str, number: int) -> Trial:
        theirs = table([keys, "prediction"], ([subject, value] for subject in subjects[:number]))
        cells = [value] * len(graded.columns)
        return of(theirs, table(ours, ([row, *cells] for row in rows[:number])))

    def of(theirs: str, mine: str) -> Trial:
        files = {path: mine.encode()}
        output = Output(file=theirs, folder=mimic_extract.READ)
        return Trial((output,), (Submission(turns=(TurnSubmission(files=files),)),))

    none = Submission(turns=(TurnSubmission(reason="file_missing"),))
    yield "no file", Trial((Output("hi"),), (none,))
    yield "an empty file", of("", "")
    yield "nonsense", of("nonsense", "nonsense")
    yield "one row of 0", trial("0", 1)
    for value in ("0", "1", "0.5"):
        yield f"{value} in every row", trial(value, len(rows))


def subject_key(task: Task) -> str:
    """The column of subjects in the reference implementation's file."""
    return "patient_id" if task.family == "ehrshot" else "subject_id"


def table(header: Sequence[str], rows: Any) -> str:
    """A CSV text of cells that need no quotes."""
    return "".join(",".join(map(str, row)) + "\n" for row in (header, *rows))
