"""Statements of findings, grades, days and drugs: what counts, and what a careless reader takes for it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

from medgym_plugin_medcalcbench.notes.scene import Scene, Statement
from medgym_plugin_medcalcbench.notes.table import table
from medgym_plugin_medcalcbench.parameter import Choice, Dose, Doses, Flag

SILENT = 0.08
"""Share of absent findings, and of options that silence means, which are left out."""
MISLEADING = 0.5
"""Share of the other absent findings that come up in another way than by denial."""
NEAR = 0.4
"""Share of these that are the finding's own, where its kind has others too."""
ALSO = 0.15
"""Share of present findings that also come up in a way that does not count."""

USUAL = {"mg": (5.0, 10.0, 20.0, 30.0), "mcg": (100.0, 200.0, 400.0), "mcg/h": (25.0, 50.0, 75.0)}
"""Amounts of drugs not taken, by unit."""


def finding(scene: Scene, parameter: Flag, present: bool) -> list[Statement]:
    """Statements of a finding."""
    entry = table()["findings"][parameter.name]
    forms = scene.frames["finding"][entry["kind"]]
    topics = entry.get("topic", entry["phrases"])
    decoys = [scene.fill(frame, topic=scene.pick(topics)) for frame in forms["other"]]
    if present:
        said = [scene.fill(scene.pick(forms["present"]), phrase=scene.pick(entry["phrases"]))]
        kin = [text for frame, text in zip(forms["other"], decoys, strict=True) if "{relative}" in frame]
        beside = kin + ([] if entry.get("denies") else entry["near"])
        if beside and scene.chance(ALSO):
            said.append(scene.pick(beside))
    elif scene.chance(SILENT):
        said = []
    elif (decoys or entry["near"]) and scene.chance(MISLEADING):
        said = [scene.pick((entry["near"] or decoys) if scene.chance(NEAR) else (decoys or entry["near"]))]
    else:
        said = [scene.fill(scene.pick(forms["absent"]), topic=scene.pick(topics))]
    return [Statement(forms["section"], text) for text in said]


def choice(scene: Scene, parameter: Choice, option: str) -> list[Statement]:
    """Statements of a graded finding: the grade that counts, and others of other times or people."""
    entry = table()["choices"][parameter.name]
    forms = scene.frames["choice"][entry["kind"]]
    others = [other for other in entry["options"] if other not in (option, parameter.missing)]

    def say(when: str, which: str) -> str:
        return scene.fill(scene.pick(forms[when]), phrase=scene.pick(entry["options"][which]))

    said = []
    if option != parameter.missing or not scene.chance(SILENT):
        said.append(Statement(forms["section"], say("present", option)))
    if scene.chance(0.8):
        said.insert(0, Statement("story", say("earlier", scene.pick(others))))
    if scene.chance(0.7):
        said.append(Statement("later", say("later", scene.pick(others))))
    return said


def last_period(scene: Scene, day: date) -> list[Statement]:
    """Statements of the last menstrual period, among wrong and other ones."""
    forms = scene.frames["last_period"]

    def say(when: str) -> str:
        other = scene.date(day - timedelta(days=distances.pop()))
        return scene.fill(scene.pick(forms[when]), V=scene.date(day), other=other)

    distances = scene.rng.sample((5, 9, 14, 23, 27, 33, 41, 62, 365), 3)
    return [
        Statement("story", say("earlier")),
        Statement("history", say("present")),
        Statement("later", say("later")),
    ]


def doses(scene: Scene, parameter: Doses, taken: Sequence[Dose]) -> list[Statement]:
    """Statements of the drugs taken, in their order, and of others that are not taken."""
    forms = scene.frames["doses"]

    def say(when: str, dose: Dose) -> str:
        patch = dose.unit == "mcg/h"
        spelled = forms["dose"].format(
            drug=scene.pick(table()["drugs"][dose.drug]),
            amount=scene.pick(forms["units"][dose.unit]).format(n=f"{dose.amount:g}"),
            frequency=scene.pick(forms["patch"] if patch else forms["frequencies"][f"{dose.per_day:.0f}"]),
        )
        return scene.fill(scene.pick(forms[when]), dose=spelled)

    def other(drug: str, unit: str) -> Dose:
        same = [dose for dose in taken if dose.drug == drug]
        amount = same[0].amount * scene.pick((2, 3)) if same else scene.pick(USUAL[unit])
        return Dose(drug, amount, unit, 1 if unit == "mcg/h" else scene.rng.randint(1, 4))

    idle = [drug for drug in parameter.drugs if drug[0] not in {dose.drug for dose in taken}]
    own = [(dose.drug, dose.unit) for dose in taken]
    return [
        Statement("story", say("earlier", other(*scene.pick(own)))),
        *(Statement("drugs", say("present", dose)) for dose in taken),
        Statement("later", say("later", other(*scene.pick(own)))),
        Statement("story", say("earlier", other(*scene.pick(idle)))),
        Statement("later", say("later", other(*scene.pick(idle)))),
    ]


def target_steroid(scene: Scene, parameter: Choice, drug: str, taken: Sequence[Dose]) -> list[Statement]:
    """Statements of the corticosteroid to convert to."""
    forms = scene.frames["target_steroid"]
    idle = [other for other in parameter.options if other not in {drug, *(dose.drug for dose in taken)}]

    def say(when: str, which: str) -> str:
        return scene.fill(scene.pick(forms[when]), drug=scene.pick(table()["drugs"][which]))

    return [
        Statement("story", say("earlier", scene.pick(idle))),
        Statement("drugs", say("present", drug)),
        Statement("later", say("later", scene.pick(idle))),
    ]
