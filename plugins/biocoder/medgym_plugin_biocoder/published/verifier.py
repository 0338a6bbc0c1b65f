"""The verifier of published tasks: what the program printed around a submission, compared on the host."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from medgym_core import (
    Collects,
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
from medgym_plugin_biocoder.published import definition, program
from medgym_plugin_biocoder.published.execution import printed, program_of
from medgym_plugin_biocoder.published.output import same
from medgym_plugin_biocoder.published.selftest import Sound

FILE = "submission.py"
"""What the agent leaves."""


class _Judged(NamedTuple):
    """A submission before it ran."""

    gold: Sound
    fault: str
    """Why it does not run, or nothing."""
    sources: list[str]
    """Programs with it at its place."""


class PublishedVerifier:
    """Reward 1 when every hidden run around the submission prints what it prints around the reference.

    The box holds the programs and the submission, and no expected output. Only standard output of runs that
    end well counts. Submission and program share a process, as officially, so the submission can print, patch
    and exit as it likes; but what it cannot compute it cannot print, since no file of the box tells it.
    Components: ``turn_0``, ``turn_0.pass_rate``, ``turn_0.case_<j>``.
    """

    name = "biocoder:published"
    version = "1"

    def collects(self, task: Task, turn: Turn) -> Collects:
        """The declared file."""
        return Collects(files=turn.files)

    def programs(self, task: Task, gold: Gold, submission: Submission) -> Sequence[Program]:
        """The programs around a submission that is let in, all in one box."""
        judged = _judge(gold, submission)
        return () if judged.fault else (program_of(judged.sources),)

    def grade(
        self,
        task: Task,
        gold: Gold,
        submission: Submission,
        outcomes: Sequence[Sequence[Outcome]],
        states: Mapping[str, StateChange],
    ) -> Verdict:
        """Compare what every run printed.

        Raises:
            VerifierError: if a program was not run.
        """
        judged = _judge(gold, submission)
        if not judged.fault and not outcomes:
            raise VerifierError(f"the programs of {task.id} were not run; run what programs() returns first")
        ran = outcomes[0] if outcomes else ()
        faults = [judged.fault or _fault(*pair) for pair in zip(ran, judged.gold.outputs, strict=False)]
        faults += [judged.fault or "execution_failed"] * (len(judged.gold.outputs) - len(faults))
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


def _judge(gold: Gold, submission: Submission) -> _Judged:
    (stored,) = gold.turns
    assert isinstance(stored, list)
    tests = Sound(*stored)  # type: ignore[arg-type]  # as oracle wrote it
    given = submission.turns[0]
    if FILE not in given.files:
        return _Judged(tests, given.reason or "file_missing", [])
    try:
        source = given.files[FILE].decode("utf-8")
    except UnicodeDecodeError:
        return _Judged(tests, "bad_encoding", [])
    taken = definition.names_bound(program.insert(tests.contexts[0], "pass"))
    fault = definition.fault(source, tests.entry, taken)
    return _Judged(tests, fault, [program.insert(context, source) for context in tests.contexts])


def _fault(outcome: Outcome, expected: str) -> str:
    text = printed(outcome)
    if text is None:
        return "execution_failed"
    return "" if same(text, expected) else "wrong_value"
