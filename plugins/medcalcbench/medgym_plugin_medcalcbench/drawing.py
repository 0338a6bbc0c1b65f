"""Drawing a patient for a calculator: inputs balanced over the rule's branches and boundary values.

First it is drawn what is wanted: each interval between the rule's boundaries equally often, in a quarter of
the draws a boundary or one step beside it, and of findings a share that is drawn anew for each patient, so
that scores spread. Then a simulated patient is taken who has most of it, and wherever a value of that patient
lies in the interval that is wanted, it is the input: so the values of a note belong together. A boundary is
only ever met in the canonical unit: in another one, a reader who converts with a factor of other digits could
end up on its other side.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from random import Random

import numpy as np

from medgym_plugin_medcalcbench.calculator import Calculator
from medgym_plugin_medcalcbench.parameter import (
    Age,
    Choice,
    Day,
    Dose,
    Doses,
    Flag,
    Measurement,
    Parameter,
    Quantity,
    Unit,
    Value,
)
from medgym_plugin_medcalcbench.patient import Patient, column, patients

AT_A_BOUNDARY = 0.25
"""Share of quantities drawn on a boundary or one step beside it."""
IN_ANOTHER_UNIT = 0.4
"""Share of quantities stated in another than the canonical unit, where there is one."""
CLEARANCE = 0.01
"""Least distance from a boundary, as a fraction of it, of a value in another unit."""
FIRST_DAY, DAYS = date(2021, 1, 4), 1_400
"""Dates are drawn from this span."""
TRIES = 10_000
PARTS = 5
"""Parts of the plausible range that are wanted equally often within a branch, so that answers spread."""


@dataclass(frozen=True)
class _Span:
    """What is wanted of a quantity, in its canonical unit."""

    value: float
    low: float
    high: float
    """The branch of the rule that the value lies in; both ends are the value where it is a boundary."""

    def holds(self, value: float | None) -> bool:
        """Whether a value is as wanted."""
        return value is not None and self.low < value < self.high


def draw(calculator: Calculator, rng: Random) -> dict[str, Value]:
    """Inputs of a plausible patient, each parameter with a value; a function of ``rng``'s state alone."""
    for _ in range(TRIES):
        prevalence = rng.uniform(0.05, 0.75)
        wanted = {
            parameter.name: _wanted(parameter, calculator.boundaries.get(parameter.name, ()), prevalence, rng)
            for parameter in calculator.parameters
        }
        patient = _closest(wanted, rng)
        inputs = {
            parameter.name: _stated(parameter, wanted[parameter.name], patient, calculator.boundaries, rng)
            for parameter in calculator.parameters
        }
        if calculator.admits(**calculator.canonical(inputs)):
            return inputs
    raise AssertionError(f"no plausible inputs of {calculator.name} in {TRIES} draws")


def _wanted(parameter: Parameter, edges: Sequence[float], prevalence: float, rng: Random) -> Value | _Span:
    match parameter:
        case Quantity():
            if parameter.missing is not None and rng.random() > prevalence:
                return parameter.missing
            return _span(parameter, edges, rng)
        case Flag():
            return rng.random() < prevalence
        case Choice():
            return rng.choice(parameter.options)
        case Day():
            return FIRST_DAY + timedelta(days=rng.randrange(DAYS))
        case Doses():
            drugs = rng.sample(parameter.drugs, rng.randint(1, parameter.most))
            return tuple(_dose(drug, unit, rng) for drug, unit in drugs)
    raise AssertionError(f"{parameter} is of no known kind")


def _closest(wanted: Mapping[str, Value | _Span], rng: Random) -> Patient:
    """One of the patients who have most of what is wanted."""
    people = patients()
    agreement = np.zeros(len(people), dtype=np.int64)
    for name, value in wanted.items():
        if isinstance(value, _Span):
            own = column(name)
            agreement += (value.low < own) & (own < value.high)
        elif isinstance(value, bool | str):
            agreement += column(name) == float(value in (True, "female"))
    best = np.flatnonzero(agreement == agreement.max())
    return people[int(best[rng.randrange(len(best))])]


def _stated(
    quantity: Parameter,
    span: Value | _Span,
    patient: Patient,
    boundaries: Mapping[str, Sequence[float]],
    rng: Random,
) -> Value:
    """What is wanted; of a span the patient's value, if that lies in it, in one of the units."""
    if not isinstance(span, _Span):
        return span
    assert isinstance(quantity, Quantity)
    own, edges = patient.values.get(quantity.name), boundaries.get(quantity.name, ())
    value = round(own, quantity.unit.decimals) if own is not None and span.holds(own) else span.value
    if len(quantity.units) == 1 or rng.random() >= IN_ANOTHER_UNIT:
        return Measurement(value, quantity.unit.name)
    unit = rng.choice(quantity.units[1:])
    other = unit.from_canonical(value)
    if not _may_be_stated(quantity, unit, other, edges):
        return Measurement(value, quantity.unit.name)
    return Measurement(other, unit.name)


def _may_be_stated(quantity: Quantity, unit: Unit, value: float, edges: Sequence[float]) -> bool:
    """Whether the unit fits the value: grams and months are for the smallest, and boundaries keep clear."""
    canonical = float(unit.to_canonical(value))
    fits = {"g": canonical < 8, "months": isinstance(quantity, Age) and canonical < 4}.get(unit.name, True)
    return fits and all(abs(canonical - edge) > CLEARANCE * abs(edge) for edge in edges)


def _span(quantity: Quantity, edges: Sequence[float], rng: Random) -> _Span:
    """A number in the canonical unit, and the branch that it lies in."""
    low, high, decimals = quantity.low, quantity.high, quantity.unit.decimals
    inner = sorted(edge for edge in edges if low < edge < high)
    if inner and rng.random() < AT_A_BOUNDARY:
        steps: int = rng.choice((-1, 0, 1))
        value = round(rng.choice(inner) + steps * 10.0**-decimals, decimals)
        return _Span(value, value, value)
    marks = [low, *inner, high]
    branch = rng.randrange(len(marks) - 1)
    first, last = marks[branch], marks[branch + 1]
    parts = math.ceil(PARTS * (last - first) / (high - low))
    part = rng.randrange(parts)
    begin, end = (first + (last - first) * number / parts for number in (part, part + 1))
    return _Span(round(rng.uniform(begin, end), decimals), begin, end)


_STRENGTHS = {
    "betamethasone IV": (3, 6, 9, 12),
    "codeine": (15, 30, 60),
    "cortisone PO": (12.5, 25, 37.5, 50),
    "dexamethasone IV": (2, 4, 6, 8, 10),
    "dexamethasone PO": (1.5, 2, 4, 6, 8),
    "fentanyl buccal": (100, 200, 300, 400, 600),
    "fentanyl patch": (12, 25, 50, 75, 100),
    "hydrocodone": (5, 7.5, 10),
    "hydrocortisone IV": (25, 50, 75, 100),
    "hydrocortisone PO": (10, 15, 20, 30, 40),
    "hydromorphone": (2, 4, 8),
    "methadone": (2.5, 5, 10),
    "methylprednisolone IV": (20, 40, 60, 80, 125),
    "methylprednisolone PO": (4, 8, 16, 24, 32),
    "morphine": (7.5, 15, 30),
    "oxycodone": (5, 10, 15, 20),
    "oxymorphone": (5, 7.5, 10),
    "prednisolone PO": (5, 10, 15, 20, 30, 40),
    "prednisone PO": (5, 7.5, 10, 20, 30, 40, 60),
    "tapentadol": (50, 75, 100),
    "tramadol": (50, 100),
    "triamcinolone IV": (20, 40, 60, 80),
}
"""Usual single doses."""


def _dose(drug: str, unit: str, rng: Random) -> Dose:
    return Dose(drug, float(rng.choice(_STRENGTHS[drug])), unit, 1 if unit == "mcg/h" else rng.randint(1, 4))
