"""One thing that a sandbox does or does not do, and the guarantee that it stands for."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import TYPE_CHECKING, Any, NoReturn

from medgym_sandbox.backend import Sandbox
from medgym_sandbox.spec import Execution, Guarantee, Outcome

if TYPE_CHECKING:
    from medgym_prove.conformance.bench import Bench

DEADLINE_S = 30.0
"""Deadline of executions that have nothing to do with deadlines; leaves a loaded machine room."""
Check = Callable[["Bench"], None]


class Broken(Exception):  # noqa: N818 - a finding, not an error
    """The behaviour does not hold; ``args[0]`` says what was seen instead."""


@dataclass(frozen=True)
class Behaviour:
    """One behaviour of the suite."""

    name: str
    """Unique name."""
    guarantee: Guarantee
    """The guarantee it tests."""
    summary: str
    """What holds, one line."""
    check: Check
    """Returns if it holds; raises :class:`Broken` if not."""


def behaviour(guarantee: Guarantee) -> Callable[[Check], Behaviour]:
    """Make a function a behaviour: its name is the name, the first line of its docstring the summary."""

    def declare(check: Check) -> Behaviour:
        summary = (check.__doc__ or "").strip().splitlines()[0]
        return Behaviour(check.__name__, guarantee, summary, check)

    return declare


def behaviours_of(module: ModuleType) -> tuple[Behaviour, ...]:
    """The behaviours of a module, in its order."""
    return tuple(value for value in vars(module).values() if isinstance(value, Behaviour))


def require(condition: bool, seen: object) -> None:
    """Go on if ``condition`` holds.

    Raises:
        Broken: with ``seen``, if it does not.
    """
    if not condition:
        broken(seen)


def broken(seen: object) -> NoReturn:
    """Raise :class:`Broken` with what was seen."""
    raise Broken(str(seen)[:600])


def run(box: Sandbox, source: str, **options: Any) -> Outcome:
    """Run Python source, within :data:`DEADLINE_S` unless another is given."""
    return box.run(Execution(source=source, **{"timeout_s": DEADLINE_S, **options}))


def ask(box: Sandbox, source: str, **options: Any) -> Any:
    """The ``answer`` that the source sets.

    Raises:
        Broken: if it sets none.
    """
    outcome = run(box, source, **options)
    if outcome.answer is None:
        broken(f"no answer from the box: {outcome.model_dump_json(exclude_defaults=True)}")
    return json.loads(outcome.answer)


def usable(box: Sandbox) -> None:
    """Go on if the box still executes.

    Raises:
        Broken: if it does not.
    """
    require(ask(box, "answer = 6 * 7") == 42, "the box no longer executes")
