"""Clinical notes from a calculator's inputs, and the way back: a plain listing of labelled values."""

from __future__ import annotations

from datetime import date
from random import Random

from medgym_plugin_medcalcbench.calculator import Calculator
from medgym_plugin_medcalcbench.calculators import CALCULATORS
from medgym_plugin_medcalcbench.parameter import Inputs, Measurement, Value

RULES = "The note lists one value a line."
"""Which value counts, for the prompt."""
_READING = """\
import ast

LABELS = {labels!r}


def read(key, note):
    stated = dict(line.split(": ", 1) for line in note.splitlines())
    return {{name: ast.literal_eval(stated[label]) for label, name in LABELS[key].items()}}
"""


def write(calculator: Calculator, inputs: Inputs, rng: Random) -> str:
    """A note that states ``inputs``, in an order that ``rng`` draws."""
    lines = [f"{parameter.label}: {_plain(inputs[parameter.name])!r}" for parameter in calculator.parameters]
    rng.shuffle(lines)
    return "\n".join(lines)


def reading_program() -> str:
    """A program that defines ``read(key, note)``: the inputs that a note of the calculator ``key`` states."""
    labels = {c.key: {p.label: p.name for p in c.parameters} for c in CALCULATORS.values()}
    return _READING.format(labels=labels)


def _plain(value: Value) -> object:
    if isinstance(value, Measurement):
        return tuple(value)
    if isinstance(value, date):
        return value.isoformat()
    return [tuple(dose) for dose in value] if isinstance(value, tuple) else value  # type: ignore[arg-type]
