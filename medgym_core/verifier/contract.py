"""The contract of verification: a submission in, a verdict out, nothing else touched."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Literal, Protocol

from pydantic import Field, JsonValue

from medgym_core.task import FileSpec, Gold, RelativePath, Task, Turn
from medgym_sandbox.boundary.frozen import Frozen
from medgym_sandbox.spec import Execution, Outcome

BUDGET_S = 60.0
"""Seconds that all runs of a submitted program together may take, unless its verifier says otherwise."""


class Status(StrEnum):
    """How an episode ended. The first four carry a reward; the others carry None and are never trained on."""

    SUCCESS = "success"
    FAIL = "fail"
    TRUNCATED = "truncated"
    POLICY_VIOLATION = "policy_violation"
    AGENT_ERROR = "agent_error"
    INFRA_ERROR = "infra_error"
    VERIFIER_ERROR = "verifier_error"

    @property
    def rewarded(self) -> bool:
        """Whether the episode carries a reward."""
        return self in (Status.SUCCESS, Status.FAIL, Status.TRUNCATED, Status.POLICY_VIOLATION)


class Verdict(Frozen):
    """The result of grading."""

    status: Status
    """How it ended."""
    reward: float | None = Field(default=None, ge=0, le=1, allow_inf_nan=False)
    """In [0, 1] for rewarded statuses, else None."""
    components: Mapping[str, float] = Field(default_factory=dict)
    """Parts of the reward and raw metrics: per turn, per key, per metric."""
    reason: str = ""
    """Machine-readable, such as ``wrong_value``, ``no_answer``, ``bad_json``; safe to aggregate."""
    details: Mapping[str, JsonValue] = Field(default_factory=dict)
    """For people who debug; may hold gold, never shown to the agent."""


class TurnSubmission(Frozen):
    """What was collected for one turn."""

    answer: str | None = None
    """JSON text of ``answer`` as the box sent it; untrusted."""
    language: Literal["python", "sql"] = "python"
    """What produced it; an SQL answer is ``{"columns": [...], "rows": [[...]]}``."""
    files: Mapping[RelativePath, bytes] = Field(default_factory=dict)
    """Collected files; untrusted bytes."""
    reason: str = ""
    """Why something is missing: ``no_answer``, ``execution_failed``, ``file_missing``..."""


class Submission(Frozen):
    """What was collected over the whole task; a turn that was never reached has an empty entry."""

    turns: tuple[TurnSubmission, ...]
    """One entry per turn of the task."""


class StateChange(Frozen):
    """A service's state around the episode."""

    before: JsonValue
    """Snapshot before the first action."""
    after: JsonValue
    """Snapshot after the last."""


class Collects(Frozen):
    """What the environment collects when a turn is submitted."""

    answer: bool = False
    """The ``answer`` variable."""
    files: tuple[FileSpec, ...] = ()
    """Files of the work directory."""
    states: bool = False
    """The services' final state."""

    def asked(self, turn: Turn) -> tuple[str, ...]:
        """What ``turn`` asks for, as in ``TaskFamily.answer_kinds``."""
        answer = [turn.answer.kind] if turn.answer else []
        return (*answer, *(f"{file.format}-file" for file in self.files), *["state"] * self.states)


class Program(Frozen):
    """Submitted code to run on hidden inputs in one fresh box. It holds no expected output."""

    files: Mapping[RelativePath, bytes] = Field(default_factory=dict)
    """Files written to the work directory first."""
    runs: tuple[Execution, ...]
    """Executions, in order, each in a fresh interpreter state of that box."""
    budget_s: float | None = Field(default=None, gt=0)
    """Wall-clock seconds that all of them together may take; those beyond count as timeouts. None gives
    :data:`BUDGET_S`, or as long as one of them may take."""

    @property
    def seconds(self) -> float:
        """Wall-clock seconds that all runs together may take, given or by default."""
        longest = max((run.timeout_s for run in self.runs), default=0.0)
        return self.budget_s or max(BUDGET_S, longest)


class Verifier(Protocol):
    """A grader. Stateless and host-side; never imports or executes agent code."""

    name: str
    """Name, as in ``Task.verifier``."""
    version: str
    """Changes whenever a verdict may; recorded, so that old runs can be re-graded."""

    def collects(self, task: Task, turn: Turn) -> Collects:
        """What to collect when ``turn`` is submitted."""
        ...

    def programs(self, task: Task, gold: Gold, submission: Submission) -> Sequence[Program]:
        """Programs the core must run before ``grade``; mostly none."""
        ...

    def grade(
        self,
        task: Task,
        gold: Gold,
        submission: Submission,
        outcomes: Sequence[Sequence[Outcome]],
        states: Mapping[str, StateChange],
    ) -> Verdict:
        """Grade: pure, deterministic, and total on any bytes; ``success`` or ``fail`` with a reward.

        ``outcomes[i][j]`` belongs to run ``j`` of program ``i``.
        """
        ...
