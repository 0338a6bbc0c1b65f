"""Gold and the reference solution. Grading itself is the core's verifier ``answer``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from functools import cache
from importlib import resources
from typing import Any

from medgym_core import ActionCall, Gold
from medgym_plugin_medcalcbench.calculator import Answer, Calculator
from medgym_plugin_medcalcbench.parameter import Dose, Inputs, Measurement, Value

MARK = "\n\nNote:\n"
"""What stands between the question and the note."""
_MODULES = ("values.py", "equations.py", "scores.py")
_SOLVED = """
from types import SimpleNamespace

given = {name: convert(name, value) for name, value in stated.items()}
parameters = SimpleNamespace(**given)
answer = score(key, parameters, given) if key in SCORES else equation(key, parameters)
"""


def gold(calculator: Calculator, inputs: Inputs) -> Gold:
    """The answer, computed from the inputs."""
    return Gold(written(calculator.compute(inputs)))


def written(answer: Answer) -> Any:
    """An answer as JSON."""
    return answer.isoformat() if isinstance(answer, date) else answer


def reference(calculator: Calculator, inputs: Inputs) -> Sequence[ActionCall]:
    """One submission of a program that carries what the note states, and computes from it."""
    code = program(calculator, inputs)
    return (ActionCall(name="code_execution", arguments={"code": code, "submit": True}),)


def program(calculator: Calculator, inputs: Inputs) -> str:
    """The program of :func:`reference`; it runs in the box and holds no answer."""
    return f"key = {calculator.key!r}\nstated = {literal(calculator, inputs)!r}\n\n{_solving()}"


def literal(calculator: Calculator, inputs: Inputs) -> Mapping[str, Any]:
    """Inputs in the form in which the program reads them; what is left out has the meaning of silence."""
    stated = {p.name: inputs.get(p.name, p.missing) for p in calculator.parameters}
    return {name: _plain(value) for name, value in stated.items() if value is not None}


def _plain(value: Value) -> Any:
    match value:
        case Measurement():
            return tuple(value)
        case date():
            return value.isoformat()
        case tuple():
            return [list(dose) for dose in value if isinstance(dose, Dose)]
    return value


@cache
def _solving() -> str:
    folder = resources.files(__package__).joinpath("solution")
    return "\n\n".join((*(folder.joinpath(name).read_text(encoding="utf-8") for name in _MODULES), _SOLVED))
