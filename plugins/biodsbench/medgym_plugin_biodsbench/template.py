"""What a question template declares: category, wordings, outputs, rules, and how its parameters are drawn.

The key of a template is also the name of its function in ``reference/`` (pandas and lifelines, which the box
runs too) and in ``second/`` (plain Python); both take the study and the parameters.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Literal, NamedTuple

from medgym_core import AnswerKind, Column, Integer, ListOf, Number, Record, SetOf, Table, Text
from medgym_plugin_biodsbench.study import Study

Parameters = dict[str, Any]
Draw = Callable[[Study, Random], Parameters]
LEAST_P = 1e-12
"""P-values below are not asked for: they hang on the library's last digits."""


class UnfitError(Exception):
    """The study lacks what a template needs, or a draw that would be worth asking."""


class Output(NamedTuple):
    """One output of a question."""

    kind: AnswerKind
    meaning: str


class Template(NamedTuple):
    """One kind of question."""

    key: str
    category: str
    unit: Literal["patient", "sample"]
    """What the restriction of a question, if it has one, is about."""
    wordings: tuple[str, ...]
    """With the parameters' names in braces."""
    outputs: Mapping[str, Output]
    rules: tuple[str, ...]
    draw: Draw
    """Raises :class:`UnfitError`."""

    def answer(self) -> Record:
        """What is submitted: a record with a field for each output."""
        return Record(fields={name: output.kind for name, output in self.outputs.items()})

    def question(self, parameters: Parameters, wording: int) -> str:
        """The question with its restriction, outputs and rules."""
        facts = {name: written(value) for name, value in parameters.items()}
        text = self.wordings[wording % len(self.wordings)].format(**facts)
        lines = [text + restriction(self.unit, parameters.get("subset")), "", "Outputs:"]
        lines += [f"- {name}: {output.meaning}" for name, output in self.outputs.items()]
        if self.rules:
            lines += ["", "Rules:", *(f"- {rule.format(**facts)}" for rule in self.rules)]
        return "\n".join(lines)


def restriction(unit: str, subset: Mapping[str, str] | None) -> str:
    """The sentence that restricts a question to some patients or samples."""
    if subset is None:
        return ""
    owner = " (of their patient)" if unit == "sample" and subset["table"] == "patient" else ""
    return f" Everything is restricted to {unit}s whose {subset['column']}{owner} is '{subset['value']}'."


def written(value: Any) -> str:
    """A parameter as questions write it."""
    if isinstance(value, list):
        pairs = isinstance(value[0], list)
        each = [f"{one[0]} above {one[1]:g}" if pairs else written(one) for one in value]
        return ("; " if pairs else ", ").join(each)
    return f"{value:g}" if isinstance(value, float) else str(value)


def count(meaning: str, unit: str | None = None) -> Output:
    """A whole number, compared exactly."""
    return Output(Integer(unit=unit), meaning)


def number(meaning: str, unit: str | None = None, nullable: bool = False) -> Output:
    """A real number, within 0.0001 relative or 0.000001."""
    return Output(_number(unit, nullable), meaning)


def percent(meaning: str) -> Output:
    """A percentage, from 0 to 100."""
    return number(meaning, "percent")


def p_value(meaning: str) -> Output:
    """A probability, whose relative error counts."""
    return Output(Number(rel_tol=1e-3, minimum=0, maximum=1), meaning)


def name(meaning: str) -> Output:
    """A text, whose case and blanks do not count."""
    return Output(Text(), meaning)


def names(meaning: str) -> Output:
    """Different texts in any order."""
    return Output(SetOf(items=Text()), meaning)


def counts(meaning: str) -> Output:
    """Whole numbers in a given order."""
    return Output(ListOf(items=Integer()), meaning)


def table(meaning: str, **columns: str) -> Output:
    """Ordered rows of ``text``, ``count``, ``number``, ``number?`` (nullable), ``percent``, ``p``."""
    made = tuple(Column(name=name, kind=_COLUMNS[kind]) for name, kind in columns.items())
    return Output(Table(columns=made, ordered=True), meaning)


def _number(unit: str | None = None, nullable: bool = False) -> Number:
    return Number(unit=unit, rel_tol=1e-4, abs_tol=1e-6, nullable=nullable)


_COLUMNS: Mapping[str, AnswerKind] = {
    "text": Text(),
    "count": Integer(),
    "number": _number(),
    "number?": _number(nullable=True),
    "percent": _number("percent"),
    "p": Number(rel_tol=1e-3, minimum=0, maximum=1),
}
