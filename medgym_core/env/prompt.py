"""What the agent is told: the rules of the protocol, and the task with all that its verifier relies on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from medgym_core.action.contract import Action
from medgym_core.action.parse import EXPECTED_FORM
from medgym_core.task import Limits, Task, Turn
from medgym_core.verifier.rounding import DECIMALS, SIGNIFICANT

Protocol = Literal["default", "paper"]
"""``default``: one graded submission a turn. ``paper``: every execution is graded, success ends the turn."""

PAPER_NOTICE = (
    "Protocol paper: every execution was graded and the agent heard whether to go on, so that trying one "
    "constant after the other succeeds too. A reward proves no solution, and no rate compares with those of "
    "the protocol default."
)
"""What binds whoever reads, or trains on, episodes of the protocol ``paper``."""

_RULES = """\
You solve a task by acting in an isolated environment, one action at a time. After each action you get an
observation.

The environment
- Every execution of Python starts a fresh interpreter in the work directory: variables do not persist
  between executions, files in the work directory do. There is no network.
- Code, SQL and shell commands stop after {seconds:g} seconds. Long output loses its middle.{data}{packages}

Actions
{actions}

Answering
{submission}
You have {steps} actions for each question.

{form}"""

_SUBMISSION: dict[Protocol, str] = {
    "default": """\
- Set the variable `answer` in Python (or let an SQL query return it) and execute with `"submit": true`.
  Only that execution's `answer` counts; printed text never does. Each question takes one submission, and a
  submission that fails or sets no answer is used up. You are not told whether it was right.
- A result of one column counts as a list, one of one row as an object or row, one of one cell as a value.""",
    "paper": """\
- Set the variable `answer` in Python (or let an SQL query return it). Every execution's `answer` is graded;
  the question ends when it is right or the actions are used up. Printed text never counts.""",
}


_ROUNDING = (
    f"Numbers not said to be exact may be rounded, to at least {DECIMALS} decimals and {SIGNIFICANT} "
    "significant digits."
)


def system_text(
    task: Task, actions: Iterable[Action], protocol: Protocol, limits: Limits, packages: tuple[str, ...]
) -> str:
    """The rules: environment, permitted actions, how to answer, budget."""
    mounted = f"\n- `data/` holds, read-only: {', '.join(task.mounts)}." if task.mounts else ""
    installed = f"\n- Installed: {', '.join(packages)}." if packages else ""
    return _RULES.format(
        seconds=limits.action_s,
        data=mounted,
        packages=installed,
        actions="\n".join(_action_line(action) for action in actions),
        submission=_SUBMISSION[protocol],
        steps=limits.steps,
        form=EXPECTED_FORM,
    )


def task_text(task: Task, limits: Limits) -> str:
    """The first user text: context, services, sources of information, and the first question."""
    parts = [task.context.strip()] if task.context.strip() else []
    for service in task.services:
        parts.append(f"Service {service.name} at {service.url}: {service.description}")
    if task.info and "request_info" in task.actions:
        listed = "\n".join(f"- {source.name}: {source.description}" for source in task.info)
        parts.append(f"request_info knows:\n{listed}")
    if task.database is not None:
        parts.append(f"SQL runs on the SQLite database data/{task.database.path}.")
    if len(task.turns) > 1:
        parts.append(
            f"This is a session of {len(task.turns)} questions; later ones may refer to earlier ones."
        )
    return "\n\n".join([*parts, turn_text(task, 0)])


def turn_text(task: Task, index: int) -> str:
    """One question with the form of its answer."""
    turn = task.turns[index]
    title = "Question" if len(task.turns) == 1 else f"Question {index + 1} of {len(task.turns)}"
    return "\n".join([f"{title}: {turn.question.strip()}", *_expected(turn, bool(task.services))])


def _expected(turn: Turn, stateful: bool) -> list[str]:
    lines = []
    if turn.answer is not None:
        lines.append(f"Answer: {turn.answer.describe()}.")
        if turn.answer.rounds():
            lines.append(_ROUNDING)
    for file in turn.files:
        lines.append(f"File to leave in the work directory: {file.path} ({file.format}): {file.description}")
    if stateful and turn.answer is None:
        lines.append("The final state of the service is graded; submit when it is as it should be.")
    return lines


def _action_line(action: Action) -> str:
    fields = action.Arguments.model_fields
    shown = ", ".join(name if field.is_required() else f"{name}?" for name, field in fields.items())
    return f"- {action.name}({shown}): {action.description}"
