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
ELSEWHERE = 0.4
"""Share of quantities that an entry leaves open which is not the patient's, or was called off, too."""


def ways(parameter: Parameter) -> Sequence[str]:
    """How this parameter may be missing; a number alone leaves open what is measured in several units.

    Of what does not change one entry of the patient's speaks, which leaves nothing open.
    """
    if not isinstance(parameter, Quantity) or parameter.name in series.STEADY:
        return (SILENT,)
    return (SILENT, CONTRADICTED) if len(parameter.units) < 2 else (SILENT, CONTRADICTED, UNITLESS)


def left_open(
    scene: Scene, parameter: Quantity, moments: Collection[Moment], way: str | None
) -> Mapping[Moment, str]:
    """Entries that leave a quantity open, and how; the one that counts if it is missing in such a ``way``.

    One is the patient's, whether or not it counts, and at most one is another.
    """
    found: dict[Moment, str] = {}
    if not (manners := ways(parameter)[1:]):
        return found
    right = scene.counting([*moments])
    own = [one for one in moments if one.made and one.chart == scene.own]
    if right and way in (CONTRADICTED, UNITLESS):
        found[right] = way
    elif others := [one for one in own if one != right]:
        found[scene.pick(others)] = scene.pick(manners)
    if scene.chance(ELSEWHERE) and (strange := [one for one in moments if one not in own]):
        found[scene.pick(strange)] = scene.pick(manners)
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
