"""Gold and the reference solution. Grading itself is the core's verifier ``answer``.

Size answers are whole numbers (``42`` and ``42.0`` alike), powers are within 1% of gold and in [0, 1].
"""

from __future__ import annotations

from functools import cache
from importlib import resources

from medgym_core import ActionCall, AnswerKind, Gold, Integer, Number
from medgym_plugin_npowerai.chance import POWER_TOLERANCE
from medgym_plugin_npowerai.design import Problem, Target
from medgym_plugin_npowerai.power import answer


def answer_kind(target: Target, test: str) -> AnswerKind:
    """What is submitted for a target."""
    if target == "size":
        return Integer(unit="pairs" if test == "paired_t" else "participants", integral_float=True)
    return Number(rel_tol=POWER_TOLERANCE, minimum=0, maximum=1)


def gold(problem: Problem) -> Gold:
    """The answer, computed from the parameters."""
    return Gold(answer(problem))


def reference() -> tuple[ActionCall, ...]:
    """One submission of one fixed program, the same for every task of every build."""
    return (
        ActionCall(
            name="code_execution", arguments={"code": program(), "language": "python", "submit": True}
        ),
    )


@cache
def program() -> str:
    """Text of ``solution.py``; it runs in the box and is never imported here."""
    return resources.files(__package__).joinpath("solution.py").read_text(encoding="utf-8")
