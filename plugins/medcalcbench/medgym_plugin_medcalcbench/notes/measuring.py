"""How values are spelled, and the statements of measured quantities."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from medgym_plugin_medcalcbench.notes.moment import Moment
from medgym_plugin_medcalcbench.notes.scene import Scene, Statement
from medgym_plugin_medcalcbench.notes.table import table
from medgym_plugin_medcalcbench.parameter import Measurement, Quantity

IN_ONE_STATEMENT = 0.55
"""Share of quantities whose values stand in one statement."""
PULSE = 20
"""Least pulse pressure, mmHg."""
NEAR = 0.3
"""Share of quantities beside which one of another kind is named that is called alike."""


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


def statements(
    scene: Scene, name: str, spelled: Iterable[tuple[Moment, str]]
) -> Iterator[tuple[Statement, list[Moment]]]:
    """Statements of one quantity with the entries that each is of: all in one, or one for each value."""
    entry, frames = table()["quantities"][name], scene.frames["quantity"]
    said = list(spelled)
    scene.rng.shuffle(said)
    term = scene.pick(entry["terms"])
    if scene.chance(IN_ONE_STATEMENT):
        piece = scene.pick(frames["series"]["piece"])
        pieces = [piece.format(V=value, label=one.label) for one, value in said]
        text = scene.pick(frames["series"]["frame"]).format(term=term, series=", ".join(pieces))
        yield Statement(entry["section"], text), [one for one, _ in said]
    else:
        for one, value in said:
            text = scene.pick(frames["one"]).format(term=term, V=value, label=one.label)
            yield Statement(entry["section"], text), [one]
    if entry["near"] and scene.chance(NEAR):
        yield Statement(entry["section"], scene.pick(entry["near"])), []


def spell_pressure(scene: Scene, systolic: float, diastolic: float | None) -> str:
    """A blood pressure; a diastolic one that is not asked for is made up."""
    made_up = systolic * scene.rng.uniform(0.5, 0.7)
    dbp = round(min(made_up if diastolic is None else diastolic, systolic - PULSE))
    return spell(scene, "mmHg", table()["units"]["pressures"], 0, systolic, dbp=dbp)


def hyphenated(age: Measurement) -> tuple[str, str]:
    """An age as ``67-year``, with its article."""
    figure = f"{age.value:.0f}"
    article = "an" if figure.startswith("8") or figure in ("11", "18") else "a"
    return article, f"{figure}-{age.unit.removesuffix('s')}"


def identity(scene: Scene, people: Sequence[tuple[str, Measurement]]) -> Iterator[Statement]:
    """Whose the charts are: a sex and an age for each."""
    said = []
    for chart, (sex, age) in zip(scene.charts, people, strict=True):
        adult = age.unit == "years" and age.value >= 16
        article, hyphen = hyphenated(age)
        plain = spell(scene, age.unit, table()["units"][age.unit], 0, age.value)
        person = scene.pick(scene.frames["people"][sex]["adult" if adult else "child"])
        frame = scene.pick(scene.frames["identity"])
        said.append(frame.format(chart=chart, article=article, hyphen=hyphen, age=plain, person=person))
    scene.rng.shuffle(said)
    return (Statement("intro", text) for text in said)
