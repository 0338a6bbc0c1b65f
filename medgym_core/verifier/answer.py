"""Grading of typed answers: every turn's answer against gold, as the turn's answer kind says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from pydantic import JsonValue

from medgym_core.answer import AnswerKind, Record
from medgym_core.errors import VerifierError
from medgym_core.task import Gold, Task, Turn
from medgym_core.verifier.compare import Comparison, compare
from medgym_core.verifier.contract import (
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
from medgym_core.verifier.turn import paired_turns, verdict
from medgym_core.verifier.unit import unit_slip
from medgym_sandbox.spec import Outcome


class AnswerVerifier:
    """Reward 1 when every turn's answer is right, else 0. ``gold.turns[i]`` is turn ``i``'s answer as JSON.

    Components: ``turn_<i>`` for every turn, and ``turn_<i>.<key>`` for every key of a record.
    """

    name = "answer"
    version = "2"

    def collects(self, task: Task, turn: Turn) -> Collects:
        """The answer; declared files are collected for the record but not graded."""
        return Collects(answer=True, files=turn.files)

    def programs(self, task: Task, gold: Gold, submission: Submission) -> Sequence[Program]:
        """None: no submitted code is run."""
        return ()

    def grade(
        self,
        task: Task,
        gold: Gold,
        submission: Submission,
        outcomes: Sequence[Sequence[Outcome]],
        states: Mapping[str, StateChange],
    ) -> Verdict:
        """Grade every turn.

        Raises:
            VerifierError: if the family's gold does not fit the task; never for anything submitted.
        """
        results = [
            grade_answer(_kind(task, turn), given, expected, task.limits.answer_bytes)
            for turn, given, expected in paired_turns(task, gold, submission)
        ]
        components = {}
        for index, result in enumerate(results):
            components[f"turn_{index}"] = float(result.ok)
            components |= {f"turn_{index}.{key}": value for key, value in result.components.items()}
        slips = {f"turn_{index}": result.slip for index, result in enumerate(results) if result.slip}
        return verdict([result.reason for result in results], components, details={"unit_slips": slips})


def grade_answer(kind: AnswerKind, given: TurnSubmission, gold: JsonValue, max_bytes: int) -> Comparison:
    """Compare one submitted answer with gold; what is missing or cannot be read is wrong, with the reason.

    Raises:
        VerifierError: if gold is not a value of ``kind``.
    """
    expected = exact(gold)
    nothing = dict.fromkeys(kind.fields, 0.0) if isinstance(kind, Record) else {}
    if given.answer is None:
        return Comparison(given.reason or Fault.NO_ANSWER, nothing)
    try:
        answer = read(kind, parse(given.answer, max_bytes))
    except Refused as refusal:
        return Comparison(refusal.fault, nothing)
    compared = compare(kind, answer, expected)
    return compared if compared.ok else replace(compared, slip=unit_slip(kind, answer, expected))


def _kind(task: Task, turn: Turn) -> AnswerKind:
    if turn.answer is None:
        raise VerifierError(f"{task.id} is graded by its answers but a turn declares none; set Turn.answer")
    return turn.answer
