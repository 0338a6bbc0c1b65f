"""What every verifier does with a task's turns: pair each with what was submitted and with gold, sum up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from pydantic import JsonValue, ValidationError

from medgym_core.errors import VerifierError
from medgym_core.task import Gold, Task, Turn
from medgym_core.verifier.contract import Status, Submission, TurnSubmission, Verdict
from medgym_sandbox.boundary.frozen import Frozen

_Model = TypeVar("_Model", bound=Frozen)


def paired_turns(
    task: Task, gold: Gold, submission: Submission
) -> list[tuple[Turn, TurnSubmission, JsonValue]]:
    """Each turn with its submission, empty where none was made, and its gold.

    Raises:
        VerifierError: if gold has another number of turns than the task.
    """
    if len(gold.turns) != len(task.turns):
        raise VerifierError(
            f"{task.id} has {len(task.turns)} turns but gold for {len(gold.turns)}; "
            "TaskFamily.gold must hold one value per turn"
        )
    missing = len(task.turns) - len(submission.turns)
    given = [*submission.turns, *[TurnSubmission()] * missing]
    return list(zip(task.turns, given[: len(task.turns)], gold.turns, strict=True))


def gold_as(model: type[_Model], task: Task, value: JsonValue) -> _Model:
    """One turn's gold, read as the model its verifier documents.

    Raises:
        VerifierError: if it does not fit; the text names fields but holds no value of gold.
    """
    try:
        return model.model_validate(value)
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        where = ".".join(map(str, first["loc"])) or "it"
        raise VerifierError(
            f"gold of {task.id} is no {model.__name__}: {where}: {first['msg']}; fix TaskFamily.gold"
        ) from None


def verdict(
    reasons: Sequence[str],
    components: Mapping[str, float],
    reward: float | None = None,
    details: Mapping[str, Mapping[str, str]] | None = None,
) -> Verdict:
    """Success when no reason is given; else a failure, whose reason is the first one.

    The reward is 1 or 0 accordingly, unless another is given. ``details`` are facts for reports: by
    name, what is said of single turns; a name of which nothing is said is left out.
    """
    reason = next(filter(None, reasons), "")
    return Verdict(
        status=Status.FAIL if reason else Status.SUCCESS,
        reward=float(not reason) if reward is None else reward,
        components=components,
        reason=reason,
        details={
            "reasons": list(reasons),
            **{name: {**said} for name, said in (details or {}).items() if said},
        },
    )
