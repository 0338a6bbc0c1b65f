"""Statements that leave a value open: a number without its unit, and two values in one entry.

Of every quantity as many entries leave it open, whether or not the one that counts is among them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from medgym_plugin_medcalcbench.notes import measuring, series
from medgym_plugin_medcalcbench.notes.moment import Moment
from medgym_plugin_medcalcbench.notes.scene import Scene
from medgym_plugin_medcalcbench.parameter import Measurement, Parameter, Quantity

SILENT, UNITLESS, CONTRADICTED = "silent", "unitless", "contradicted"
"""How an input may be missing: no entry that counts speaks of it, or the one that counts leaves it open."""
OFTEN = (1, 1, 2)
"""How many entries leave a quantity open, where others than the one that counts speak of it."""


def ways(parameter: Parameter) -> Sequence[str]:
    """How this parameter may be missing; a number alone leaves open what is measured in several units."""
    if not isinstance(parameter, Quantity):
        return (SILENT,)
    return (SILENT, CONTRADICTED) if len(parameter.units) < 2 else (SILENT, CONTRADICTED, UNITLESS)


def left_open(
    scene: Scene, parameter: Quantity, moments: Collection[Moment], way: str | None
) -> Mapping[Moment, str]:
    """Entries that leave a quantity open, and how; the one that counts if it is missing in such a ``way``.

    The first is in either case one of the patient's, so that counting them does not tell whether it counts.
    """
    right = scene.counting([*moments])
    others = [one for one in moments if one != right]
    count = min(scene.pick(OFTEN), len(others))
    found: dict[Moment, str] = {}
    if right and way in (CONTRADICTED, UNITLESS):
        found[right] = way
    elif own := [one for one in others if one.made and one.chart == scene.own]:
        found[scene.pick(own)] = scene.pick(ways(parameter)[1:])
    rest = [one for one in others if one not in found]
    for one in scene.rng.sample(rest, max(0, count - len(found))):
        found[one] = scene.pick(ways(parameter)[1:])
    return found


def spelled(
    scene: Scene, parameter: Quantity, said: Mapping[Moment, Measurement], unclear: Mapping[Moment, str]
) -> Iterator[tuple[Moment, str]]:
    """What each entry says of a quantity, twice where it contradicts itself."""
    for one, value in said.items():
        unit = parameter.unit_named(value.unit)
        if unclear.get(one) == UNITLESS:
            yield one, f"{value.value:.{unit.decimals}f}"
            continue
        yield one, measuring.spell_measurement(scene, parameter, value)
        if unclear.get(one) == CONTRADICTED:
            other = series.another(scene, parameter, [float(unit.to_canonical(value.value))])
            yield one, measuring.spell_measurement(scene, parameter, other)
