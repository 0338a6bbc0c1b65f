"""How findings, grades, days and drugs are worded."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from medgym_plugin_medcalcbench.notes.scene import Scene, Statement
from medgym_plugin_medcalcbench.notes.table import table
from medgym_plugin_medcalcbench.parameter import Choice, Dose, Doses, Flag, Parameter, Value

NEAR = 0.4
"""Share of absences that are stated by what lies outside the criterion, where there is such."""


def worded(scene: Scene, parameter: Parameter, value: Value) -> Statement:
    """A value of anything but a quantity, without the entry that it is of."""
    match parameter, value:
        case Flag(), bool():
            return _finding(scene, parameter, value)
        case Choice(name="target_steroid"), str():
            drug = scene.pick(table()["drugs"][value])
            return Statement("drugs", scene.pick(scene.frames["target_steroid"]).format(drug=drug))
        case Choice(), str():
            entry = table()["choices"][parameter.name]
            return Statement(scene.frames["choice"][entry["kind"]], scene.pick(entry["options"][value]))
        case Doses(), tuple():
            return _doses(scene, [dose for dose in value if isinstance(dose, Dose)])
        case _, date():
            return Statement("history", scene.pick(scene.frames["last_period"]).format(V=scene.date(value)))
    raise AssertionError(f"{parameter} is of no known kind")


def _finding(scene: Scene, parameter: Flag, present: bool) -> Statement:
    entry, forms = table()["findings"][parameter.name], scene.frames["finding"]
    section = forms[entry["kind"]]["section"]
    if present:
        return Statement(section, scene.pick(entry["phrases"]))
    if entry["near"] and scene.chance(NEAR):
        return Statement(section, scene.pick(entry["near"]))
    topic = scene.pick(entry.get("topic", entry["phrases"]))
    return Statement(section, scene.pick(forms["absent"]).format(topic=topic))


def _doses(scene: Scene, taken: Sequence[Dose]) -> Statement:
    forms = scene.frames["doses"]

    def spelled(dose: Dose) -> str:
        often = forms["patch"] if dose.unit == "mcg/h" else forms["frequencies"][f"{dose.per_day:.0f}"]
        return str(
            forms["dose"].format(
                drug=scene.pick(table()["drugs"][dose.drug]),
                amount=scene.pick(forms["units"][dose.unit]).format(n=f"{dose.amount:g}"),
                frequency=scene.pick(often),
            )
        )

    return Statement("drugs", scene.pick(forms["present"]).format(dose=" + ".join(map(spelled, taken))))
