"""Patients and their notes, for tests."""

from __future__ import annotations

import re
from datetime import date
from random import Random

from medgym_plugin_medcalcbench.calculator import Calculator
from medgym_plugin_medcalcbench.drawing import draw
from medgym_plugin_medcalcbench.notes.writing import Note, write
from medgym_plugin_medcalcbench.parameter import Dose, Inputs, Measurement, Value


def sample(calculator: Calculator, seed: int) -> tuple[Inputs, Note]:
    """A drawn patient, and the note with the time that it asks for."""
    rng = Random(f"{calculator.key}/{seed}")
    inputs = draw(calculator, rng)
    return inputs, write(calculator, inputs, rng)


def plain(inputs: Inputs) -> dict[str, object]:
    """Inputs as the box's reader gives them."""
    return {name: _plain(value) for name, value in inputs.items()}


def inputs_of(read: dict[str, object]) -> Inputs:
    """What a reader gives, as inputs: the way back of :func:`plain`."""
    return {name: _input(value) for name, value in read.items()}


def _input(value: object) -> Value:
    match value:
        case (int() | float() as number, str(unit)):
            return Measurement(number, unit)
        case list(doses):
            return tuple(Dose(*dose) for dose in doses)
        case str(text) if re.fullmatch(r"\d{4}-\d\d-\d\d", text):
            return date.fromisoformat(text)
        case bool() | str():
            return value
    raise TypeError(f"{value!r} is no value")


def _plain(value: object) -> object:
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, tuple) and value and isinstance(value[0], Dose):
        return [list(dose) for dose in value]
    return value
