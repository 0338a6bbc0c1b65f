"""The roles of quantities: a target is not a measurement, and a fasting value not any value.

What gold takes for a target must be called one: by the calculator's parameter, and by the note.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise

from medgym_plugin_medcalcbench.calculator import Calculator
from medgym_plugin_medcalcbench.notes.spelled import NUMBER, one_of, statements
from medgym_plugin_medcalcbench.notes.table import table
from medgym_plugin_medcalcbench.parameter import Age, Inputs, Measurement, Quantity

ROLES: Mapping[str, tuple[str, ...]] = {
    "target": ("target", "goal", "aimed at", "desired"),
    "fasting": ("fasting",),
    "urine": ("urine", "urinary", "UNa", "UCr", "diuresis"),
    "room air": ("room air", "breathing air"),
}
"""What makes another quantity of one, to the words for it."""


def misnamed(calculator: Calculator) -> Iterator[str]:
    """Roles that a calculator speaks of and gives to no parameter, and those that notes do not call by it."""
    spoken = {role for role in ROLES if _says(f"{calculator.documentation} {calculator.variant}", role)}
    labels = " ".join(parameter.label for parameter in calculator.parameters)
    yield from (f"no parameter is the {role} one" for role in sorted(spoken) if not _says(labels, role))
    for parameter in calculator.parameters:
        if isinstance(parameter, Quantity):
            terms = table()["quantities"].get(parameter.name, {}).get("terms", ())
            for role in ROLES:
                wrong = [term for term in terms if _says(term, role) != _says(parameter.label, role)]
                yield from (f"{parameter.label} is called {term!r}" for term in wrong)


def unstated(calculator: Calculator, inputs: Inputs, note: str) -> Iterator[str]:
    """Labels of the quantities that ``note`` nowhere states by a name of theirs, in one statement."""
    said = statements(note)
    for parameter in calculator.parameters:
        value = inputs.get(parameter.name)
        if isinstance(parameter, Age) or not isinstance(parameter, Quantity) or value == parameter.missing:
            continue
        assert isinstance(value, Measurement)
        name = "blood_pressure" if parameter.name in ("sbp", "dbp") else parameter.name
        named = re.compile(rf"\b{one_of(table()['quantities'][name]['terms'])}(?!\w)", re.IGNORECASE)
        if not any(named.search(text) and _holds(text, value) for text in said):
            yield f"{parameter.label} of {value.value:g} {value.unit}".rstrip()


def _holds(text: str, value: Measurement) -> bool:
    numbers = [float(number.replace(",", "")) for number in re.findall(NUMBER, text)]
    feet = [12 * feet + inches for feet, inches in pairwise(numbers)]
    return value.value in numbers or (value.unit == "in" and value.value in feet)


def _says(text: str, role: str) -> bool:
    return any(re.search(rf"\b{word}\b", text, re.IGNORECASE) for word in ROLES[role])
