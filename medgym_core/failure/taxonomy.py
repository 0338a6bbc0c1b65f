"""Why an episode failed, from its record alone.

The first of these that applies decides:

1. an error status: infrastructure; failed for voids: voided; success has no diagnosis;
2. actions that are not permitted: malformed action; the box died by an action: runtime error;
3. truncated, and at least half of the last turn's actions repeat an earlier one with the same result: stuck
   in loop, or malformed action where the replies that repeat held none;
4. given up: budget exhausted where tokens or context ended the reply, else gave up;
5. truncated without an answer: the most frequent fault of the last turn where every one of its actions had
   one, else budget exhausted;
6. graded and refused: by the first turn that is not right, the fault of its submitting action, or of the
   submitted program on hidden inputs; wrong unit; else wrong answer.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from textwrap import shorten
from typing import Any

from medgym_core.action import LoopDetector
from medgym_core.failure.fault import fault_of, of_error
from medgym_core.failure.mode import Diagnosis, FailureMode
from medgym_core.trajectory import VOIDED, Episode, Step, TurnRecord
from medgym_core.verifier import Status
from medgym_core.verifier.fault import Fault

LEAST_REPEATS = 3
"""So often must the same action have the same result for a loop."""
_ACCOUNT = 100
"""Longest account of an error in a diagnosis, characters."""
_CHANGING = re.compile(r"\b(?=\w*\d)[0-9a-f]{6,}\b|\d+\.\d+(?= s)|\d{4,}")
"""What differs between accounts of one error: identifiers, times, ports; the status of a reply stays."""
_CUT_OFF = frozenset({"length", "context_length"})
_APPENDED = ("NOTICE: this is time ", "Recorded.")


def classify(episode: Episode) -> Diagnosis | None:
    """The diagnosis of an episode; None for a success."""
    verdict = episode.verdict
    if verdict.status is Status.SUCCESS:
        return None
    if not verdict.status.rewarded:
        return Diagnosis(FailureMode.INFRASTRUCTURE, _error(episode))
    if verdict.reason == VOIDED:
        return Diagnosis(FailureMode.VOIDED, str(verdict.details.get("status", "")))
    if verdict.status is Status.POLICY_VIOLATION:
        return Diagnosis(FailureMode.MALFORMED_ACTION, verdict.reason)
    if verdict.reason == "box_died":
        return Diagnosis(FailureMode.RUNTIME_ERROR, verdict.reason)
    if verdict.status is Status.TRUNCATED:
        return _truncated(episode)
    return _given_up(episode) if verdict.reason == "gave_up" else _refused(episode)


def _error(episode: Episode) -> str:
    """Status and the beginning of the account, alike for all episodes that ended in the same error."""
    first = episode.error.partition("\n")[0]
    account = shorten(_CHANGING.sub("#", first), _ACCOUNT, placeholder="...")
    return ": ".join(filter(None, (episode.verdict.status.value, account)))


def _truncated(episode: Episode) -> Diagnosis:
    steps = _last_turn(episode)
    if steps and (episode.verdict.reason == "loop" or _is_loop(steps)):
        return _loop(steps)
    graded = episode.turns[steps[-1].turn] if steps else TurnRecord()
    if graded.answer is not None or graded.files:  # under the protocol that grades every execution
        return Diagnosis(FailureMode.WRONG_ANSWER, episode.verdict.reason)
    faults = [fault_of(step) for step in steps]
    known = [fault for fault in faults if fault is not None]
    if known and len(known) == len(faults):
        ((commonest, _),) = Counter(fault.mode for fault in reversed(known)).most_common(1)
        return next(fault for fault in reversed(known) if fault.mode is commonest)
    return Diagnosis(FailureMode.BUDGET_EXHAUSTED, episode.verdict.reason)


def _given_up(episode: Episode) -> Diagnosis:
    said = episode.steps[-1].finish_reason if episode.steps else ""
    if said in _CUT_OFF:
        return Diagnosis(FailureMode.BUDGET_EXHAUSTED, said)
    return Diagnosis(FailureMode.GAVE_UP, "" if any(step.call for step in episode.steps) else "at once")


def _refused(episode: Episode) -> Diagnosis:
    verdict, number = episode.verdict, _first_wrong(episode)
    submitted = [step for step in episode.steps if step.submitted and step.turn == number]
    fault = fault_of(submitted[-1]) if submitted else None
    if fault is not None:
        return fault
    if verdict.reason == Fault.EXECUTION_FAILED and (error := _detail(verdict.details.get("errors"), number)):
        return of_error(error)
    if _detail(verdict.details.get("unit_slips"), number):
        return Diagnosis(FailureMode.WRONG_UNIT, _detail(verdict.details.get("unit_slips"), number))
    return Diagnosis(FailureMode.WRONG_ANSWER, verdict.reason)


def _first_wrong(episode: Episode) -> int:
    """The first turn that is not right, by its component, or else by what was collected."""
    parts = episode.verdict.components
    wrong = [n for n, turn in enumerate(episode.turns) if parts.get(f"turn_{n}", 1.0) < 1 or turn.reason]
    return wrong[0] if wrong else len(episode.turns) - 1


def _detail(details: Any, turn: int) -> str:
    return str(details.get(f"turn_{turn}", "")) if isinstance(details, dict) else ""


def _last_turn(episode: Episode) -> list[Step]:
    last = episode.steps[-1].turn if episode.steps else 0
    return [step for step in episode.steps if step.turn == last]


def _is_loop(steps: Sequence[Step]) -> bool:
    times = _times(steps)
    return max(times, default=0) >= LEAST_REPEATS and 2 * sum(time > 1 for time in times) >= len(times)


def _loop(steps: Sequence[Step]) -> Diagnosis:
    """Of the action that was repeated most often."""
    times = _times(steps)
    repeated = steps[times.index(max(times))]
    fault = fault_of(repeated)
    if fault is not None and fault.mode is FailureMode.MALFORMED_ACTION:
        return fault
    return Diagnosis(FailureMode.STUCK_IN_LOOP, repeated.call.name if repeated.call else "")


def _times(steps: Sequence[Step]) -> list[int]:
    """For each step, how often the same action has now had the same result; 1 the first time."""
    detector = LoopDetector()
    return [detector.record(step.call, _result(step)).repeats for step in steps]


def _result(step: Step) -> str:
    """The observation without what the environment says about the course of the episode."""
    lines = step.observation.splitlines()
    return "\n".join(line for line in lines if not line.startswith(_APPENDED)).strip()
