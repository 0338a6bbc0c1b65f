"""What calculators are given: typed parameters, and the values that they take.

A value is written as a note states it: a quantity keeps the unit it was measured in (:class:`Measurement`),
and :meth:`Parameter.canonical` converts it, in exact arithmetic, to what a formula is written for.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import NamedTuple


class Measurement(NamedTuple):
    """A measured quantity as stated, such as ``Measurement(100.4, "°F")``."""

    value: float
    """The stated number, with at most the unit's decimals."""
    unit: str
    """Name of one of the parameter's units."""


class Dose(NamedTuple):
    """One drug as it is taken, such as ``Dose("oxycodone", 10, "mg", 4)``."""

    drug: str
    """Name with route or form where these matter: ``prednisone PO``, ``fentanyl patch``."""
    amount: float
    """Amount of one dose, in ``unit``."""
    unit: str
    """``mg``, ``mcg`` or, for a patch, ``mcg/h``."""
    per_day: float = 1
    """Doses a day; 1 for a patch."""


Value = Measurement | bool | str | date | tuple[Dose, ...]
"""A parameter's value as stated."""
Inputs = Mapping[str, Value]
"""Parameter name to value."""
Canonical = float | bool | str | date | tuple[Dose, ...]
"""A value as formulas take it: quantities are floats in the canonical unit, ages whole years."""


@dataclass(frozen=True)
class Unit:
    """A unit of measurement: ``canonical = (value + shift) * factor``, exactly."""

    name: str
    """As written behind the number: ``mg/dL``."""
    decimals: int
    """Decimals with which such values are stated."""
    factor: Fraction = Fraction(1)
    """Canonical units in one of these."""
    shift: int = 0
    """Added before multiplying; -32 for Fahrenheit."""

    def to_canonical(self, value: float) -> Fraction:
        """``value`` in the canonical unit, from its decimal digits without rounding."""
        return (Fraction(repr(value)) + self.shift) * self.factor

    def from_canonical(self, value: float) -> float:
        """The nearest value that can be stated in this unit."""
        return float(round(Fraction(repr(value)) / self.factor - self.shift, self.decimals))


@dataclass(frozen=True)
class Parameter:
    """What all kinds of parameters have."""

    name: str
    """snake_case, the keyword of the formula; one name means the same in every calculator."""
    label: str
    """For people, with the criterion in full: ``surgery in the previous 4 weeks``."""
    missing: Value | None = None
    """What a note's silence means; None if every note states it. A writer may leave out this value."""

    def canonical(self, value: Value) -> Canonical:
        """``value`` as formulas take it."""
        if isinstance(value, Measurement):
            raise TypeError(f"{self.name} is not a quantity, but {value!r} is given")
        return value


@dataclass(frozen=True)
class Quantity(Parameter):
    """A measured quantity."""

    units: tuple[Unit, ...] = ()
    """The first is canonical, with factor 1."""
    low: float = 0.0
    """Least plausible value, in the canonical unit."""
    high: float = 0.0
    """Greatest plausible value."""

    @property
    def unit(self) -> Unit:
        """The canonical unit, in which formulas take the value."""
        return self.units[0]

    def unit_named(self, name: str) -> Unit:
        """The unit of that name.

        Raises:
            KeyError: if the parameter is not measured in it.
        """
        return {unit.name: unit for unit in self.units}[name]

    def canonical(self, value: Value) -> Canonical:
        """The value in the canonical unit, rounded once."""
        if not isinstance(value, Measurement):
            raise TypeError(f"{self.name} is a quantity, but {value!r} is given")
        if value.unit == self.unit.name:
            return float(value.value)
        return float(self.unit_named(value.unit).to_canonical(value.value))


@dataclass(frozen=True)
class Age(Quantity):
    """An age in completed years; young children's may be stated in months."""

    def canonical(self, value: Value) -> Canonical:
        """The age in completed years, a whole number."""
        years = super().canonical(value)
        assert isinstance(years, float)
        return int(years)


@dataclass(frozen=True)
class Flag(Parameter):
    """A finding that is present (True) or absent (False)."""

    missing: Value | None = False


@dataclass(frozen=True)
class Choice(Parameter):
    """One of a closed list of options; ``sex`` is one of ``female`` and ``male``."""

    options: tuple[str, ...] = ()


@dataclass(frozen=True)
class Day(Parameter):
    """A calendar date."""


@dataclass(frozen=True)
class Doses(Parameter):
    """Drugs with their doses: one or more, each drug once."""

    drugs: tuple[tuple[str, str], ...] = ()
    """Drugs that may occur, each with the unit of its dose."""
    most: int = 1
    """At most so many."""

    def canonical(self, value: Value) -> Canonical:
        """The doses; of a single one, which stands for itself, not how often a day it is taken."""
        if self.most > 1 or not isinstance(value, tuple):
            return super().canonical(value)
        return tuple(dose._replace(per_day=1) for dose in value if isinstance(dose, Dose))
