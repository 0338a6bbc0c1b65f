"""Grading of submitted programs: run on hidden inputs in a fresh box, results compared here as typed data.

A submission is a whole module, or a part that is inserted in a given context, such as a method of a class.

All that submitted code can do is return JSON. It runs in a box that holds the hidden inputs and no expected
output, one fresh interpreter per case, so exiting early, patching builtins, printing, forging the box's
report or rewriting its own file changes nothing but the value that is compared on the host.
"""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Mapping, Sequence

from pydantic import Field, JsonValue

from medgym_core.answer import AnswerKind
from medgym_core.errors import VerifierError
from medgym_core.task import Gold, RelativePath, Task, Turn
from medgym_core.verifier.canonical import canonical
from medgym_core.verifier.compare import compare
from medgym_core.verifier.contract import (
    BUDGET_S,
    Collects,
    Program,
    StateChange,
    Submission,
    TurnSubmission,
    Verdict,
)
from medgym_core.verifier.fault import Fault, Refused
from medgym_core.verifier.parse import exact, parse
from medgym_core.verifier.table import read
from medgym_core.verifier.turn import gold_as, paired_turns, verdict
from medgym_sandbox.boundary.frozen import Frozen
from medgym_sandbox.spec import Execution, Outcome

SOURCE = "submission.py"
"""Where source that was submitted as an answer is written."""

PLACE = "<<insert solution here>>"
"""Marks the one line of a context in whose place the submission goes."""

_FUTURE = re.compile(r"^from __future__ import .*$", re.MULTILINE)

RUNNER = """\
import importlib.util, json, os, sys
case = json.load(sys.stdin)
sys.path.insert(0, os.path.dirname(os.path.abspath(case["path"])))
spec = importlib.util.spec_from_file_location("submission", case["path"])
module = sys.modules["submission"] = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
answer = getattr(module, case["entry"])(*case["args"], **case["kwargs"])
"""
"""Runs in the box: import the submission, call its entry on the case from standard input."""


class ProgramCase(Frozen):
    """One hidden input and what the entry must return for it."""

    args: tuple[JsonValue, ...] = ()
    """Positional arguments."""
    kwargs: Mapping[str, JsonValue] = Field(default_factory=dict)
    """Keyword arguments."""
    expected: JsonValue
    """The right result, as JSON."""


class ProgramGold(Frozen):
    """Gold of one turn: ``ProgramGold(...).model_dump(mode="json")``."""

    entry: str = Field(pattern=r"^[A-Za-z_][A-Za-z0-9_]*$")
    """Function to call."""
    cases: tuple[ProgramCase, ...] = Field(min_length=1)
    """Hidden cases; all must pass."""
    returns: AnswerKind | None = None
    """Kind of the result, with its tolerances; None compares JSON values exactly."""
    context: str | None = None
    """Program with one line that holds :data:`PLACE`, in whose place and with whose indentation the
    submission goes, so that a method gets into its class; None runs the submission alone."""
    file: RelativePath | None = None
    """The source file among the turn's files; None when the source is the submitted answer, a string."""
    timeout_s: float = Field(default=10.0, gt=0)
    """Wall-clock seconds each case may run, import included."""
    budget_s: float = Field(default=BUDGET_S, gt=0)
    """Wall-clock seconds all cases together may run; after two timeouts the rest counts as timed out."""
    answer_bytes: int = Field(default=65_536, gt=0)
    """Cap of each result, bytes of JSON."""


class ProgramVerifier:
    """Reward 1 when the submitted function is right on every hidden case of every turn, else 0.

    Components: ``turn_<i>`` (1 or 0), ``turn_<i>.pass_rate`` and ``turn_<i>.case_<j>``.
    """

    name = "programs"
    version = "2"

    def collects(self, task: Task, turn: Turn) -> Collects:
        """The source: declared files, or else the answer."""
        return Collects(answer=turn.answer is not None or not turn.files, files=turn.files)

    def programs(self, task: Task, gold: Gold, submission: Submission) -> Sequence[Program]:
        """One program per turn that has a readable source, one run per case; it holds no expected value."""
        programs = []
        for turn, given, value in paired_turns(task, gold, submission):
            tests = gold_as(ProgramGold, task, value)
            source = _source(task, turn, given, tests)
            if isinstance(source, bytes):
                path = tests.file or SOURCE
                runs = tuple([_run(tests, case, path) for case in tests.cases])
                programs.append(Program(files={path: source}, runs=runs, budget_s=tests.budget_s))
        return programs

    def grade(
        self,
        task: Task,
        gold: Gold,
        submission: Submission,
        outcomes: Sequence[Sequence[Outcome]],
        states: Mapping[str, StateChange],
    ) -> Verdict:
        """Compare what every run returned; runs that a dead box never reached have failed.

        Raises:
            VerifierError: if gold does not fit the task, or a program was not run at all.
        """
        reasons: list[str] = []
        components: dict[str, float] = {}
        errors: dict[str, str] = {}
        ran = iter(outcomes)
        for index, (turn, given, value) in enumerate(paired_turns(task, gold, submission)):
            tests = gold_as(ProgramGold, task, value)
            source = _source(task, turn, given, tests)
            if isinstance(source, bytes):
                runs = next(ran, ())
                faults = _compare_all(task, tests, runs)
                errors |= {f"turn_{index}": error for error in [_first_error(runs)] if error}
            else:
                faults = [source] * len(tests.cases)
            passed = [float(not fault) for fault in faults]
            reasons.append(next(filter(None, faults), ""))
            components[f"turn_{index}"] = float(all(passed))
            components[f"turn_{index}.pass_rate"] = sum(passed) / len(passed)
            components |= {f"turn_{index}.case_{case}": value for case, value in enumerate(passed)}
        return verdict(reasons, components, details={"errors": errors})


def insert(context: str, source: str) -> str:
    """``context`` with ``source``, freed of its own common indentation, in place of the marked line.

    Future statements of either go first, the only place where Python takes them.

    Raises:
        VerifierError: unless exactly one line holds :data:`PLACE`.
    """
    lines = context.splitlines()
    marked = [number for number, line in enumerate(lines) if PLACE in line]
    if len(marked) != 1:
        raise VerifierError(f"{len(marked)} lines of a program's context hold {PLACE!r}; one must")
    (place,) = marked
    margin = lines[place][: len(lines[place]) - len(lines[place].lstrip())]
    plain = textwrap.dedent(source.replace("\r\n", "\n"))
    lines[place] = textwrap.indent(_FUTURE.sub("", plain), margin)
    future = _FUTURE.findall(context) + _FUTURE.findall(plain)
    return "\n".join([*future, _FUTURE.sub("", "\n".join(lines))]) + "\n"


def _source(task: Task, turn: Turn, given: TurnSubmission, tests: ProgramGold) -> bytes | str:
    """The program to run, or as text why there is none."""
    source = _submitted(task, turn, given, tests)
    if tests.context is None or isinstance(source, str):
        return source
    try:
        return insert(tests.context, source.decode("utf-8-sig")).encode()
    except UnicodeDecodeError:
        return Fault.BAD_ENCODING


def _submitted(task: Task, turn: Turn, given: TurnSubmission, tests: ProgramGold) -> bytes | str:
    """The submitted source, or as text why there is none."""
    if tests.file is not None:
        if tests.file not in {spec.path for spec in turn.files}:
            raise VerifierError(
                f"{task.id} grades {tests.file}, which its turn does not declare; fix Turn.files"
            )
        return given.files.get(tests.file, given.reason or Fault.FILE_MISSING)
    if given.answer is None:
        return given.reason or Fault.NO_ANSWER
    try:
        text = parse(given.answer, task.limits.answer_bytes)
    except Refused as refusal:
        return refusal.fault
    return text.encode() if isinstance(text, str) else Fault.WRONG_TYPE


def _run(tests: ProgramGold, case: ProgramCase, path: str) -> Execution:
    call = {"path": path, "entry": tests.entry, "args": case.args, "kwargs": case.kwargs}
    return Execution(
        source=RUNNER,
        stdin=json.dumps(call, allow_nan=False),
        timeout_s=tests.timeout_s,
        answer_bytes=tests.answer_bytes,
    )


def _compare_all(task: Task, tests: ProgramGold, outcomes: Sequence[Outcome]) -> list[str]:
    """Per case, why it failed, or nothing."""
    if not outcomes:
        raise VerifierError(
            f"the submitted program of {task.id} was not run; run what programs() returns first"
        )
    faults = [_compare(tests, case, outcome) for case, outcome in zip(tests.cases, outcomes, strict=False)]
    return faults + [Fault.EXECUTION_FAILED] * (len(tests.cases) - len(faults))


def _first_error(outcomes: Sequence[Outcome]) -> str:
    """Class of the exception, or how it ended, of the first case on which the program failed; else empty."""
    failed = (outcome for outcome in outcomes if not outcome.ok)
    return next((o.failure.type[:80] if o.failure else o.reason.value for o in failed), "")


def _compare(tests: ProgramGold, case: ProgramCase, outcome: Outcome) -> str:
    if not outcome.ok:
        return Fault.EXECUTION_FAILED
    if outcome.answer is None:
        return Fault.NO_ANSWER
    expected = exact(case.expected)
    try:
        result = parse(outcome.answer, tests.answer_bytes)
        result = result if tests.returns is None else read(tests.returns, result)
    except Refused as refusal:
        return refusal.fault
    if tests.returns is None:
        return "" if canonical(result) == canonical(expected) else Fault.WRONG_VALUE
    return compare(tests.returns, result, expected).reason
