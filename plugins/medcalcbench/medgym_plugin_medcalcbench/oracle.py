"""Gold and the reference solution. Grading itself is the core's verifier ``answer``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from functools import cache
from importlib import resources
from typing import Any

from medgym_core import ActionCall, Gold
from medgym_plugin_medcalcbench import notes
from medgym_plugin_medcalcbench.calculator import Answer, Calculator
from medgym_plugin_medcalcbench.calculators import CALCULATORS
from medgym_plugin_medcalcbench.parameter import Dose, Inputs, Measurement, Value

MARK = "\n\nNote:\n"
"""What stands between the question and the note."""
_MODULES = ("values.py", "equations.py", "scores.py")
_ASKED = """\
from pathlib import Path

question, _, note = Path("question.txt").read_text(encoding="utf-8").partition({mark!r})
keys = {keys!r}
key = keys[max((name for name in keys if name in question), key=len)]
stated = read(key, note.strip())
"""
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


def reference(stated: tuple[Calculator, Inputs] | None = None) -> Sequence[ActionCall]:
    """One submission of a program that solves the task.

    Args:
        stated: calculator and inputs of a published row, which the program carries as a literal: its note is
            free text. Without it the program reads question and note itself, and is one text for all tasks.
    """
    return (ActionCall(name="code_execution", arguments={"code": program(stated), "submit": True}),)


@cache
def _reading() -> str:
    """Reads before anything else is defined: no name of the formulas can stand in its way."""
    keys = {calculator.name: calculator.key for calculator in CALCULATORS.values()}
    return notes.reading_program() + "\n\n" + _ASKED.format(mark=MARK, keys=keys)


def program(stated: tuple[Calculator, Inputs] | None = None) -> str:
    """The program of :func:`reference`; it runs in the box and holds no answer."""
    if stated is None:
        return "\n\n".join((_reading(), _solving()))
    calculator, inputs = stated
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
