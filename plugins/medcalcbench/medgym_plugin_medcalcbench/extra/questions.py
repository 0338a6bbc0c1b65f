"""Questions of the extra splits as tasks: a calculator at several times, to be chosen, or not computable."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any

from medgym_core import ActionCall, AnswerKind, Build, Choice, Gold, ListOf, Record, SetOf, Task
from medgym_plugin_medcalcbench import loader, notes, oracle
from medgym_plugin_medcalcbench.calculator import Calculator
from medgym_plugin_medcalcbench.calculators import CALCULATORS
from medgym_plugin_medcalcbench.extra.rows import TIMES, missing, needed
from medgym_plugin_medcalcbench.parameter import Inputs
from medgym_plugin_medcalcbench.questions import ARITHMETIC, SILENCE, Questions, calculator_of, definition

CHOICES = "The calculator is not named: request_info has purpose, definition in force and source of each."
MISSING = (
    "Each measurement is needed. It is missing where no entry that counts gives it, and where the entry that "
    "counts leaves it open: by a number alone for what is measured in a unit, or by two different values; "
    "then no earlier entry takes its place. With any missing there is no value: `missing` then names all "
    "that are missing, and `value` is null. If none is missing, `missing` is empty."
)


class ExtraQuestions(Questions):
    """Questions whose gold is more than the calculator's answer."""

    @abstractmethod
    def right(self, calculator: Calculator, inputs: Sequence[Inputs]) -> Any:
        """The right answer as JSON, computed from the inputs at each time asked."""

    @abstractmethod
    def program(self, calculator: Calculator, inputs: Sequence[Inputs]) -> str:
        """A program that computes the answer from what the note states; it holds no value it can compute."""

    def gold(self, build: Build, task: Task) -> Gold:
        """What is right, computed from the entities."""
        inputs = loader.extra_inputs(build, task.split, task.index)
        return Gold(self.right(calculator_of(task), inputs))

    def reference(self, build: Build, task: Task) -> Sequence[ActionCall]:
        """The program, below the sentences of the note that state its inputs."""
        inputs = loader.extra_inputs(build, task.split, task.index)
        said = map(oracle.sentences, loader.extra_stated(build, task.split, task.index))
        return oracle.submitted("".join([*said, self.program(calculator_of(task), inputs)]))


class SerialQuestions(ExtraQuestions):
    """One calculator at several times."""

    def answer(self, calculator: Calculator) -> AnswerKind:
        """An answer for each time."""
        return ListOf(items=super().answer(calculator))

    def right(self, calculator: Calculator, inputs: Sequence[Inputs]) -> Any:
        """The values, in the order of the times."""
        return [_value(calculator, one) for one in inputs]

    def program(self, calculator: Calculator, inputs: Sequence[Inputs]) -> str:
        """A call of the calculator's function for each time."""
        assert len(inputs) == TIMES
        lines = "".join(f"    {oracle.call(calculator, one)},\n" for one in inputs)
        return f"{oracle.definition(calculator)}\n\nanswer = [\n{lines}]\n"


class ChoiceQuestions(ExtraQuestions):
    """A calculator to name and to compute."""

    def answer(self, calculator: Calculator) -> AnswerKind:
        """A calculator's name and its value."""
        names = tuple(one.name for one in CALCULATORS.values())
        return Record(fields={"calculator": Choice(options=names), "value": super().answer(calculator)})

    def context(self, calculator: Calculator) -> Sequence[str]:
        """Lines of the prompt, without the calculator."""
        return (CHOICES, SILENCE, *ARITHMETIC, notes.RULES)

    def right(self, calculator: Calculator, inputs: Sequence[Inputs]) -> Any:
        """The calculator's name and its value."""
        return {"calculator": calculator.name, "value": _value(calculator, inputs[0])}

    def program(self, calculator: Calculator, inputs: Sequence[Inputs]) -> str:
        """A call of the function of the calculator that was chosen."""
        return _recorded(calculator, inputs[0], f"'calculator': {calculator.name!r}, 'value': value")


class AbstainingQuestions(ExtraQuestions):
    """A calculator to compute if nothing is missing."""

    def answer(self, calculator: Calculator) -> AnswerKind:
        """A value or null, and labels of what is missing."""
        labels = tuple(parameter.label for parameter in needed(calculator))
        value = super().answer(calculator).model_copy(update={"nullable": True})
        return Record(fields={"value": value, "missing": SetOf(items=Choice(options=labels))})

    def context(self, calculator: Calculator) -> Sequence[str]:
        """Lines of the prompt; that nothing counts as normal takes the place of the usual convention."""
        return (*definition(calculator), MISSING, *ARITHMETIC, notes.RULES)

    def right(self, calculator: Calculator, inputs: Sequence[Inputs]) -> Any:
        """The value, or null with the labels of what is missing."""
        absent = missing(calculator, inputs[0])
        return {"value": None if absent else _value(calculator, inputs[0]), "missing": absent}

    def program(self, calculator: Calculator, inputs: Sequence[Inputs]) -> str:
        """A call of the calculator's function, or what is missing."""
        if absent := missing(calculator, inputs[0]):
            return f"answer = {{'value': None, 'missing': {absent!r}}}\n"
        return _recorded(calculator, inputs[0], "'value': value, 'missing': []")


def _recorded(calculator: Calculator, inputs: Inputs, record: str) -> str:
    """A program whose answer is a record that has the calculator's ``value``."""
    called = f"value = {oracle.call(calculator, inputs)}\nanswer = {{{record}}}\n"
    return f"{oracle.definition(calculator)}\n\n{called}"


def _value(calculator: Calculator, inputs: Inputs) -> Any:
    return oracle.written(calculator.compute(inputs))
