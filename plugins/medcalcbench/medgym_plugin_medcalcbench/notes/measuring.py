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
"""Share of values stated together with earlier and later ones."""
BESIDE, FEW = 0.9, 6
"""Share of other values that stand apart from it; fewer beside more than ``FEW`` parameters."""


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


def another(scene: Scene, quantity: Quantity, measured: Measurement) -> Measurement:
    """Another plausible value, far enough from ``measured``, in any fitting unit."""
    value = float(quantity.unit_named(measured.unit).to_canonical(measured.value))
    spread = quantity.high - quantity.low
    apart = min(APART * max(abs(value), spread * APART), OF_THE_RANGE * spread)
    lows = (quantity.low, value - apart)
    highs = (value + apart, quantity.high)
    spans = [(low, high) for low, high in (lows, highs) if low <= high] or [(quantity.low, quantity.high)]
    other = scene.rng.uniform(*scene.pick(spans))
    limits = {"g": 8.0, "months": 4.0}
    units = [unit for unit in quantity.units if other < limits.get(unit.name, float("inf"))]
    unit = scene.pick(units)
    return Measurement(unit.from_canonical(round(other, 6)), unit.name)


def surrounded(scene: Scene, name: str, value: str, others: Sequence[str], crowd: int) -> list[Statement]:
    """The statement that counts, of ``value``, and those of other times."""
    entry: Mapping[str, Any] = table()["quantities"][name]
    frames = scene.frames["quantity"]
    rest = iter(others)

    def say(frame: str) -> str:
        """The frame, each of its other values a new one."""
        numbered = re.sub(r"\{other\}", lambda _: next(rest), frame)
        return scene.fill(numbered, term=scene.pick(entry["terms"]), V=value)

    section = entry["section"]
    if scene.chance(IN_ONE_STATEMENT):
        said = [Statement(section, say(scene.pick(frames["series"])))]
    else:
        said = [Statement(section, say(scene.pick(frames["alone"])))]
    share = BESIDE if crowd <= FEW else 0.35
    if scene.chance(share):
        said.append(Statement("story", say(scene.pick(frames["earlier"]))))
    if scene.chance(share):
        said.append(Statement("later", say(scene.pick(frames["later"]))))
    if entry["near"] and scene.chance(share / 2):
        said.append(Statement("story", scene.pick(entry["near"])))
    return said


def quantity(scene: Scene, parameter: Quantity, measured: Measurement, crowd: int) -> list[Statement]:
    """Statements of one quantity; ``crowd`` counts the calculator's parameters."""
    others = [spell_measurement(scene, parameter, another(scene, parameter, measured)) for _ in range(5)]
    return surrounded(scene, parameter.name, spell_measurement(scene, parameter, measured), others, crowd)


def pressures(
    scene: Scene, quantities: Mapping[str, Quantity], inputs: Inputs, crowd: int
) -> list[Statement]:
    """Statements of the blood pressure; a diastolic one that is not asked for is made up."""
    spellings = table()["units"]["pressures"]

    def pair(sbp: float, dbp: float) -> str:
        return spell(scene, "mmHg", spellings, 0, sbp, dbp=int(dbp))

    def other() -> str:
        sbp, dbp = (
            another(scene, quantities[name], measured).value if name in quantities else 0
            for name, measured in values.items()
        )
        return pair(sbp, min(dbp or sbp * 0.6, sbp - 12))

    values = {
        name: measured
        for name in ("sbp", "dbp")
        if isinstance(measured := inputs.get(name, Measurement(0, "mmHg")), Measurement)
    }
    sbp, dbp = values["sbp"].value, values["dbp"].value
    value = pair(sbp, dbp or round(sbp * scene.rng.uniform(0.5, 0.7)))
    return surrounded(scene, "blood_pressure", value, [other() for _ in range(5)], crowd)


def hyphenated(scene: Scene, age: Measurement) -> tuple[str, str]:
    """An age as ``67-year``, with its article."""
    figure = f"{age.value:.0f}"
    article = "an" if figure.startswith("8") or figure in ("11", "18") else "a"
    return article, f"{figure}-{age.unit.removesuffix('s')}"


def identity(scene: Scene, sex: str, age: Measurement, parameter: Age, crowd: int) -> list[Statement]:
    """Who the patient is, and who else is there."""
    forms = scene.frames["identity"]

    def say(frame: str, years: Measurement) -> str:
        adult = years.unit == "years" and years.value >= 16
        article, hyphen = hyphenated(scene, years)
        plain = spell(scene, years.unit, table()["units"][years.unit], 0, years.value)
        person = scene.pick(scene.frames["people"][sex]["adult" if adult else "child"])
        return scene.fill(frame, article=article, hyphen=hyphen, age=plain, person=person)

    def companion() -> Measurement:
        return Measurement(float(round(another(scene, parameter, age).value)), "years")

    said = [Statement("intro", say(scene.pick(forms["present"]), age))]
    if scene.chance(BESIDE):
        said.insert(0, Statement("intro", say(scene.pick(forms["earlier"]), grown(companion()))))
    if scene.chance(BESIDE):
        said.append(Statement("later", say(scene.pick(forms["later"]), grown(companion()))))
    return said


def grown(age: Measurement) -> Measurement:
    """A companion's age: at least 19 years."""
    return Measurement(age.value if age.value >= 19 else age.value + 40, "years")
