"""The verifier of published questions: their assertions in a box of their own, on results that are data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

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
from medgym_plugin_biodsbench.published.evaluation import complaints, program_of
from medgym_plugin_biodsbench.published.selftest import FILE
from medgym_plugin_biodsbench.published.value import Unreadable, Value, parse, same


class _Given(NamedTuple):
    """A submission, read."""

    results: Mapping[str, Value]
    fault: str
    """Why there are none, or nothing."""


class PublishedVerifier:
    """Reward 1 when the assertions hold, and every result that they do not test in full is the reference's.

    The submission is data, and the box in which the assertions are evaluated holds nothing else of the
    agent's. Components: ``turn_0``, ``turn_0.asserted``, and ``turn_0.NAME`` of each result that is compared
    as a whole.
    """

    name = "biodsbench:published"
    version = "1"

    def collects(self, task: Task, turn: Turn) -> Collects:
        """The file that the turn declares, and no answer."""
        return Collects(files=turn.files)

    def programs(self, task: Task, gold: Gold, submission: Submission) -> Sequence[Program]:
        """The assertions on the submitted results, if they are data of the declared form."""
        tests = _tests(gold)
        given = _read(tests, submission)
        return () if given.fault else (program_of(tests["assertions"], tests["tables"], [given.results]),)

    def grade(
        self,
        task: Task,
        gold: Gold,
        submission: Submission,
        outcomes: Sequence[Sequence[Outcome]],
        states: Mapping[str, StateChange],
    ) -> Verdict:
        """Read what the box found, and compare the rest here.

        Raises:
            VerifierError: if the assertions were not evaluated.
        """
        tests = _tests(gold)
        given = _read(tests, submission)
        if not given.fault and not outcomes:
            raise VerifierError(
                f"the assertions of {task.id} were not evaluated; run what programs() returns first"
            )
        found = complaints(outcomes[0][0]) if outcomes else None
        whole = {
            name: not given.fault and same(given.results[name], tests["gold"][name], order)
            for name, order in tests["whole"].items()
        }
        asserted = found == [""]
        right = asserted and all(whole.values())
        reason = given.fault or ("execution_failed" if found is None else "" if right else "wrong_value")
        parts = {"turn_0.asserted": asserted, **{f"turn_0.{name}": value for name, value in whole.items()}}
        return Verdict(
            status=Status.SUCCESS if right else Status.FAIL,
            reward=float(right),
            components={"turn_0": float(right), **{name: float(value) for name, value in parts.items()}},
            reason=reason,
            details={"complaints": [*(found or ())]},
        )


def _tests(gold: Gold) -> Any:
    (stored,) = gold.turns
    return stored


def _read(tests: Any, submission: Submission) -> _Given:
    given = submission.turns[0]
    if FILE not in given.files:
        return _Given({}, given.reason or "file_missing")
    try:
        return _Given(parse(given.files[FILE], [*tests["gold"]]), "")
    except Unreadable as refusal:
        return _Given({}, str(refusal))
