"""From a played task to a verdict: collect what was submitted, run submitted programs, grade."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Literal

from medgym_core.builds.making import gold_of
from medgym_core.errors import MedgymError, VerifierError
from medgym_core.source import Build
from medgym_core.task import Gold, Task
from medgym_core.verifier.contract import (
    Collects,
    Program,
    StateChange,
    Status,
    Submission,
    TurnSubmission,
    Verdict,
    Verifier,
)
from medgym_sandbox.backend import FileRefused, Sandbox
from medgym_sandbox.boundary import mishap
from medgym_sandbox.spec import Execution, Outcome, Reason

if TYPE_CHECKING:
    from medgym_core.family import TaskFamily

ATTEMPTS = 3
"""A protocol that grades every execution gives all programs of a turn together so many budgets of one."""
PATIENCE = 2
"""Timeouts of a program after which its further runs count as timeouts unseen."""


def collect(
    box: Sandbox, collects: Collects, outcome: Outcome, language: Literal["python", "sql"]
) -> TurnSubmission:
    """What the submitting execution left: its answer and the declared files.

    Raises:
        SandboxError: if the box is dead.
    """
    if not outcome.ok:
        return TurnSubmission(language=language, reason="execution_failed")
    files: dict[str, bytes] = {}
    reason = ""
    for file in collects.files:
        try:
            files[file.path] = box.read(file.path, file.max_bytes)
        except FileRefused as refusal:
            reason = f"file_{refusal.args[0]}"
    answer = outcome.answer if collects.answer else None
    if collects.answer and answer is None:
        reason = reason or ("answer_unusable" if outcome.answer_error else "no_answer")
    return TurnSubmission(answer=answer, language=language, files=files, reason=reason)


def grade(
    family: TaskFamily,
    build: Build,
    task: Task,
    verifier: Verifier,
    submission: Submission,
    states: Mapping[str, StateChange],
    start_box: Callable[[], Sandbox],
    spent: dict[int, float] | None = None,
) -> Verdict:
    """Grade a submission; ``start_box`` gives fresh boxes for submitted programs.

    A verifier that fails on this submission and not on an empty one fails because of what was submitted: that
    is a failed submission, ``ungradable``, and is noted for the plugin's maintainers.

    Args:
        family: whose task it is.
        build: where the task comes from.
        task: the task.
        verifier: the task's.
        submission: what was collected.
        states: the services' states.
        start_box: starts a box for one program.
        spent: seconds that programs have run in this episode so far, by their position; grows.

    Raises:
        SandboxError: if a box for a program cannot be started or dies other than by its doing.
        VerifierError: if gold cannot be computed, the verifier says that it is wrong, or fails anyway.
    """
    gold = _gold(family, build, task)
    try:
        outcomes = _run_all(verifier.programs(task, gold, submission), start_box, spent)
        verdict = verifier.grade(task, gold, submission, outcomes, states)
    except MedgymError:
        raise
    except Exception as error:  # a verifier is a plugin's code, and may raise anything
        _require_sound(verifier, task, gold, states)
        mishap.note(f"verifier {verifier.name} on a submission to {task.id}", error)
        return Verdict(status=Status.FAIL, reward=0.0, reason="ungradable")
    if verdict.reward is None or verdict.status not in (Status.SUCCESS, Status.FAIL):
        raise VerifierError(f"verifier {verifier.name!r} gave status {verdict.status} to {task.id}")
    return verdict


def _require_sound(verifier: Verifier, task: Task, gold: Gold, states: Mapping[str, StateChange]) -> None:
    """Return if the verifier can grade an episode in which nothing was done.

    Raises:
        VerifierError: if it cannot, so that its failure has nothing to do with what was submitted.
    """
    nothing = Submission(turns=tuple(TurnSubmission(reason="no_answer") for _ in task.turns))
    unchanged = {
        name: StateChange(before=change.before, after=change.before) for name, change in states.items()
    }
    try:
        verifier.grade(task, gold, nothing, (), unchanged)
    except MedgymError:
        raise
    except Exception as error:
        raise VerifierError(
            f"verifier {verifier.name!r} failed on {task.id} ({type(error).__name__}: {error}); "
            f"grading must be total, report this to the plugin's maintainers"
        ) from error


def _run_all(
    programs: Sequence[Program], start_box: Callable[[], Sandbox], spent: dict[int, float] | None
) -> list[Sequence[Outcome]]:
    outcomes: list[Sequence[Outcome]] = []
    spent = {} if spent is None else spent
    for position, program in enumerate(programs):
        left = ATTEMPTS * program.seconds - spent.get(position, 0.0)
        outcomes.append(run_program(program, start_box, left))
        spent[position] = spent.get(position, 0.0) + sum(outcome.duration_s for outcome in outcomes[-1])
    return outcomes


def run_program(
    program: Program, start_box: Callable[[], Sandbox], budget_s: float = math.inf
) -> Sequence[Outcome]:
    """Run one submitted program in one fresh box; what it does there is its own doing.

    After the box's death every further run is a death too. After :data:`PATIENCE` timeouts, or when the
    program's budget or ``budget_s`` is used up, every further run is a timeout that is not waited for.
    """
    outcomes: list[Outcome] = []
    left, timeouts = min(program.seconds, budget_s), 0
    with start_box() as box:
        try:
            for path, data in program.files.items():
                box.write(path, data)
        except FileRefused as refusal:
            refused = Outcome(reason=Reason.ERROR, stderr=f"{path} cannot be written: {refusal}")
            return [refused] * len(program.runs)
        for execution in program.runs:
            if outcomes and outcomes[-1].reason is Reason.BOX_DIED:
                outcomes.append(outcomes[-1].model_copy(update={"duration_s": 0.0}))
                continue
            if left <= 0 or timeouts >= PATIENCE:
                outcomes.append(Outcome(reason=Reason.TIMEOUT))
                continue
            outcome = box.run(_within(execution, left))
            left -= outcome.duration_s
            timeouts += outcome.reason is Reason.TIMEOUT
            outcomes.append(outcome)
    return outcomes


def _within(execution: Execution, seconds: float) -> Execution:
    return execution.model_copy(update={"timeout_s": min(execution.timeout_s, seconds)})


def untouched(family: TaskFamily, build: Build, task: Task) -> dict[str, StateChange]:
    """The states of a task's services where nobody did anything."""
    states = {}
    for name, service in family.services(build, task).items():
        state = service.snapshot()
        states[name] = StateChange(before=state, after=state)
        service.close()
    return states


def _gold(family: TaskFamily, build: Build, task: Task) -> Gold:
    try:
        return gold_of(family, build, task)
    except MedgymError:
        raise
    except Exception as error:  # gold is computed by a plugin's code; whatever it raises is its failure
        raise VerifierError(
            f"gold of {task.id} cannot be computed ({type(error).__name__}: {error})"
        ) from error
