"""The verifier of repairs: calls of the submitted package in a fresh box, results compared on the host."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import chain, repeat

from pydantic import JsonValue

from medgym_core import (
    Collects,
    Execution,
    Gold,
    Outcome,
    Program,
    StateChange,
    Status,
    Submission,
    Task,
    Turn,
    Verdict,
    VerifierError,
)
from medgym_plugin_biocoder.guess import near

TIMEOUT_S = 10.0
"""Seconds that one run may take."""
ANSWER_BYTES = 1 << 18
"""Of the results of one run."""
RUNNER = """\
import importlib, json, os, sys
order = json.load(sys.stdin)
sys.path.insert(0, os.getcwd())
package = importlib.import_module(order["package"])
answer = []
for entry, args in order["calls"]:
    try:
        answer.append({"value": getattr(package, entry)(*args)})
    except Exception as error:
        answer.append({"error": type(error).__name__})
"""
"""Runs in the box: import the package, call its functions one after the other."""


class RepairVerifier:
    """Reward 1 when every hidden call of the submitted package gives what it should, else 0.

    The box holds the package and the arguments, and no result; each run has an interpreter of its own. Gold
    of the turn is ``[package, runs]`` with runs as ``calls.Run``. Numbers may differ by 0.000001, relative or
    absolute; an error is compared by its class. Components: ``turn_0``, ``turn_0.pass_rate``,
    ``turn_0.case_<j>`` for run ``j``.
    """

    name = "biocoder:repair"
    version = "1"

    def collects(self, task: Task, turn: Turn) -> Collects:
        """The declared files."""
        return Collects(files=turn.files)

    def programs(self, task: Task, gold: Gold, submission: Submission) -> Sequence[Program]:
        """The whole package with all runs; none if a file of it is missing."""
        package, runs = _stored(gold)
        files = submission.turns[0].files
        if _missing(task, submission):
            return ()
        return (
            Program(
                files={spec.path: files[spec.path] for spec in task.turns[0].files},
                runs=tuple(_execution(package, calls) for calls, _ in runs),
            ),
        )

    def grade(
        self,
        task: Task,
        gold: Gold,
        submission: Submission,
        outcomes: Sequence[Sequence[Outcome]],
        states: Mapping[str, StateChange],
    ) -> Verdict:
        """Compare what every run returned.

        Raises:
            VerifierError: if the package was not run.
        """
        _, runs = _stored(gold)
        missing = _missing(task, submission)
        if not missing and not outcomes:
            raise VerifierError(f"the package of {task.id} was not run; run what programs() returns first")
        ran = outcomes[0] if outcomes else ()
        found = chain(ran, repeat(None))
        faults = [
            missing or _fault(outcome, expected) for outcome, (_, expected) in zip(found, runs, strict=False)
        ]
        passed = [float(not fault) for fault in faults]
        reason = next(filter(None, faults), "")
        return Verdict(
            status=Status.FAIL if reason else Status.SUCCESS,
            reward=float(not reason),
            components={
                "turn_0": float(not reason),
                "turn_0.pass_rate": sum(passed) / len(passed),
                **{f"turn_0.case_{number}": value for number, value in enumerate(passed)},
            },
            reason=reason,
            details={"reasons": [*faults]},
        )


def _stored(gold: Gold) -> tuple[str, list[tuple[JsonValue, list[JsonValue]]]]:
    (stored,) = gold.turns
    assert isinstance(stored, list)  # as the family wrote it
    return stored[0], stored[1]  # type: ignore[return-value]


def _missing(task: Task, submission: Submission) -> str:
    given = submission.turns[0]
    absent = [spec.path for spec in task.turns[0].files if spec.path not in given.files]
    return (given.reason or "file_missing") if absent else ""


def _execution(package: str, calls: JsonValue) -> Execution:
    return Execution(
        source=RUNNER,
        stdin=json.dumps({"package": package, "calls": calls}, allow_nan=False),
        timeout_s=TIMEOUT_S,
        answer_bytes=ANSWER_BYTES,
    )


def _fault(outcome: Outcome | None, expected: list[JsonValue]) -> str:
    if outcome is None or not outcome.ok:
        return "execution_failed"
    if outcome.answer is None:
        return "no_answer"
    try:
        given = json.loads(outcome.answer)
        right = near(given, expected)
    except (ValueError, RecursionError, OverflowError):
        return "bad_json"
    return "" if right else "wrong_value"
