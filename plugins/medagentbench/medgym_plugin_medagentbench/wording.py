"""What the agent is told: questions in several wordings, and the rules that their grading relies on."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from medgym_plugin_medagentbench import clock, template
from medgym_plugin_medagentbench.pressure import pressure
from medgym_plugin_medagentbench.template import Facts

URL = "http://127.0.0.1:8080/fhir"
"""The server's base, as seen in the box."""
TESTS = {
    "recent-magnesium": ("magnesium", template.MG, "mg/dL"),
    "replace-magnesium": ("magnesium", template.MG, "mg/dL"),
    "mean-glucose": ("glucose", template.GLU, "mg/dL"),
    "latest-glucose": ("glucose", template.GLU, "mg/dL"),
    "replace-potassium": ("potassium", template.K, "mmol/L"),
    "renew-a1c": ("haemoglobin A1c", template.A1C, "%"),
    "potassium-change": ("potassium", template.K, "mmol/L"),
    "glucose-days": ("glucose", template.GLU, "mg/dL"),
    "corrected-sodium": ("sodium", "NA", "mmol/L"),
}
"""Template to the laboratory test that it looks at: name, code, unit."""
WINDOWED = ("recent-magnesium", "replace-magnesium", "mean-glucose")
"""Templates that look at the last 24 hours alone."""
WRITING = (
    "record-blood-pressure",
    "replace-magnesium",
    "refer-to-orthopaedics",
    "replace-potassium",
    "renew-a1c",
    "potassium-change",
)
"""Templates that may ask for something to be created."""


@cache
def _texts() -> dict[str, Any]:
    texts: dict[str, Any] = json.loads(Path(__file__).with_name("wordings.json").read_text(encoding="utf-8"))
    return texts


def question(name: str, facts: Facts, rng: Random) -> str:
    """A question of a template, in one of its wordings."""
    wording: str = rng.choice(_texts()["questions"][name])
    return wording.format(**facts)


def context(name: str, published: bool = False, reworded: bool = False) -> str:
    """The rules of a template, and a word on whose question it is."""
    texts = _texts()["context"]
    parts = [texts["always"]]
    if name in TESTS:
        parts.append(texts["results"])
    if name in WINDOWED:
        parts.append(texts["window"])
    parts += [texts["templates"][name], texts["writing" if name in WRITING else "reading"]]
    if published:
        parts.append(texts["published"])
    if reworded:
        parts.append(texts["reworded"])
    test, code, unit = TESTS.get(name, ("", "", ""))
    return "\n".join(parts).format(
        url=URL,
        test=test,
        code=code,
        unit=unit,
        now=clock.written(clock.NOW),
        day_ago=clock.written(clock.NOW - clock.DAY),
        year_ago=clock.written(clock.YEAR_AGO),
        morning=clock.written(clock.MORNING),
    )


def drawn(name: str, rng: Random) -> dict[str, str]:
    """What a question states that is in no chart: a new measurement, the text of a referral."""
    if name == "record-blood-pressure":
        return {"value": f"{pressure(rng, 96, 168)} mmHg"}
    if name == "refer-to-orthopaedics":
        parts = _texts()["referral"].items()
        return {"text": " ".join(f"{part.capitalize()}: {rng.choice(texts)}." for part, texts in parts)}
    return {}
