"""Quantities in units that can be converted into each other, such as 2000 mg and 2 g.

Units are UCUM's, https://ucum.org/ucum version 2.1, tables 1 (prefixes), 2 (base units), 4 and 5; a few are
known by the names that people write. A code means what UCUM says, upper and lower case included; a name is
read in any case.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

UCUM = "http://unitsofmeasure.org"
"""System of the codes."""
_MILLI, _MICRO, _KILO = Fraction(1, 1_000), Fraction(1, 1_000_000), Fraction(1_000)
_CODES: Mapping[str, tuple[str, Fraction]] = {
    "g": ("g", Fraction(1)),
    "mg": ("g", _MILLI),
    "ug": ("g", _MICRO),
    "kg": ("g", _KILO),
    "s": ("s", Fraction(1)),
    "min": ("s", Fraction(60)),
    "h": ("s", Fraction(3_600)),
    "d": ("s", Fraction(86_400)),
    "L": ("L", Fraction(1)),
    "l": ("L", Fraction(1)),
    "mL": ("L", _MILLI),
    "ml": ("L", _MILLI),
    "eq": ("eq", Fraction(1)),
    "meq": ("eq", _MILLI),
}
"""UCUM code to base unit and factor."""
_NAMES = {
    "g": "gram grams gm gms",
    "mg": "milligram milligrams",
    "ug": "microgram micrograms mcg",
    "kg": "kilogram kilograms",
    "s": "second seconds sec secs",
    "min": "minute minutes mins",
    "h": "hour hours hr hrs",
    "d": "day days",
    "L": "liter liters litre litres",
    "mL": "milliliter milliliters millilitre millilitres",
    "meq": "milliequivalent milliequivalents meq",
}
"""UCUM code to names of the unit, in lower case; `mEq` is how charts write UCUM's `meq`."""
_NAMED = {name: code for code, names in _NAMES.items() for name in names.split()}


class Unit(NamedTuple):
    """A unit in terms of base units."""

    base: str
    """Base units, as in ``g/s``."""
    factor: Fraction
    """How many of them."""


def unit(text: str) -> Unit | None:
    """The unit that a UCUM code or a name stands for, also one unit per another; None if not known here."""
    parts = [_unit(part.strip()) for part in text.replace(" per ", "/").split("/")]
    known = [part for part in parts if part is not None]
    if len(known) < len(parts) or len(parts) > 2:
        return None
    if len(known) == 1:
        return known[0]
    return Unit(f"{known[0].base}/{known[1].base}", known[0].factor / known[1].factor)


def in_base_units(quantity: Mapping[str, Any]) -> dict[str, Any] | None:
    """A FHIR Quantity as value and unit alone, in base units and to nine digits.

    None unless it is a number in one known unit: a value that is no number, a unit that is not known, a
    system that is not UCUM, a code of another unit, or anything beside these.
    """
    value = quantity.get("value")
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    if not quantity.keys() <= {"value", "unit", "system", "code"} or quantity.get("system", UCUM) != UCUM:
        return None
    named = [quantity[key] for key in ("unit", "code") if key in quantity]
    units = {unit(text) if isinstance(text, str) else None for text in named}
    if len(units) != 1 or not (found := units.pop()):
        return None
    try:
        amount = float(Fraction(str(value)) * found.factor)
    except (ValueError, OverflowError):
        return None
    return {"value": float(f"{amount:.9g}"), "unit": found.base}


def _unit(text: str) -> Unit | None:
    code = text if text in _CODES else _NAMED.get(text.casefold(), "")
    return Unit(*_CODES[code]) if code else None
