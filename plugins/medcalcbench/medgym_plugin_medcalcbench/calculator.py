"""What a calculator is: a documented formula with typed parameters, its source and the variant in force."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from inspect import cleandoc
from itertools import product
from math import prod
from typing import Any, Literal

from medgym_core import AnswerKind, Integer, Number, Record
from medgym_plugin_medcalcbench.parameter import Canonical, Inputs, Parameter, Value
from medgym_plugin_medcalcbench.probe import probes

OFFICIAL, OWN = 0.05, 0.01
"""Relative tolerance of decimals: the benchmark's, for its rounded labels, and that of generated tasks."""
TRIED = 20_000
"""Combinations of values that are tried at most to find out whether a case needs what it lacks."""
Group = Literal["lab", "physical", "date", "dosage", "risk", "severity", "diagnosis"]
Answer = float | int | date | dict[str, int]
"""A decimal, points, a date, or ``{"weeks": w, "days": d}``."""

POINTS = Integer(unit="points")
WEEKS_AND_DAYS = Record(fields={"weeks": Integer(), "days": Integer()})


@dataclass(frozen=True)
class Calculator:
    """One of the benchmark's 55 calculators."""

    number: int
    """The benchmark's calculator ID."""
    name: str
    """Name for people."""
    group: Group
    """The benchmark's group."""
    parameters: tuple[Parameter, ...]
    """What the formula takes, by keyword."""
    answer: AnswerKind
    """What is asked, with unit and the official tolerance; see :meth:`asked`."""
    source: str
    """Paper or guideline, with its year."""
    variant: str
    """The definition in force, for the prompt."""
    formula: Callable[..., Any]
    """The formula, on canonical values; its docstring is the calculator's documentation."""
    erratum: str = ""
    """What labels of published releases get wrong, if so."""
    boundaries: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    """Parameter to the canonical values at which the rule changes."""
    defaults: Inputs = field(default_factory=dict)
    """What silence means in published rows, by their source; generated notes are never silent on these."""
    admits: Callable[..., bool] = lambda **_: True
    """Whether canonical values make a plausible patient with a well-defined answer; for drawing inputs."""

    @property
    def key(self) -> str:
        """Short name: that of the formula's function, which the category has too."""
        return self.formula.__name__

    @property
    def documentation(self) -> str:
        """The formula's docstring: formula, units, references."""
        return cleandoc(self.formula.__doc__ or "")

    def asked(self, published: bool) -> AnswerKind:
        """What is asked of a published row, and of a generated one, whose answer was never rounded."""
        if published or not isinstance(self.answer, Number):
            return self.answer
        return self.answer.model_copy(update={"rel_tol": OWN})

    def completed(self, inputs: Inputs) -> dict[str, Value]:
        """``inputs`` with a value for each parameter.

        What is left out takes the meaning of silence. What has none and is not needed for the case at hand,
        since the answer is the same whatever it is, takes any value.

        Raises:
            KeyError: if the case needs a parameter that is missing.
        """
        spoken = {p.name: inputs.get(p.name, self.defaults.get(p.name, p.missing)) for p in self.parameters}
        stated = {name: value for name, value in spoken.items() if value is not None}
        lacking = [parameter for parameter in self.parameters if parameter.name not in stated]
        if lacking:
            stated |= self._stand_ins(lacking, stated)
        return {parameter.name: stated[parameter.name] for parameter in self.parameters}

    def _stand_ins(self, lacking: Sequence[Parameter], stated: Mapping[str, Value]) -> dict[str, Value]:
        names = [parameter.name for parameter in lacking]
        tried = [probes(parameter, self.boundaries.get(parameter.name, ())) for parameter in lacking]
        needed = names
        if 0 < prod(map(len, tried)) <= TRIED:
            answers = {
                values: self._tried({**stated, **dict(zip(names, values, strict=True))})
                for values in product(*tried)
            }
            needed = [name for place, name in enumerate(names) if _depends(answers, place)]
            if not needed:
                return dict(zip(names, next(iter(answers)), strict=True))
        raise KeyError(f"calculator {self.number} ({self.name}) lacks {', '.join(needed)}")

    def canonical(self, inputs: Inputs) -> dict[str, Canonical]:
        """``inputs``, completed, as the formula takes them.

        Raises:
            KeyError: as :meth:`completed`.
        """
        stated = self.completed(inputs)
        return {parameter.name: parameter.canonical(stated[parameter.name]) for parameter in self.parameters}

    def compute(self, inputs: Inputs) -> Answer:
        """The answer, from inputs as stated; unrounded.

        Raises:
            KeyError: as :meth:`completed`.
        """
        answer: Answer = self.formula(**self.canonical(inputs))
        return answer

    def _tried(self, inputs: Mapping[str, Value]) -> Answer | None:
        """The answer; None where there is none, as of a division by 0."""
        canonical = {
            parameter.name: parameter.canonical(inputs[parameter.name]) for parameter in self.parameters
        }
        try:
            answer: Answer = self.formula(**canonical)
        except (ArithmeticError, ValueError):
            return None
        return answer


def _depends(answers: Mapping[tuple[Value, ...], Answer | None], place: int) -> bool:
    """Whether any two answers differ whose values differ at one place alone."""
    first: dict[tuple[Value, ...], Answer | None] = {}
    return any(
        first.setdefault((*values[:place], *values[place + 1 :]), answer) != answer
        for values, answer in answers.items()
    )


def calculator(
    number: int,
    name: str,
    group: Group,
    *,
    parameters: tuple[Parameter, ...],
    answer: AnswerKind,
    source: str,
    variant: str,
    erratum: str = "",
    boundaries: Mapping[str, tuple[float, ...]] | None = None,
    defaults: Inputs | None = None,
    admits: Callable[..., bool] = lambda **_: True,
) -> Callable[[Callable[..., Answer]], Calculator]:
    """Make a calculator of the decorated formula; see :class:`Calculator` for the arguments."""
    return lambda formula: Calculator(
        number=number,
        name=name,
        group=group,
        parameters=parameters,
        answer=answer,
        source=source,
        variant=variant,
        formula=formula,
        erratum=erratum,
        boundaries=boundaries or {},
        defaults=defaults or {},
        admits=admits,
    )


def decimal(unit: str | None = None) -> Number:
    """A decimal answer under the official tolerance, and where the right one is 0 rounding errors."""
    return Number(unit=unit, rel_tol=OFFICIAL, abs_tol=1e-6)
