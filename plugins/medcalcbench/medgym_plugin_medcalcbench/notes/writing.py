"""Writing a synthetic clinical note from a calculator's inputs."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from random import Random

from medgym_plugin_medcalcbench.calculator import Calculator
from medgym_plugin_medcalcbench.notes import finding_forms, measuring
from medgym_plugin_medcalcbench.notes.background import background
from medgym_plugin_medcalcbench.notes.scene import Scene, Statement, set_scene
from medgym_plugin_medcalcbench.parameter import (
    Age,
    Choice,
    Dose,
    Doses,
    Flag,
    Inputs,
    Measurement,
    Parameter,
    Quantity,
)
from medgym_plugin_medcalcbench.quantity import AGE, WEIGHT

LEFT_OUT = 0.3
"""Share of quantities left out whose value is what silence means."""
WORDS = 120
"""Neutral statements are added up to so many words."""
ADULT = 42.0
"""Weight in kg from which a patient of no given age is an adult."""
FEMALE = ("last_period", "hormone_use")
"""Parameters of women only."""


def write(calculator: Calculator, inputs: Inputs, rng: Random) -> str:
    """A note that states ``inputs``, every one of ``calculator``'s parameters; a function of ``rng``'s state.

    Admission note, discharge summary or clinic letter. Beside what counts it holds values of other times and
    of other quantities, denied, suspected and relatives' findings, and what else a patient like this has.
    What equals its parameter's ``missing`` may be left out. The people and places are invented.
    """
    age = _age(inputs, rng)
    scene = set_scene(calculator, inputs, age.value / 12 if age.unit == "months" else age.value, rng)
    sex = str(
        inputs.get("sex") or ("female" if set(FEMALE) & set(inputs) else scene.pick(("female", "male")))
    )
    said = [*_identity(calculator, sex, age, scene), *_parameters(calculator, inputs, scene)]
    said += background(scene, sex, inputs)
    said += _neutral(scene, said)
    head = _head(scene)
    return "\n".join([*head, *_body(scene, said)]) + "\n"


def _identity(calculator: Calculator, sex: str, age: Measurement, scene: Scene) -> list[Statement]:
    """Who the patient is; the sex is made up where it is no input."""
    ages = [parameter for parameter in calculator.parameters if isinstance(parameter, Age)]
    return measuring.identity(scene, sex, age, ages[0] if ages else AGE)


def _age(inputs: Inputs, rng: Random) -> Measurement:
    """The age; where it is no input, one that fits a pregnancy or a child's weight."""
    age, weight = inputs.get("age"), inputs.get("weight")
    if isinstance(age, Measurement):
        return age
    if "last_period" in inputs:
        return Measurement(float(rng.randint(20, 41)), "years")
    kilograms = ADULT
    if isinstance(weight, Measurement):
        kilograms = float(WEIGHT.unit_named(weight.unit).to_canonical(weight.value))
    if kilograms < 9.5:
        return Measurement(float(max(1, round(2 * (kilograms - 3)))), "months")
    if kilograms < ADULT:
        return Measurement(float(max(1, round((kilograms - 8) / 2.6))), "years")
    return Measurement(float(rng.randint(24, 84)), "years")


def _parameters(calculator: Calculator, inputs: Inputs, scene: Scene) -> Iterator[Statement]:
    """Statements of every parameter but sex, age, race and the key date."""
    crowd = len(calculator.parameters)
    if "sbp" in inputs:
        pair = [p for p in calculator.parameters if isinstance(p, Quantity) and p.name in ("sbp", "dbp")]
        silent = all(inputs[quantity.name] == quantity.missing for quantity in pair)
        if not (silent and scene.chance(LEFT_OUT)):
            yield from measuring.pressures(scene, pair, inputs, crowd)
    for parameter in calculator.parameters:
        value = inputs[parameter.name]
        if parameter.name in ("sbp", "dbp", "age", "sex", "race", "today"):
            continue
        if isinstance(parameter, Quantity) and isinstance(value, Measurement):
            if value != parameter.missing or not scene.chance(LEFT_OUT):
                yield from measuring.quantity(scene, parameter, value, crowd)
        else:
            yield from _unmeasured(parameter, inputs, _taken(calculator, inputs), scene)


def _unmeasured(
    parameter: Parameter, inputs: Inputs, taken: tuple[Dose, ...], scene: Scene
) -> list[Statement]:
    """Statements of a parameter that is no quantity."""
    value = inputs[parameter.name]
    match parameter:
        case Flag():
            return finding_forms.finding(scene, parameter, bool(value))
        case Choice(name="target_steroid"):
            return finding_forms.target_steroid(scene, parameter, str(value), taken)
        case Choice():
            return finding_forms.choice(scene, parameter, str(value))
        case Doses():
            return finding_forms.doses(scene, parameter, taken)
    assert isinstance(value, date), f"{parameter} is of no known kind"
    return finding_forms.last_period(scene, value)


def _taken(calculator: Calculator, inputs: Inputs) -> tuple[Dose, ...]:
    """The drugs taken; none if the calculator asks for none."""
    for parameter in calculator.parameters:
        value = inputs[parameter.name]
        if isinstance(parameter, Doses) and isinstance(value, tuple):
            return tuple(dose for dose in value if isinstance(dose, Dose))
    return ()


def _neutral(scene: Scene, said: list[Statement]) -> list[Statement]:
    """Neutral statements up to the least length."""
    neutral = [Statement(name, text) for name, texts in scene.frames["neutral"].items() for text in texts]
    scene.rng.shuffle(neutral)
    more: list[Statement] = []
    while neutral and sum(len(statement.text.split()) for statement in [*said, *more]) < WORDS:
        more.append(neutral.pop())
    return more


def _head(scene: Scene) -> list[str]:
    """Title, place, patient, and the key date between two others."""
    head = scene.frames["head"]
    dates = [scene.fill(scene.pick(head[when])) for when in ("earlier", "later")]
    scene.rng.shuffle(dates)
    dates.insert(1, scene.fill(scene.pick(head[scene.kind]["key"])))
    place, name = scene.pick(scene.frames["hospitals"]), scene.pick(scene.frames["names"])
    return [head[scene.kind]["title"], place, f"Patient: {name} (synthetic)", *dates]


def _body(scene: Scene, said: list[Statement]) -> Iterator[str]:
    """The sections with their headings, in one of the orders and one of the layouts."""
    layout = scene.pick((_bullets, _sentences, _chain))
    headings = scene.frames["sections"][scene.kind]
    for section in scene.pick(scene.frames["orders"]):
        texts = [statement.text for statement in said if statement.section == section]
        if section not in ("intro", "drugs"):
            scene.rng.shuffle(texts)
        if texts:
            yield ""
            yield scene.pick(headings[section])
            yield layout(texts)


def _capitalised(text: str) -> str:
    return text if text[1:2].isupper() else text[0].upper() + text[1:]


def _bullets(texts: list[str]) -> str:
    return "\n".join(f"- {text}" for text in texts)


def _sentences(texts: list[str]) -> str:
    return " ".join(f"{_capitalised(text)}." for text in texts)


def _chain(texts: list[str]) -> str:
    return _capitalised("; ".join(texts)) + "."
