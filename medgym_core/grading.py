"""From a played task to a verdict: collect what was submitted, run submitted programs, grade."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Literal

from medgym_core.errors import MedgymError, VerifierError
from medgym_core.sandbox.backend import FileRefused, Sandbox
from medgym_core.sandbox.spec import Outcome, Reason
from medgym_core.source import Build, gold_of
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

if TYPE_CHECKING:
    from medgym_core.family import TaskFamily


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
) -> Verdict:
    """Grade a submission; ``start_box`` gives fresh boxes for submitted programs.

    Raises:
        SandboxError: if a box for a program cannot be started or dies other than by its doing.
        VerifierError: if gold cannot be computed, or the verifier breaks its contract.
    """
    gold = _gold(family, build, task)
    try:
        programs = verifier.programs(task, gold, submission)
        outcomes = [run_program(program, start_box) for program in programs]
        verdict = verifier.grade(task, gold, submission, outcomes, states)
    except MedgymError:
        raise
    except Exception as error:  # a verifier is a plugin's code; whatever it raises is its failure
        raise VerifierError(
            f"verifier {verifier.name!r} failed on {task.id} ({type(error).__name__}: {error}); "
            f"grading must be total, report this to the plugin's maintainers"
        ) from error
    if verdict.reward is None or verdict.status not in (Status.SUCCESS, Status.FAIL):
        raise VerifierError(f"verifier {verifier.name!r} gave status {verdict.status} to {task.id}")
    return verdict


def run_program(program: Program, start_box: Callable[[], Sandbox]) -> Sequence[Outcome]:
    """Run one submitted program in one fresh box; after the box's death every further run is a death too."""
    outcomes: list[Outcome] = []
    with start_box() as box:
        for path, data in program.files.items():
            box.write(path, data)
        for execution in program.runs:
            dead = outcomes and outcomes[-1].reason is Reason.BOX_DIED
            outcomes.append(outcomes[-1] if dead else box.run(execution))
    return outcomes


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
