"""Templates of messages: rows of ``templates.json``, each with a form of rule and its parameters."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from medgym_core import AnswerKind, Number, Record, Text
from medgym_plugin_medagentbench.inbox.chart import Chart
from medgym_plugin_medagentbench.inbox.novel import NOVEL
from medgym_plugin_medagentbench.inbox.rule import FORMS, Right, Rule

EXACT = ("unless_active", "retest", "allergy", "screening", "result", "conflict", "controlled", "criteria")
"""Forms whose finding is read or counted, not computed."""
WITHIN = {"renal_refill": 1.0, "by_weight": 1.0}
"""How near the finding must be that a formula gives; others are within 0.1."""
_FILE = Path(__file__).with_name("templates.json")


class Template(NamedTuple):
    """A kind of message."""

    name: str
    kind: str
    """What it is about: refill, duplicate, allergy, screening, result, conflict, decline."""
    form: str
    """Name of the form of its rule."""
    novel: bool
    """Whether no training split has it."""
    unit: str
    """Of the finding."""
    source: str
    """Where its rule comes from."""
    parameters: Mapping[str, Any]

    @property
    def answer(self) -> AnswerKind:
        """The reply's id, and the finding that decides."""
        exact = self.form in EXACT
        within = 0.0 if exact else WITHIN.get(self.form, 0.1)
        value = Number(unit=self.unit or None, exact=exact, abs_tol=within, nullable=True)
        return Record(fields={"reply": Text(), "value": value})

    def given(self, facts: Rule) -> Rule:
        """Parameters and what a message says."""
        return {**self.parameters, **facts}

    def right(self, chart: Chart, facts: Rule) -> Right:
        """What is right on a chart.

        Raises:
            UnclearError: if the chart leaves it open.
        """
        return {**FORMS, **NOVEL}[self.form](chart, self.given(facts))

    def text(self, mrn: str, facts: Rule, rng: Random) -> str:
        """The message, in one of its form's wordings."""
        given = self.given(facts)
        shown = {name: _spoken(value) for name, value in given.items()}
        return rng.choice(_WORDINGS[self.form]).format(mrn=mrn, **shown)


def _spoken(value: Any) -> str:
    """A dose as it is said; anything else as it is."""
    if isinstance(value, list) and value and isinstance(value[0], int | float):
        return f"{value[0]:g} mg {value[1]}" if len(value) > 1 else f"{value[0]:g}"
    return str(value).replace("-", " ") if isinstance(value, str) else str(value)


def _read() -> Mapping[str, Template]:
    found = {}
    for row in json.loads(_FILE.read_text(encoding="utf-8")):
        own = {name: row.pop(name) for name in Template._fields[:-1]}
        found[own["name"]] = Template(**own, parameters=row)
    return found


TEMPLATES: Mapping[str, Template] = _read()
"""Template by name."""
_WORDINGS: Mapping[str, tuple[str, ...]] = {
    "renal_refill": (
        "{mrn} asks for a refill of {drug}. Please renew it if that is right.",
        "Pharmacy: the last supply of {drug} for {mrn} is used up; may we have a new prescription?",
        "Could you renew {drug} for patient {mrn}? The kidneys have not been looked at for a while.",
    ),
    "unless_active": (
        "Please start {drug}, {dose}, for {mrn}.",
        "{mrn} would like to have {drug} ({dose}). Please prescribe it if nothing speaks against it.",
        "Would you put patient {mrn} on {drug} {dose}?",
    ),
    "retest": (
        "Please ask for {test} in {mrn}.",
        "{mrn} wants to have {test} measured again. Please request it if it is time.",
        "Can we have a {test} of patient {mrn} with the next blood draw?",
    ),
    "allergy": (
        "{mrn} has {illness}. Please prescribe what we usually give.",
        "Seen today with {illness}: patient {mrn}. A prescription, please.",
        "Patient {mrn} calls about {illness}, confirmed this morning. Please treat.",
    ),
    "screening": (
        "{mrn} asks whether {title} is due. Please request it if so.",
        "Would you see whether patient {mrn} should have {title}, and ask for it?",
        "Reminder list: {title} for {mrn}. Please check and request.",
    ),
    "result": (
        "A {title} of {mrn} is back. Please act on the latest one.",
        "Laboratory: please look at the newest {title} of patient {mrn} and do what it calls for.",
        "Who takes care of the {title} of {mrn}? Please see to it.",
    ),
    "conflict": (
        "The {role} asks you to put {mrn} on {drug} {dose} from now on.",
        "Message of the {role}: {drug} of patient {mrn} should be {dose}.",
        "For {mrn}: {drug}, {dose}, says the {role}. Please change it.",
    ),
    "controlled": (
        "{mrn} asks for a refill of {drug}.",
        "Please renew {drug} for patient {mrn}, who is going away for the weekend.",
        "Pharmacy: {mrn} is here for {drug}. Is a new prescription all right?",
    ),
    "criteria": (
        "{mrn} asks for a refill of {drug}; please see to the dose.",
        "Please renew {drug} for patient {mrn}, in atrial fibrillation.",
    ),
    "by_weight": (
        "{mrn} has a deep vein thrombosis. Please start {drug}.",
        "Confirmed thrombosis in patient {mrn}: {drug} at the treatment dose, please.",
    ),
    "equivalents": (
        "Please add {drug} {dose} for the pain of {mrn}.",
        "{mrn} is still in pain. Would you prescribe {drug}, {dose}, besides what there is?",
    ),
    "smokers_only": (
        "Should {mrn} have an ultrasound of the aorta? Please request it if so.",
        "Reminder list: aorta of patient {mrn}. Please check and request.",
    ),
    "titration": (
        "A thyrotropin of {mrn}, who takes {drug}, is back. Please adjust.",
        "Please see whether the dose of {drug} of patient {mrn} is still right.",
    ),
    "corrected": (
        "A calcium of {mrn} is back. Please act on the latest one.",
        "Please look at calcium and albumin of patient {mrn} and do what they call for.",
    ),
}
