"""What may be ordered: every field with its unit and limits, as JSON and as a matrix over many patients."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Values = NDArray[np.float64]
"""(fields, patients)."""


class Field(NamedTuple):
    """One thing that can be ordered."""

    name: str
    unit: str
    most: float
    """Highest value that the pharmacy or the device accepts."""
    least: float = 0.0
    """Value of nothing ordered, and the lowest accepted."""
    tolerance: float = 0.0
    """A dose within so much of the protocol's is the protocol's."""
    weight: float = 1.0
    """Of the field in compliance."""
    smallest: float = 0.0
    """Least dose that is one; what lies between it and none is refused."""


STANDING = (
    Field("norepinephrine", "mcg/kg/min", 2.0, tolerance=0.005),
    Field("vasopressin", "units/min", 0.06, tolerance=0.001),
    Field("insulin_infusion", "units/h", 30.0, tolerance=0.11),
    Field("heparin_infusion", "units/h", 5000.0, tolerance=26.0),
    Field("crystalloid_infusion", "mL/h", 1000.0, tolerance=1.0),
    Field("dextrose_infusion", "g/h", 25.0, tolerance=0.1),
    Field("fio2", "fraction of oxygen", 1.0, least=0.21, tolerance=0.006),
    Field("peep", "cm H2O", 24.0, tolerance=0.1, weight=0.5),
    Field("rate", "breaths/min", 35.0, tolerance=0.1, weight=0.5),
    Field("tidal", "mL", 1200.0, tolerance=11.0, weight=0.5),
    Field("noninvasive", "0 or 1", 1.0),
    Field("piperacillin_tazobactam", "0 or 1", 1.0),
    Field("cefepime", "0 or 1", 1.0),
    Field("meropenem", "0 or 1", 1.0),
    Field("aztreonam", "0 or 1", 1.0),
)
"""In effect until changed."""
ONCE = (
    Field("crystalloid_bolus", "mL", 3000.0, tolerance=51.0, smallest=100.0),
    Field("heparin_bolus", "units", 15000.0, tolerance=101.0, smallest=1000.0),
    Field("potassium", "mEq", 80.0, tolerance=0.5, smallest=5.0),
    Field("magnesium", "g", 8.0, tolerance=0.1, smallest=1.0),
    Field("dextrose", "g", 50.0, tolerance=0.5, smallest=10.0),
    Field("insulin", "units", 20.0, tolerance=0.1, smallest=5.0),
    Field("red_cells", "units", 4.0, smallest=1.0),
    Field("bronchodilator", "treatments", 2.0, smallest=1.0),
    Field("steroid", "mg of methylprednisolone", 125.0, tolerance=0.5, smallest=20.0),
    Field("call", "0 or 1", 1.0),
)
"""Given within the next hour, and then over."""
LABS = tuple(
    Field(name, "0 or 1", 1.0, weight=0.25)
    for name in ("fingerstick", "chemistry", "minerals", "count", "coagulation", "gas", "lactate")
)
"""Panels drawn at the end of the next hour."""
FIELDS = (*STANDING, *ONCE, *LABS)
ROW = {field.name: row for row, field in enumerate(FIELDS)}
ANTIBIOTICS = ("piperacillin_tazobactam", "cefepime", "meropenem", "aztreonam")
PANELS = tuple(field.name for field in LABS)
LEAST = np.array([[field.least] for field in FIELDS])
SMALLEST = np.array([[field.smallest] for field in FIELDS])
TOLERANCE = np.array([[field.tolerance + 1e-9] for field in FIELDS])
WEIGHT = np.array([[field.weight] for field in FIELDS])
_LISTS = {"antibiotics": ANTIBIOTICS, "labs": PANELS}
_NUMBERS = tuple(field for field in FIELDS if field.name not in (*ANTIBIOTICS, *PANELS))
_WHOLE = ("noninvasive", "call")


class OrderError(ValueError):
    """An order that cannot be carried out; the text says what is accepted."""


def nothing(size: int) -> Values:
    """No order for anybody: air, and every dose 0."""
    return np.repeat(LEAST, size, axis=1)


def lasting(values: Values) -> Values:
    """What of orders goes on after their hour."""
    kept = values.copy()
    kept[len(STANDING) :] = 0.0
    return kept


def read(said: Any) -> dict[str, float]:
    """Fields to values of an order as JSON; a list names what is on, so that what it leaves out is off.

    Raises:
        OrderError: naming the first field that is unknown, no finite number, or out of its limits.
    """
    if not isinstance(said, Mapping):
        raise OrderError("orders are a JSON object of fields, as GET /fields lists them")
    found: dict[str, float] = {}
    for name, value in said.items():
        if name in _LISTS:
            found |= _listed(name, value)
        else:
            found[str(name)] = _number(str(name), value)
    return found


def _listed(name: str, value: Any) -> dict[str, float]:
    known = _LISTS[name]
    if not isinstance(value, list) or any(one not in known for one in value):
        raise OrderError(f"{name} is a list of any of {', '.join(known)}")
    return {one: float(one in value) for one in known}


def _number(name: str, value: Any) -> float:
    field = next((one for one in _NUMBERS if one.name == name), None)
    if field is None:
        names = [one.name for one in _NUMBERS]
        raise OrderError(f"{name[:40]!r} cannot be ordered; there are {', '.join([*names, *_LISTS])}")
    finite = isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)
    if not finite or not field.least <= value <= field.most or (name in _WHOLE and value not in (0, 1)):
        raise OrderError(f"{name} is a number from {field.least:g} to {field.most:g} ({field.unit})")
    if 0 < value < field.smallest:
        raise OrderError(f"the smallest dose of {name} is {field.smallest:g} {field.unit}; 0 is none")
    return float(value)


def written(column: Values) -> dict[str, Any]:
    """One patient's orders as JSON: what differs from nothing."""
    said: dict[str, Any] = {
        field.name: round(float(column[ROW[field.name]]), 4)
        for field in _NUMBERS
        if column[ROW[field.name]] > field.least
    }
    for name, known in _LISTS.items():
        if on := [one for one in known if column[ROW[one]] > 0]:
            said[name] = on
    return said
