"""Patients and their notes, for tests."""

from __future__ import annotations

from datetime import date
from random import Random

from medgym_plugin_medcalcbench.calculator import Calculator
from medgym_plugin_medcalcbench.drawing import draw
from medgym_plugin_medcalcbench.notes.writing import write
from medgym_plugin_medcalcbench.parameter import Dose, Inputs


def sample(calculator: Calculator, seed: int) -> tuple[Inputs, str]:
    """A drawn patient, and the note."""
    rng = Random(f"{calculator.key}/{seed}")
    inputs = draw(calculator, rng)
    return inputs, write(calculator, inputs, rng)


def plain(inputs: Inputs) -> dict[str, object]:
    """Inputs as the box's reader gives them."""
    return {name: _plain(value) for name, value in inputs.items()}


def _plain(value: object) -> object:
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, tuple) and value and isinstance(value[0], Dose):
        return [list(dose) for dose in value]
    return value
