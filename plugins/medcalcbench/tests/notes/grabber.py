"""A reader who grabs numbers: what stands near a parameter's words, whoever's and whenever's it is.

It knows every word that notes use, and each quantity's canonical unit. It ignores denial, time, other units,
and other people. ``first``, ``last`` and ``nearest`` choose among the numbers that it finds.
"""

from __future__ import annotations

import re
from typing import Literal

from medgym_plugin_medcalcbench.calculator import Calculator
from medgym_plugin_medcalcbench.notes.spelled import NUMBER, one_of
from medgym_plugin_medcalcbench.notes.table import table
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

from .reader import DATE, parse_date, spelling_pattern

Strategy = Literal["first", "last", "nearest"]
STRATEGIES: tuple[Strategy, ...] = ("first", "last", "nearest")
REACH = 40
"""Characters behind a word in which its number is looked for."""


def grab(calculator: Calculator, note: str, strategy: Strategy) -> Inputs:
    """Inputs of the calculator, as careless as the strategy; what is not found takes a usual value."""
    return {parameter.name: _grab(parameter, note, strategy) for parameter in calculator.parameters}


def _grab(parameter: Parameter, note: str, strategy: Strategy) -> Value:
    match parameter:
        case Quantity():
            return _number(parameter, note, strategy)
        case Flag():
            return _mentioned(parameter, note)
        case Choice():
            return _option(parameter, note, strategy)
        case Day():
            return _day(parameter, note, strategy)
        case Doses():
            return _doses(parameter, note, strategy)
    raise AssertionError(parameter)


def _choose(found: list[tuple[int, str]], strategy: Strategy) -> str | None:
    """Of texts with their distances from the word, in the note's order."""
    if not found:
        return None
    if strategy == "nearest":
        return min(found, key=lambda distance_and_text: distance_and_text[0])[1]
    return found[0 if strategy == "first" else -1][1]


def _behind(words: list[str], wanted: str, note: str) -> list[tuple[int, str]]:
    """What is ``wanted`` closely behind any of the words, with the distance."""
    found = []
    for hit in re.finditer(rf"\b{one_of(words)}\b", note, re.IGNORECASE):
        if number := re.search(wanted, note[hit.end() : hit.end() + REACH]):
            found.append((number.start(), number.group()))
    return found


def _number(parameter: Quantity, note: str, strategy: Strategy) -> Measurement:
    if isinstance(parameter, Age):
        found = [(0, hit) for hit in re.findall(r"\b(\d+)(?:-year| years\b| y\b|-month| months\b)", note)]
    elif parameter.name in ("sbp", "dbp"):
        found = _pressures(parameter, note)
    else:
        found = _behind(table()["quantities"][parameter.name]["terms"], NUMBER, note)
    text = _choose(found, strategy)
    if text is None:
        return parameter.missing or Measurement((parameter.low + parameter.high) / 2, parameter.unit.name)
    return Measurement(float(text.replace(",", "")), parameter.unit.name)


def _pressures(parameter: Quantity, note: str) -> list[tuple[int, str]]:
    terms = table()["quantities"]["blood_pressure"]["terms"]
    pairs = _behind(terms, r"\d+(?:/| over )\d+", note)
    return [(near, re.findall(r"\d+", pair)[0 if parameter.name == "sbp" else 1]) for near, pair in pairs]


def _mentioned(parameter: Flag, note: str) -> bool:
    entry = table()["findings"][parameter.name]
    words = entry["phrases"] + entry.get("topic", [])
    return bool(re.search(rf"\b{one_of(words)}", note, re.IGNORECASE))


def _option(parameter: Choice, note: str, strategy: Strategy) -> str:
    if parameter.name == "race":
        return "other"
    phrases = _phrases(parameter)
    hits = re.finditer(rf"\b{one_of(list(phrases))}\b", note, re.IGNORECASE)
    text = _choose([(0, hit.group().lower()) for hit in hits], strategy)
    return phrases[text] if text else str(parameter.missing or parameter.options[0])


def _phrases(parameter: Choice) -> dict[str, str]:
    if parameter.name == "sex":
        said = {
            sex: [w for ws in ages.values() for w in ws] for sex, ages in table()["frames"]["people"].items()
        }
    elif parameter.name == "target_steroid":
        said = {option: table()["drugs"][option] for option in parameter.options}
    else:
        said = table()["choices"][parameter.name]["options"]
    return {phrase.lower(): option for option, phrases in said.items() for phrase in phrases}


def _day(parameter: Day, note: str, strategy: Strategy) -> Value:
    words = ["date", "dated", "seen on", "opened"]
    if parameter.name == "last_period":
        words = ["LMP", "last menstrual period"]
    return parse_date(_choose(_behind(words, DATE, note), strategy) or "2023-01-01")


def _doses(parameter: Doses, note: str, strategy: Strategy) -> tuple[Dose, ...]:
    """One dose of each drug that is mentioned."""
    forms = table()["frames"]["doses"]
    often = {text: int(n) for n, texts in forms["frequencies"].items() for text in texts}
    often |= dict.fromkeys(forms["patch"], 1)
    found = []
    for drug, unit in parameter.drugs:
        amounts = "|".join(spelling_pattern(text, names=False) for text in forms["units"][unit])
        dose = _choose(
            _behind(table()["drugs"][drug], rf"(?:{amounts}) {one_of(list(often))}", note), strategy
        )
        if dose:
            times = next(n for text, n in often.items() if dose.endswith(text))
            found.append(Dose(drug, float(re.findall(NUMBER, dose)[0]), unit, times))
    return tuple(found[: parameter.most]) or (Dose(*parameter.drugs[0], 1),)  # type: ignore[call-arg, arg-type]
