"""Gold and the reference solution. Grading itself is the core's verifier ``answer``."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from functools import cache
from importlib import resources
from typing import Any

from medgym_core import ActionCall, Gold, excerpt, parse_python
from medgym_plugin_medcalcbench.calculator import Answer, Calculator
from medgym_plugin_medcalcbench.parameter import Age, Dose, Inputs, Measurement, Parameter, Value
from medgym_plugin_medcalcbench.solution.units import CONVERSIONS

MARK = "\n\nNote:\n"
"""What stands between the question and the note."""
WIDTH = 100
"""Longest line of a program's call."""
NOTHING: Mapping[str, str] = {}
"""Of a published note it is not known which sentence states what."""
_MODULES = ("equations.py", "scores.py", "counts.py")


def gold(calculator: Calculator, inputs: Inputs) -> Gold:
    """The answer, computed from the inputs."""
    return Gold(written(calculator.compute(inputs)))


def written(answer: Answer) -> Any:
    """An answer as JSON: a number as it is, a date as ``YYYY-MM-DD``."""
    return answer.isoformat() if isinstance(answer, date) else answer


def reference(
    calculator: Calculator, inputs: Inputs, stated: Mapping[str, str] = NOTHING
) -> Sequence[ActionCall]:
    """One submission of a program that carries what the note states, and computes from it."""
    return submitted(program(calculator, inputs, stated))


def submitted(code: str) -> Sequence[ActionCall]:
    """One submission of a program."""
    return (ActionCall(name="code_execution", arguments={"code": code, "submit": True}),)


def program(calculator: Calculator, inputs: Inputs, stated: Mapping[str, str] = NOTHING) -> str:
    """The program of :func:`reference`; it runs in the box and holds no answer.

    It is the calculator's function, called with what the note states; what it does not state has the meaning
    of silence, or any value where none matters. ``stated`` maps a parameter to the sentence that states it,
    which stands above all.
    """
    return f"{sentences(stated)}{definition(calculator)}\n\nanswer = {call(calculator, inputs)}\n"


def definition(calculator: Calculator) -> str:
    """The calculator's function, with what it needs."""
    return excerpt(_solvers()[calculator.key], calculator.key)


def sentences(stated: Mapping[str, str]) -> str:
    """Comments that quote which sentence states what."""
    return "".join(f"# {name}: '{sentence}'\n" for name, sentence in stated.items())


def call(calculator: Calculator, inputs: Inputs) -> str:
    """The call of the calculator's function."""
    arguments = [*_arguments(calculator, inputs)]
    line = f"{calculator.key}({', '.join(arguments)})"
    if len(line) + len("answer = ") > WIDTH:
        return "\n".join([f"{calculator.key}(", *(f"    {one}," for one in arguments), ")"])
    return line


def _arguments(calculator: Calculator, inputs: Inputs) -> Iterator[str]:
    completed = calculator.completed(inputs)
    for parameter in calculator.parameters:
        yield f"{parameter.name}={_expression(parameter, completed[parameter.name])}"


def _expression(parameter: Parameter, value: Value) -> str:
    """A value as Python, in the unit that the formula takes."""
    match value:
        case Measurement(number, unit):
            whole = isinstance(parameter, Age) or number == int(number)
            text = str(int(number)) if whole else repr(number)
            return CONVERSIONS.get((parameter.name, unit), "{}").format(text)
        case date():
            return f"date({value.year}, {value.month}, {value.day})"
        case tuple():
            return repr([tuple(dose) for dose in value if isinstance(dose, Dose)])
    return repr(value)


@cache
def _solvers() -> Mapping[str, str]:
    """Name of a function to the module that defines it, as text."""
    folder = resources.files(__package__).joinpath("solution")
    texts = [folder.joinpath(name).read_text(encoding="utf-8") for name in _MODULES]
    return {
        node.name: text
        for text in texts
        for node in parse_python(text).body
        if isinstance(node, ast.FunctionDef)
    }
