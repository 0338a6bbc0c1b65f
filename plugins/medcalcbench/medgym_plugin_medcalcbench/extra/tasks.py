"""What the tasks of the extra splits ask, their gold, and their reference solutions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from medgym_core import AnswerKind, Choice, ListOf, Record, SetOf
from medgym_plugin_medcalcbench import notes, oracle
from medgym_plugin_medcalcbench.calculator import Calculator
from medgym_plugin_medcalcbench.calculators import CALCULATORS
from medgym_plugin_medcalcbench.extra.rows import TIMES, needed
from medgym_plugin_medcalcbench.parameter import Inputs

CHOICES = "The calculator is not named: request_info has purpose, definition in force and source of each."
MISSING = (
    "Each measurement is needed. One that no entry that counts gives is missing, and with any missing there "
    "is no value: `missing` then names all that are missing, and `value` is null. If none is missing, "
    "`missing` is empty."
)


def answer_kind(split: str, calculator: Calculator) -> AnswerKind:
    """What a task of a split has to answer."""
    asked = calculator.asked(False)
    match split:
        case "serial":
            return ListOf(items=asked)
        case "choose":
            names = tuple(one.name for one in CALCULATORS.values())
            return Record(fields={"calculator": Choice(options=names), "value": asked})
        case "abstain":
            labels = tuple(parameter.label for parameter in needed(calculator))
            value = asked.model_copy(update={"nullable": True})
            return Record(fields={"value": value, "missing": SetOf(items=Choice(options=labels))})
    raise AssertionError(f"{split} is no extra split")


def context(split: str, calculator: Calculator, conventions: Sequence[str]) -> str:
    """Definitions and conventions in force; of a calculator that has to be chosen not which it is."""
    normal, *others = conventions
    if split == "choose":
        return "\n".join((CHOICES, normal, *others, notes.RULES))
    named = f"{calculator.name}, after {calculator.source}."
    first = MISSING if split == "abstain" else normal
    return "\n".join((named, f"In force: {calculator.variant}", first, *others, notes.RULES))


def gold(split: str, calculator: Calculator, inputs: Sequence[Inputs]) -> Any:
    """What is right, computed from the inputs at each time asked."""
    if split == "abstain":
        absent = missing(calculator, inputs[0])
        return {"value": None if absent else _value(calculator, inputs[0]), "missing": absent}
    values = [_value(calculator, one) for one in inputs]
    return values if split == "serial" else {"calculator": calculator.name, "value": values[0]}


def missing(calculator: Calculator, inputs: Inputs) -> list[str]:
    """Labels of what is needed and not stated."""
    return [parameter.label for parameter in needed(calculator) if parameter.name not in inputs]


def program(
    split: str, calculator: Calculator, inputs: Sequence[Inputs], stated: Sequence[Mapping[str, str]]
) -> str:
    """The program of a reference; it runs in the box and holds no value that it does not compute."""
    said = "".join(oracle.sentences(one) for one in stated)
    if split == "abstain" and (absent := missing(calculator, inputs[0])):
        return f"{said}answer = {{'value': None, 'missing': {absent!r}}}\n"
    calls = [oracle.call(calculator, one) for one in inputs]
    opening = f"{said}{oracle.definition(calculator)}\n\n"
    if split == "serial":
        assert len(calls) == TIMES
        lines = "".join(f"    {one},\n" for one in calls)
        return f"{opening}answer = [\n{lines}]\n"
    chosen = f"'calculator': {calculator.name!r}, 'value': value"
    answer = chosen if split == "choose" else "'value': value, 'missing': []"
    return f"{opening}value = {calls[0]}\nanswer = {{{answer}}}\n"


def _value(calculator: Calculator, inputs: Inputs) -> Any:
    return oracle.written(calculator.compute(inputs))
