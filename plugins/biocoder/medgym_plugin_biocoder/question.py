"""The question of a task in words: what to write, its rules, its context, examples."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from medgym_plugin_biocoder.cell import Cell
from medgym_plugin_biocoder.hidden import Case
from medgym_plugin_biocoder.source import PLACE, shown_context, signature

_METHOD = (
    "Write the method below; submission.py holds the method alone.",
    "The class in the context lacks a method. Leave just that method, without its class, in submission.py.",
    "Complete the class in the context: submission.py is to hold the missing method and nothing else.",
)
_FUNCTION = (
    "Write the function below in submission.py.",
    "Leave a module submission.py that defines this function.",
    "submission.py is to define the function below; it may import and define what it needs.",
)
_HELPER = (
    "Write the function below; submission.py holds what is missing from the context.",
    "The context lacks one function. Leave it in submission.py.",
    "Complete the context: submission.py is to hold the missing function.",
)
_INSERTED = (
    f"The text of submission.py is put in the place of the line {PLACE!r}, with that line's indentation; "
    "constants and functions of the context may be used as they are."
)
_CALLED = (
    "Call {name} of the context wherever the rules speak of what it computes: when your function is graded, "
    "{name} is another function with the same signature that computes something else, and results follow "
    "it. The examples use the one that is shown."
)
_JSON = (
    "Arguments and result are JSON values (lists, not tuples; text keys of objects; no NaN). The function is "
    "to be right on every one of many hidden calls, each in a fresh interpreter."
)


def question(cell: Cell, examples: Sequence[Case]) -> str:
    """All that the agent is told; the choice of words depends on the cell alone."""
    problem = cell.problem
    rng = Random(f"{cell.key}/{cell.variant}/words")
    asked = rng.choice({"function": _FUNCTION, "method": _METHOD, "helper": _HELPER}[cell.variant])
    rules = problem.rules(cell.parameters, lambda *alternatives: rng.choice(alternatives))
    what = rng.choice(problem.wordings).format(entry=problem.entry)
    parts = [f"{what} {asked}", code(cell)]
    parts.append("Rules:\n" + "\n".join(f"- {rule}" for rule in [*rules, form(cell)]))
    return "\n\n".join([*parts, *shown(cell, examples)])


def code(cell: Cell) -> str:
    """The signature of what is to be written."""
    return f"```python\n{signature(cell.problem, cell.variant)}\n```"


def form(cell: Cell) -> str:
    """What the verifier relies on: the form of arguments and result, and how exact it is to be."""
    returns = cell.problem.returns
    return _JSON if returns is None else f"The result is {returns.describe()}. {_JSON}"


def shown(cell: Cell, examples: Sequence[Case]) -> list[str]:
    """The context, how it is used, and examples."""
    return [*_context(cell), "Examples:\n" + "\n".join(_example(cell, case) for case in examples)]


def _context(cell: Cell) -> list[str]:
    context = shown_context(cell.problem, cell.parameters, cell.variant)
    if context is None:
        return []
    parts = [f"Context:\n```python\n{context}```", _INSERTED]
    if cell.variant == "helper" and cell.problem.helper:
        parts.append(_CALLED.format(name=cell.problem.helper.name))
    return parts


def _example(cell: Cell, case: Case) -> str:
    arguments = ", ".join(map(repr, case.args))
    if cell.variant == "method":
        holder = cell.problem.holder
        held, others = (
            ", ".join(map(repr, some)) for some in (case.args[: holder.holds], case.args[holder.holds :])
        )
        return f">>> {holder.name}({held}).{cell.problem.entry}({others})\n{case.expected!r}"
    return f">>> {cell.problem.entry}({arguments})\n{case.expected!r}"


def described(cell: Cell) -> str:
    """The file to leave, in words."""
    line = signature(cell.problem, cell.variant).removeprefix("def ").removesuffix(":")
    return f"the method {line}" if cell.variant == "method" else f"defines {line}"
