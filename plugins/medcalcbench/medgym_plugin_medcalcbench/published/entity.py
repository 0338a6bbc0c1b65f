"""From the entities of a published row to inputs, and back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date, datetime
from fractions import Fraction
from typing import Any

from medgym_plugin_medcalcbench.calculator import Calculator
from medgym_plugin_medcalcbench.parameter import (
    Age,
    Choice,
    Day,
    Dose,
    Doses,
    Flag,
    Inputs,
    Measurement,
    Parameter,
    Quantity,
    Value,
)
from medgym_plugin_medcalcbench.published.spelling import (
    ABSENCES,
    BARE,
    ENTITIES,
    FLAG_WORDS,
    FOREIGN,
    OPTIONS,
    UNITS,
    plain,
)
from medgym_plugin_medcalcbench.published.stem import stem
from medgym_plugin_medcalcbench.quantity import SBP

DATE = "%m/%d/%Y"
MEAN_PRESSURE = "mean arterial pressure"
BY_MEAN_PRESSURE = ("apache2", "sofa")
"""Calculators that take nothing of the blood pressure but its mean."""
_UNIT_OF = {plain(spelling): unit for unit, spellings in UNITS.items() for spelling in spellings}
_UNIT_OF |= {"degrees c*": "°C", "degrees f*": "°F"}
_KNOWN = FOREIGN | {plain(spelling) for spellings in ENTITIES.values() for spelling in spellings}
_PARTS = {"years": Fraction(1), "weeks": Fraction(1, 52), "days": Fraction(0)}


class EntityError(ValueError):
    """An entity is not what its calculator can take; the text says which and why."""


def read(calculator: Calculator, entities: Mapping[str, Any]) -> dict[str, Value]:
    """The inputs that a row's entities state; parameters on which it is silent are left out.

    Entities of other calculators are ignored, and so are unknown ones that are absent.

    Raises:
        EntityError: if an entity is unknown, or its value or unit is none of its parameter's.
    """
    found = _renamed(calculator, {plain(name): value for name, value in entities.items()})
    inputs: dict[str, Value] = {}
    for parameter in calculator.parameters:
        if isinstance(parameter, Doses) and parameter.most > 1:
            inputs[parameter.name] = tuple(_doses(parameter, found))
            continue
        stated = [found.pop(key) for key in map(plain, ENTITIES[parameter.name]) if key in found]
        values = [_value(parameter, value) for value in stated]
        if values:
            inputs[parameter.name] = any(values) if isinstance(parameter, Flag) else values[0]
    _split_mean(calculator, found, inputs)
    unknown = sorted(name for name, value in found.items() if value is not False and name not in _KNOWN)
    if unknown:
        raise EntityError(f"no calculator takes {', '.join(map(repr, unknown))}")
    return inputs


def _renamed(calculator: Calculator, found: Mapping[str, Any]) -> dict[str, Any]:
    """Entities under the names of the calculator's own, where their stems say the same of one of these."""
    spelled = {p.name: [*map(plain, ENTITIES.get(p.name, ()))] for p in calculator.parameters}
    known = {name for names in spelled.values() for name in names}
    renamed: dict[str, Any] = {}
    for name, value in found.items():
        own = {parameter for parameter, names in spelled.items() if stem(name) in map(stem, names)}
        free = [] if name in known or len(own) != 1 else spelled[own.pop()]
        renamed[next((one for one in free if one not in found), name)] = value
    return renamed


def _split_mean(calculator: Calculator, found: dict[str, Any], inputs: dict[str, Value]) -> None:
    """A mean pressure stated instead of the two that it comes from is both of them, and so their mean."""
    if calculator.key in BY_MEAN_PRESSURE and MEAN_PRESSURE in found:
        mean = _value(SBP, found.pop(MEAN_PRESSURE))
        if not {"sbp", "dbp"} <= inputs.keys():
            inputs |= {"sbp": mean, "dbp": mean}


def write(calculator: Calculator, inputs: Inputs) -> dict[str, Any]:
    """Entities as releases spell them; :func:`read` gives the inputs back. What is no input is left out."""
    entities: dict[str, Any] = {}
    for parameter in (one for one in calculator.parameters if one.name in inputs):
        value = inputs[parameter.name]
        if isinstance(parameter, Doses) and parameter.most > 1:
            assert isinstance(value, tuple)
            for taken in value:
                assert isinstance(taken, Dose)
                entities[f"{taken.drug} Dose"] = [taken.amount, taken.unit]
                entities[f"{taken.drug} Dose Per Day"] = [taken.per_day, "per day"]
        else:
            entities[ENTITIES[parameter.name][0]] = _written(parameter, value)
    return entities


def _value(parameter: Parameter, value: Any) -> Value:
    match parameter:
        case Age():
            return _age(parameter, value)
        case Quantity():
            return _quantity(parameter, value)
        case Flag():
            return _flag(parameter, value) != (parameter.name in ABSENCES)
        case Choice():
            return _choice(parameter, value)
        case Day():
            return _day(parameter, value)
        case Doses():
            return (_dose(parameter, value),)
    raise AssertionError(f"{parameter} is of no known kind")


def _quantity(parameter: Quantity, value: Any) -> Measurement:
    """``[value, unit]``, a bare number in the canonical unit, or feet and inches."""
    if _is_number(value):
        return Measurement(value, parameter.unit.name)
    parts = _parts(parameter, value)
    if [unit for _, unit in parts] in (["ft"], ["ft", "in"]):
        inches = 12 * Fraction(repr(parts[0][0])) + (Fraction(repr(parts[1][0])) if parts[1:] else 0)
        return Measurement(float(inches), "in")
    (number, spelling), *more = parts
    if spelling == "l" and not more and "10⁹/L" in {unit.name for unit in parameter.units}:
        return Measurement(float(Fraction(repr(number)) / 10**9), "10⁹/L")
    unit = _UNIT_OF.get(spelling[:9] + "*" if spelling.startswith("degrees ") else spelling)
    if more or unit is None or unit not in {known.name for known in parameter.units}:
        units = ", ".join(known.name for known in parameter.units if known.name)
        raise EntityError(f"{parameter.label} is {value!r}; it is measured in {units or 'no unit'}")
    return Measurement(number, unit)


def _age(parameter: Age, value: Any) -> Measurement:
    """Years where there are any; months, weeks and days are rounded down."""
    parts = [(value, "years")] if _is_number(value) else _parts(parameter, value)
    ages = {unit if unit.endswith("s") else f"{unit}s": number for number, unit in parts}
    if "months" in ages and "years" not in ages:
        return Measurement(ages["months"], "months")
    for unit, years in _PARTS.items():
        if unit in ages:
            return Measurement(int(Fraction(repr(ages[unit])) * years), "years")
    raise EntityError(f"age is {value!r}; it is in years, months, weeks or days")


def _parts(parameter: Parameter, value: Any) -> list[tuple[float, str]]:
    """``[1, "ft", 2, "in"]`` as pairs."""
    if not isinstance(value, list | tuple) or not value or len(value) % 2:
        raise EntityError(f"{parameter.label} is {value!r}; it is a number, or a number with its unit")
    numbers, units = value[::2], value[1::2]
    if not all(map(_is_number, numbers)) or not all(isinstance(unit, str) for unit in units):
        raise EntityError(f"{parameter.label} is {value!r}; numbers and units alternate")
    return [(number, plain(unit)) for number, unit in zip(numbers, units, strict=True)]


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e300


def _flag(parameter: Flag, value: Any) -> bool:
    found = FLAG_WORDS.get(plain(value)) if isinstance(value, str) else value
    if not isinstance(found, bool):
        raise EntityError(f"{parameter.label} is {value!r}; it is True or False")
    return found


def _choice(parameter: Choice, value: Any) -> str:
    spelled = plain(str(value))
    for option in parameter.options:
        spellings = (option, *OPTIONS.get(parameter.name, {}).get(option, ()))
        if spelled in map(plain, spellings):
            return option
    raise EntityError(f"{parameter.label} is {value!r}; it is one of {', '.join(parameter.options)}")


def _day(parameter: Day, value: Any) -> date:
    try:
        return datetime.strptime(value, DATE).date()
    except (TypeError, ValueError):
        raise EntityError(f"{parameter.label} is {value!r}; it is a date MM/DD/YYYY") from None


def _dose(parameter: Doses, value: Any) -> Dose:
    """``[drug, amount, unit]``."""
    units = {plain(drug): (drug, unit) for drug, unit in parameter.drugs}
    match value:
        case [str(drug), int() | float() as amount, str()] if plain(drug) in units:
            name, unit = units[plain(drug)]
            return Dose(name, amount, unit)
    raise EntityError(f"{parameter.label} is {value!r}; it is [drug, amount, 'mg'] with a drug of the list")


def _doses(parameter: Doses, found: dict[str, Any]) -> Iterator[Dose]:
    """Doses and doses a day of every drug, taken out of ``found``; a patch is in mcg/h, whatever is said."""
    for drug, unit in parameter.drugs:
        amount, per_day = (found.pop(f"{drug} {what}", None) for what in ("dose", "dose per day"))
        if amount is None and per_day is None:
            continue
        pair = [value[0] if isinstance(value, list) and value else value for value in (amount, per_day)]
        if not all(map(_is_number, pair)):
            raise EntityError(f"{drug} is {amount!r}, {per_day!r} a day; both are numbers with units")
        if pair[0] and pair[1]:
            yield Dose(drug, pair[0], unit, pair[1])


def _written(parameter: Parameter, value: Value) -> Any:
    match parameter, value:
        case Quantity(), Measurement(number, unit):
            return [number, UNITS[unit][0]] if unit and parameter.name not in BARE else number
        case Flag(), bool():
            return value != (parameter.name in ABSENCES)
        case Choice(), str():
            return OPTIONS.get(parameter.name, {}).get(value, (value.capitalize(),))[0]
        case Day(), date():
            return value.strftime(DATE)
        case Doses(), ((drug, amount, unit, _),):
            return [drug, amount, unit]
    raise TypeError(f"{parameter.name} cannot be {value!r}")
