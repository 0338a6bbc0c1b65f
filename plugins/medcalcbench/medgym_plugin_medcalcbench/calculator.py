"""What a calculator is: a documented formula with typed parameters, its source and the variant in force."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date
from inspect import cleandoc
from typing import Any, Literal

from medgym_core import AnswerKind, Integer, Number, Record
from medgym_plugin_medcalcbench.parameter import Canonical, Inputs, Parameter

OFFICIAL, OWN = 0.05, 0.01
"""Relative tolerance of decimals: the benchmark's, for its rounded labels, and that of generated tasks."""
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
    admits: Callable[..., bool] = lambda **_: True
    """Whether canonical values make a plausible patient with a well-defined answer; for drawing inputs."""

    @property
    def key(self) -> str:
        """Short name: the formula's."""
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

    def canonical(self, inputs: Inputs) -> dict[str, Canonical]:
        """``inputs`` as the formula takes them; what is left out takes the meaning of silence.

        Raises:
            KeyError: if a parameter is missing that every note must state.
        """
        stated = {
            parameter.name: inputs.get(parameter.name, parameter.missing) for parameter in self.parameters
        }
        lacking = [name for name, value in stated.items() if value is None]
        if lacking:
            raise KeyError(f"calculator {self.number} ({self.name}) lacks {', '.join(lacking)}")
        return {
            parameter.name: parameter.canonical(value)
            for parameter in self.parameters
            if (value := stated[parameter.name]) is not None
        }

    def compute(self, inputs: Inputs) -> Answer:
        """The answer, from inputs as stated; unrounded."""
        answer: Answer = self.formula(**self.canonical(inputs))
        return answer


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
        admits=admits,
    )


def decimal(unit: str | None = None) -> Number:
    """A decimal answer under the official tolerance, and where the right one is 0 rounding errors."""
    return Number(unit=unit, rel_tol=OFFICIAL, abs_tol=1e-6)
