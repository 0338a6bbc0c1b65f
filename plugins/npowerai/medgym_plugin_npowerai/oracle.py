"""Gold and the reference solution. Grading itself is the core's verifier ``answer``.

Size answers are whole numbers (``42`` and ``42.0`` alike), powers are within 1% of gold and in [0, 1].
"""

from __future__ import annotations

from functools import cache
from importlib import resources

from medgym_core import ActionCall, AnswerKind, Gold, Integer, Number, excerpt
from medgym_plugin_npowerai.chance import POWER_TOLERANCE
from medgym_plugin_npowerai.design import Problem, Target
from medgym_plugin_npowerai.formula import formula_of
from medgym_plugin_npowerai.power import answer


def answer_kind(target: Target, test: str) -> AnswerKind:
    """What is submitted for a target."""
    if target == "size":
        return Integer(unit="pairs" if test == "paired_t" else "participants", integral_float=True)
    return Number(rel_tol=POWER_TOLERANCE, minimum=0, maximum=1)


def gold(problem: Problem) -> Gold:
    """The answer, computed from the parameters."""
    return Gold(answer(problem))


def reference(stated: Problem) -> tuple[ActionCall, ...]:
    """One submission of a program that carries what the question states, and computes on its own."""
    return (
        ActionCall(
            name="code_execution", arguments={"code": program(stated), "language": "python", "submit": True}
        ),
    )


def program(stated: Problem) -> str:
    """The program of :func:`reference`; it runs in the box. It holds no answer.

    It is the function of the study's formula, called with what the question states.
    """
    formula, block = formula_of(stated.design), stated.design.block
    parameters = stated.design.model_dump(exclude={"test", *formula.spares})
    study = f"{formula.name}({', '.join(f'{name}={value!r}' for name, value in parameters.items())})"
    whole = stated.count == "total" and block > 1
    if stated.target == "power":
        asked, needed = f"study.power({stated.size}{' // study.block' if whole else ''})", [formula.name]
    else:
        asked = f"smallest(study, {stated.power}){' * study.block' if whole else ''}"
        needed = ["smallest", formula.name]
    return f"{excerpt(_solver(), *needed)}\n\nstudy = {study}\nanswer = {asked}\n"


@cache
def _solver() -> str:
    text = resources.files(__package__).joinpath("solution.py").read_text(encoding="utf-8")
    return text.replace("  # type: ignore[import-untyped]", "")
