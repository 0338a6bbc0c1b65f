"""Statements of measured quantities: the value that counts, among earlier and later ones."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from medgym_plugin_medcalcbench.notes.scene import Scene, Statement
from medgym_plugin_medcalcbench.notes.table import table
from medgym_plugin_medcalcbench.parameter import Age, Inputs, Measurement, Quantity

APART, OF_THE_RANGE = 0.2, 0.3
"""Other values differ at least so much: relative to the value that counts, or to the plausible range."""
IN_ONE_STATEMENT = 0.55
"""Share of values stated together with earlier and later ones, or with those of relatives."""
STEADY = {"bmi", "cycle_length", "height", "weight"}
"""What hardly changes within months: other values of it are relatives'."""
PULSE = 20
"""Least pulse pressure of made-up and other blood pressures, mmHg."""
FEW, BESIDE, BESIDE_MANY = 6, 0.9, 0.35
"""Share of other values that stand apart from it, of calculators with at most ``FEW`` parameters and more."""


def spell(scene: Scene, unit: str, spellings: Sequence[str], decimals: int, value: float, **more: int) -> str:
    """A value in one of the spellings of its unit."""
    fit = [text for text in spellings if "feet" not in text or value >= 12]
    figure = f"{value:,.{decimals}f}" if unit == "/µL" and scene.chance(0.5) else f"{value:.{decimals}f}"
    return scene.pick(fit).format(n=figure, feet=int(value // 12), inches=int(value % 12), **more)


def spell_measurement(scene: Scene, quantity: Quantity, measured: Measurement) -> str:
    """A measurement in one of the spellings of its unit."""
    own = table()["quantities"][quantity.name].get("units", {})
    unit = quantity.unit_named(measured.unit)
    return spell(
        scene, unit.name, own.get(unit.name) or table()["units"][unit.name], unit.decimals, measured.value
    )


def others(scene: Scene, quantity: Quantity, measured: Measurement) -> list[Measurement]:
    """Five values of other times, each far enough from ``measured``: other patients', then any."""
    value = _canonical(quantity, measured)
    spread = quantity.high - quantity.low
    apart = min(APART * max(abs(value), spread * APART), OF_THE_RANGE * spread)
    theirs = [
        other
        for patient in scene.elsewhere
        if isinstance(other := patient[quantity.name], Measurement)
        and abs(_canonical(quantity, other) - value) >= apart
    ]
    return [*theirs, *(another(scene, quantity, value, apart) for _ in range(5 - len(theirs)))]


def another(scene: Scene, quantity: Quantity, value: float, apart: float) -> Measurement:
    """A plausible value, ``apart`` from ``value`` or farther, in any fitting unit."""
    spans = [(quantity.low, value - apart), (value + apart, quantity.high)]
    other = scene.rng.uniform(*scene.pick([span for span in spans if span[0] <= span[1]]))
    limits = {"g": 8.0, "months": 4.0}
    unit = scene.pick([unit for unit in quantity.units if other < limits.get(unit.name, float("inf"))])
    return Measurement(unit.from_canonical(round(other, 6)), unit.name)


def _canonical(quantity: Quantity, measured: Measurement) -> float:
    return float(quantity.unit_named(measured.unit).to_canonical(measured.value))


def surrounded(scene: Scene, name: str, value: str, others: Sequence[str], crowd: int) -> list[Statement]:
    """The statement that counts, of ``value``, and those of other times."""
    entry: Mapping[str, Any] = table()["quantities"][name]
    frames = scene.frames[entry.get("frames", "quantity")]
    rest = iter(others)

    def say(frame: str) -> str:
        """The frame, each of its other values a new one."""
        numbered = re.sub(r"\{other\}", lambda _: next(rest), frame)
        return scene.fill(numbered, term=scene.pick(entry["terms"]), V=value)

    section = entry["section"]
    steady = scene.infant or name in STEADY
    whose = "kin " if steady else ""
    earlier, later, series = (frames[f"{whose}{kind}"] for kind in ("earlier", "later", "series"))
    together = scene.chance(IN_ONE_STATEMENT)
    said = [Statement(section, say(scene.pick(series if together else frames["alone"])))]
    share = BESIDE if crowd <= FEW else BESIDE_MANY
    if scene.chance(share):
        said.append(Statement("story", say(scene.pick(earlier))))
    if scene.chance(share):
        said.append(Statement("later", say(scene.pick(later))))
    if entry["near"] and scene.chance(share / 2):
        said.append(Statement("story", scene.pick(entry["near"])))
    return said


def quantity(scene: Scene, parameter: Quantity, measured: Measurement, crowd: int) -> list[Statement]:
    """Statements of one quantity; ``crowd`` counts the calculator's parameters."""
    elsewhere = [spell_measurement(scene, parameter, other) for other in others(scene, parameter, measured)]
    return surrounded(scene, parameter.name, spell_measurement(scene, parameter, measured), elsewhere, crowd)


def pressures(scene: Scene, pair: Sequence[Quantity], inputs: Inputs, crowd: int) -> list[Statement]:
    """Statements of the blood pressure; a diastolic one that is not asked for is made up."""
    measured = [value for quantity in pair if isinstance(value := inputs[quantity.name], Measurement)]
    values = [others(scene, quantity, value) for quantity, value in zip(pair, measured, strict=True)]

    def spelled(systolic: Measurement, *diastolic: Measurement) -> str:
        made_up = systolic.value * scene.rng.uniform(0.5, 0.7)
        dbp = round(min(diastolic[0].value if diastolic else made_up, systolic.value - PULSE))
        return spell(scene, "mmHg", table()["units"]["pressures"], 0, systolic.value, dbp=dbp)

    elsewhere = [spelled(*other) for other in zip(*values, strict=True)]
    return surrounded(scene, "blood_pressure", spelled(*measured), elsewhere, crowd)


def hyphenated(scene: Scene, age: Measurement) -> tuple[str, str]:
    """An age as ``67-year``, with its article."""
    figure = f"{age.value:.0f}"
    article = "an" if figure.startswith("8") or figure in ("11", "18") else "a"
    return article, f"{figure}-{age.unit.removesuffix('s')}"


def identity(scene: Scene, sex: str, age: Measurement, parameter: Age) -> list[Statement]:
    """Who the patient is, and who else is there."""
    forms = scene.frames["identity"]

    def say(frame: str, years: Measurement) -> str:
        adult = years.unit == "years" and years.value >= 16
        article, hyphen = hyphenated(scene, years)
        plain = spell(scene, years.unit, table()["units"][years.unit], 0, years.value)
        person = scene.pick(scene.frames["people"][sex]["adult" if adult else "child"])
        return scene.fill(frame, article=article, hyphen=hyphen, age=plain, person=person)

    if "age" in (scene.elsewhere or ({},))[0]:
        ages = others(scene, parameter, age)
    else:
        ages = [another(scene, parameter, age.value, 12) for _ in range(2)]
    said = [Statement("intro", say(scene.pick(forms["present"]), age))]
    if scene.chance(BESIDE):
        said.insert(0, Statement("intro", say(scene.pick(forms["earlier"]), grown(ages.pop()))))
    if scene.chance(BESIDE):
        said.append(Statement("later", say(scene.pick(forms["later"]), grown(ages.pop()))))
    return said


def grown(age: Measurement) -> Measurement:
    """A companion's age: at least 19 years."""
    years = round(age.value / 12 if age.unit == "months" else age.value)
    return Measurement(float(years if years >= 19 else years + 40), "years")
