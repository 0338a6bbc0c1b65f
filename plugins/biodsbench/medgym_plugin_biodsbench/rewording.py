"""Questions of the test as people put them: the split ``reworded``. What is asked and its gold stay the same.

``reworded.toml`` holds for each template eight requests, and its outputs and rules in other words; a voice
decides how these are put together. A request names parameters in braces, and some in another notation.
"""

from __future__ import annotations

import tomllib
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Literal, NamedTuple

from medgym_plugin_biodsbench.template import Parameters, Template, written

SPLIT = "reworded"
NOTICE = "The question is put as people put it: terms may be abbreviated or misspelt."
"""What the prompt of a reworded task says."""
Part = Literal["request", "restriction", "outputs", "rules"]
NUMBERS = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen"),
)


class Voice(NamedTuple):
    """Who asks: how the parts of a question are put together."""

    order: tuple[Part, ...]
    restriction: str
    """With ``who``, ``column`` and ``value``."""
    patients: str
    samples: str
    owners: str
    """Samples by a column of their patients."""
    heading: str
    output: str
    """With ``name`` and ``meaning``."""
    caution: str
    """What stands before the rules."""


FIRST: tuple[Part, ...] = ("restriction", "request", "outputs", "rules")
USUAL: tuple[Part, ...] = ("request", "restriction", "outputs", "rules")
RULED: tuple[Part, ...] = ("request", "restriction", "rules", "outputs")
VOICES: Mapping[str, Voice] = {
    "terse": Voice(
        USUAL, "only {who} {column} '{value}'.",
        "pts w/", "samples w/", "samples of pts w/",
        "out:", "{name}: {meaning}", "nb:",
    ),
    "bioinformatician": Voice(
        RULED, "Subset to {who} {column} == '{value}' before anything else.",
        "patients with", "samples with", "samples whose patient has",
        "Keys I parse downstream:", "{name} = {meaning}", "Gotchas:",
    ),
    "clinician": Voice(
        USUAL, "Just the {who} {column} '{value}' though.",
        "pts with", "samples with", "samples from pts with",
        "What I'd like back:", "- {name} -> {meaning}", "Bear in mind:",
    ),
    "statistician": Voice(
        FIRST, "The analysis population is limited to {who} {column} = '{value}'.",
        "patients having", "samples having", "samples of patients having",
        "Quantities to report:", "* {name}: {meaning}", "Definitions:",
    ),
    "student": Voice(
        USUAL, "It says to use only {who} where {column} is '{value}'.",
        "patients", "samples", "samples of patients",
        "The fields I have to hand in:", "* {name} - {meaning}", "And the sheet says:",
    ),
    "misspelt": Voice(
        USUAL, "olny tkae {who} wiht {column} '{value}' plz",
        "pateints", "sampels", "sampels of pateints",
        "ned thees:", "- {name}: {meaning}", "rembmer:",
    ),
    "spoken": Voice(
        RULED, "Oh, and leave out all but {who} '{value}' under {column}.",
        "patients who have", "samples that have", "samples of patients who have",
        "So I'd want:", "{name}, that is {meaning}", "Mind you:",
    ),
    "investigator": Voice(
        FIRST, "Kindly confine everything to {who} {column} recorded as '{value}'.",
        "patients with", "samples with", "samples taken from patients with",
        "To be reported, under these names:", "{name} ({meaning})", "Please observe:",
    ),
}  # fmt: skip
"""Name to voice; every template has a request of each."""


@cache
def wordings() -> Mapping[str, Mapping[str, Any]]:
    """Template to its requests by voice, its ``outputs`` and ``rules``; ``shared`` has rules of several."""
    return tomllib.loads(Path(__file__).with_name("reworded.toml").read_text(encoding="utf-8"))


def plan(templates: Sequence[str]) -> list[tuple[int, str]]:
    """Which question of the test is put by which voice, given the template of each question of the test.

    Every template is put by every voice, each time about another of its questions while there are any.
    """
    places: defaultdict[str, list[int]] = defaultdict(list)
    for at, template in enumerate(templates):
        places[template].append(at)
    return [
        (asked[turn % len(asked)], voice) for turn, voice in enumerate(VOICES) for asked in places.values()
    ]


def put(template: Template, parameters: Parameters, name: str) -> str:
    """A question as the voice called ``name`` puts it."""
    voice, words, facts = VOICES[name], wordings()[template.key], _notations(parameters)
    shared: Mapping[str, str] = wordings()["shared"]
    rules = [shared.get(rule, rule).format(**facts) for rule in words.get("rules", ())]
    outputs = [
        voice.output.format(name=output, meaning=words["outputs"][output]) for output in template.outputs
    ]
    parts: Mapping[Part, str] = {
        "request": words[name].format(**facts),
        "restriction": _restriction(voice, template.unit, parameters.get("subset")),
        "outputs": "\n".join((voice.heading, *outputs)),
        "rules": " ".join((voice.caution, *rules)) if rules else "",
    }
    return "\n".join(parts[part] for part in voice.order if parts[part])


def _restriction(voice: Voice, unit: str, subset: Mapping[str, str] | None) -> str:
    if subset is None:
        return ""
    who = voice.patients if unit == "patient" else voice.samples
    if unit == "sample" and subset["table"] == "patient":
        who = voice.owners
    return voice.restriction.format(who=who, column=subset["column"], value=subset["value"])


def _notations(parameters: Parameters) -> dict[str, str]:
    """Parameters as usual, and in other notations: ``top_words``, ``genes_and``, ``edges_slash``, ..."""
    facts = {name: written(value) for name, value in parameters.items() if name != "subset"}
    for name, value in parameters.items():
        if isinstance(value, int) and 0 <= value < len(NUMBERS):
            facts[f"{name}_words"] = NUMBERS[value]
        if name == "bounds":
            over = [f"{column} over {bound:g}" for column, bound in value]
            facts |= {"bounds_over": " and ".join(over), "bounds_gt": facts[name].replace("above", ">")}
        elif isinstance(value, list):
            each = [written(one) for one in value]
            facts[f"{name}_and"] = f"{', '.join(each[:-1])} and {each[-1]}"
            facts[f"{name}_slash"] = " / ".join(each)
    return facts
