"""Writing a synthetic clinical note from a calculator's inputs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import cycle
from random import Random
from typing import NamedTuple

from medgym_plugin_medcalcbench.calculator import Calculator
from medgym_plugin_medcalcbench.drawing import draw
from medgym_plugin_medcalcbench.notes import FIXED, finding_forms, measuring, series, unclear
from medgym_plugin_medcalcbench.notes.background import background
from medgym_plugin_medcalcbench.notes.layout import body, head
from medgym_plugin_medcalcbench.notes.moment import MORE, NONE, Moment, counting, written_times
from medgym_plugin_medcalcbench.notes.scene import Scene, Statement, set_scene
from medgym_plugin_medcalcbench.notes.table import table
from medgym_plugin_medcalcbench.parameter import (
    Age,
    Choice,
    Flag,
    Inputs,
    Measurement,
    Parameter,
    Quantity,
    Value,
)
from medgym_plugin_medcalcbench.quantity import AGE, WEIGHT

WORDS = 160
"""Neutral statements are added up to so many words."""
ADULT = 42.0
"""Weight in kg from which a patient of no given age is an adult."""
FEMALE = ("last_period", "hormone_use")
"""Parameters of women only."""


class Note(NamedTuple):
    """A note, and what its generator knows of it."""

    text: str
    """As it is read."""
    scene: Scene
    """Its people and entries."""
    said: Mapping[str, Mapping[Moment, Value]]
    """Parameter to what each entry says of it."""
    sentences: Mapping[str, Mapping[Moment, str]]
    """Parameter to the statement by which each entry says it."""
    fixed: Inputs
    """Parameters that no entry states."""
    unclear: Mapping[str, Mapping[Moment, str]]
    """Parameter to the entries that leave it open, and how."""

    def stated(self, asked: datetime) -> dict[str, str]:
        """Parameter to the statement that counts at a time; without those of which none does."""
        found = {name: counting([*said], self.scene.own, asked) for name, said in self.said.items()}
        return {
            name: self.sentences[name][one]
            for name, one in found.items()
            if one is not None and one not in self.unclear.get(name, ())
        }

    def inputs(self, calculator: Calculator, asked: datetime) -> dict[str, Value]:
        """What the note states at a time, or what silence means; without what has no such meaning."""
        inputs: dict[str, Value] = {}
        for parameter in calculator.parameters:
            said = self.said.get(parameter.name, {})
            last = counting([*said], self.scene.own, asked)
            value = self.fixed.get(parameter.name, parameter.missing) if last is None else said[last]
            if value is not None and last not in self.unclear.get(parameter.name, ()):
                inputs[parameter.name] = asked.date() if parameter.name == "today" else value
        return inputs


def write(
    calculator: Calculator, inputs: Inputs, rng: Random, lacking: Mapping[str, str] | None = None
) -> Note:
    """A note that states ``inputs``, every one of ``calculator``'s parameters, at the time that it asks for.

    Beside what counts it holds what was said earlier, later, of other people, and in entries that were called
    off, all in the same forms, and what else a patient like this has. What equals its parameter's ``missing``
    may be left out; parameters ``lacking`` are missing in the way that is named (:mod:`unclear`), and where
    they are given, though empty, no count of entries shows which they are. The people are invented.
    """
    age = _age(inputs, rng)
    years = age.value / 12 if age.unit == "months" else age.value
    scene = set_scene(inputs, years, rng, more=NONE if lacking is None else MORE)
    sex = str(
        inputs.get("sex") or ("female" if set(FEMALE) & set(inputs) else scene.pick(("female", "male")))
    )
    parameters = _Parameters(calculator, inputs, scene, lacking)
    statements = [*_times(scene), *_identity(calculator, sex, age, scene), *parameters.statements()]
    statements += background(scene, sex, inputs)
    statements += _neutral(scene, statements)
    text = "\n".join([*head(scene), *body(scene, statements)]) + "\n"
    fixed = {name: inputs[name] for name in FIXED if name in inputs}
    return Note(text, scene, parameters.said, parameters.sentences, fixed, parameters.unclear)


class _Parameters:
    """Says of every parameter what each entry has of it."""

    def __init__(
        self, calculator: Calculator, inputs: Inputs, scene: Scene, lacking: Mapping[str, str] | None
    ) -> None:
        self.calculator, self.inputs, self.scene, self.lacking = calculator, inputs, scene, lacking
        self.said: dict[str, dict[Moment, Value]] = {}
        self.sentences: dict[str, dict[Moment, str]] = {}
        self.unclear: dict[str, Mapping[Moment, str]] = {}
        self._drawn: list[Inputs] = []
        self._used = Counter[str]()

    def statements(self) -> Iterator[Statement]:
        """What the entries say of each parameter but the fixed ones, in the order of the parameters."""
        pressures = {p.name: p for p in self.calculator.parameters if p.name in ("sbp", "dbp")}
        for parameter in self.calculator.parameters:
            if parameter.name in FIXED or parameter.name == "dbp":
                continue
            moments = self._moments(parameter)
            self.said[parameter.name] = self._values(parameter, moments)
            if parameter.name == "sbp":
                yield from self._pressures(pressures, moments)
            elif isinstance(parameter, Quantity):
                yield from self._measured(parameter.name, (parameter.name,), self._spelled(parameter))
            else:
                yield from self._worded(parameter)

    def _spelled(self, parameter: Quantity) -> Iterator[tuple[Moment, str]]:
        """What each entry says of a quantity; where inputs may be missing some entries leave it open."""
        name = parameter.name
        said = {one: value for one, value in self.said[name].items() if isinstance(value, Measurement)}
        if self.lacking is not None:
            way = self.lacking.get(name)
            self.unclear[name] = unclear.left_open(self.scene, parameter, said, way)
        return unclear.spelled(self.scene, parameter, said, self.unclear.get(name, {}))

    def _moments(self, parameter: Parameter) -> list[Moment]:
        """The entries that speak of a parameter."""
        crowd = len(self.calculator.parameters)
        count = series.spoken(crowd) if self.lacking is None else series.spoken_evenly(crowd)
        if isinstance(parameter, Choice):
            count = min(count, len(self._options(parameter)))
        elif isinstance(parameter, Flag):
            count = min(count, 3)
        silent = self._unremarkable(parameter) and self.scene.chance(series.SILENT)
        steady = parameter.name in series.STEADY
        present = self.lacking is None or self.lacking.get(parameter.name) != unclear.SILENT
        if self.lacking is None or steady:
            return series.chosen(self.scene, count, present and not silent, steady)
        return series.evenly(self.scene, count, present and not silent)

    def _unremarkable(self, parameter: Parameter) -> bool:
        """Whether silence means what it is; of a blood pressure, what both its numbers are."""
        stated = [p for p in self.calculator.parameters if p.name in ("sbp", "dbp")]
        group = stated if parameter.name == "sbp" else [parameter]
        return all(self.inputs[one.name] == one.missing for one in group)

    def _values(self, parameter: Parameter, moments: Sequence[Moment]) -> dict[Moment, Value]:
        value = self.inputs[parameter.name]
        others: Iterator[Value]
        if isinstance(parameter, Quantity) and isinstance(value, Measurement):
            draws = self._draws(parameter.name)
            others = series.measured(self.scene, parameter, value, lambda: next(draws), len(moments))
        elif isinstance(parameter, Flag):
            others = series.alternating(self.scene, bool(value))
        elif isinstance(parameter, Choice):
            options = [one for one in self._options(parameter) if one != value]
            others = cycle([*self.scene.rng.sample(options, len(options)), str(value)])
        else:
            others = (one for one in self._draws(parameter.name) if one != value)
        return series.said(self.scene, moments, value, others)

    def _options(self, parameter: Choice) -> Sequence[str]:
        if parameter.name == "target_steroid":
            return parameter.options
        options: Mapping[str, object] = table()["choices"][parameter.name]["options"]
        return [*options]

    def _draws(self, name: str) -> Iterator[Value]:
        """The parameter's values of other patients, drawn as this one was."""
        while True:
            place = self._used[name]
            self._used[name] += 1
            if place >= len(self._drawn):
                self._drawn.append(draw(self.calculator, self.scene.rng))
            yield self._drawn[place][name]

    def _pressures(self, pair: Mapping[str, Parameter], moments: Sequence[Moment]) -> Iterator[Statement]:
        """Statements of the blood pressure: pairs, each with a pulse."""
        diastolic = dict[Moment, Value]()
        if "dbp" in pair:
            diastolic = self._values(pair["dbp"], moments)
            for one in moments:
                high, low = self.said["sbp"][one], diastolic[one]
                assert isinstance(high, Measurement)
                assert isinstance(low, Measurement)
                if self.scene.counting(moments) != one:
                    diastolic[one] = low._replace(value=float(min(low.value, high.value - measuring.PULSE)))
            self.said["dbp"] = diastolic
        spelled = {}
        for one, high in self.said["sbp"].items():
            lower = diastolic.get(one)
            assert isinstance(high, Measurement)
            known = lower.value if isinstance(lower, Measurement) else None
            spelled[one] = measuring.spell_pressure(self.scene, high.value, known)
        yield from self._measured("blood_pressure", [*pair], spelled.items())

    def _measured(
        self, name: str, parameters: Sequence[str], spelled: Iterable[tuple[Moment, str]]
    ) -> Iterator[Statement]:
        for statement, moments in measuring.statements(self.scene, name, spelled):
            yield statement
            for parameter in parameters:
                self.sentences.setdefault(parameter, {}).update(dict.fromkeys(moments, statement.text))

    def _worded(self, parameter: Parameter) -> Iterator[Statement]:
        sentences = self.sentences[parameter.name] = {}
        for moment, value in self.said[parameter.name].items():
            what = finding_forms.worded(self.scene, parameter, value)
            text = self.scene.pick(self.scene.frames["said"]).format(label=moment.label, what=what.text)
            sentences[moment] = text
            yield Statement(what.section, text)


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


def _identity(calculator: Calculator, sex: str, age: Measurement, scene: Scene) -> Iterator[Statement]:
    """Who the charts' people are."""
    ages = [parameter for parameter in calculator.parameters if isinstance(parameter, Age)]
    parameter = ages[0] if ages else AGE
    spread = parameter.high - parameter.low
    taken = [float(parameter.unit_named(age.unit).to_canonical(age.value))]
    people = [(sex, age)]
    for _ in scene.charts[1:]:
        other = next(
            one
            for one in iter(lambda: scene.rng.uniform(parameter.low, parameter.high), None)
            if all(abs(one - known) > spread / 12 for known in taken)
        )
        taken.append(other)
        people.append((scene.pick(("female", "male")), series.stated(scene, parameter, other)))
    return measuring.identity(scene, people)


def _times(scene: Scene) -> Iterator[Statement]:
    """When each entry was made, and for whom."""
    forms, times = scene.frames["entries"], written_times(scene.rng, scene.moments, scene.spelling)
    for one in scene.moments:
        remark = scene.pick(forms["made" if one.made else "idle"])
        text = scene.pick(forms["frames"]).format(
            label=one.label, time=times[one], chart=one.chart, remark=remark
        )
        yield Statement("times", text)


def _neutral(scene: Scene, said: Sequence[Statement]) -> list[Statement]:
    """Neutral statements up to the least length."""
    neutral = [Statement(name, text) for name, texts in scene.frames["neutral"].items() for text in texts]
    scene.rng.shuffle(neutral)
    more: list[Statement] = []
    while neutral and sum(len(statement.text.split()) for statement in [*said, *more]) < WORDS:
        more.append(neutral.pop())
    return more
