"""Questions on notes as tasks: of generated notes, of the same in other words, and of published ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from medgym_core import ActionCall, AnswerKind, Build, Gold, InfoSource, Limits, Task, TaskSet, Turn
from medgym_plugin_medcalcbench import loader, notes, oracle, store
from medgym_plugin_medcalcbench.calculator import Calculator
from medgym_plugin_medcalcbench.calculators import CALCULATORS
from medgym_plugin_medcalcbench.parameter import Measurement
from medgym_plugin_medcalcbench.rewording import NOTICE

SILENCE = (
    "A finding that the note does not mention is absent, and a measurement that it does not give counts as "
    "normal."
)
"""What it means that a note says nothing of something."""
ARITHMETIC = (
    "An age counts in completed years. Nothing is rounded before the end; give decimals unrounded.",
    "Monovalent ions have as many mEq/L as mmol/L; molar masses in g/mol: creatinine 113.12, bilirubin "
    "584.66, glucose 180.16, urea nitrogen 28.02, calcium 40.08, cholesterol 386.654, triglycerides 861.338.",
)
"""How every calculator computes."""
DOCUMENTS = InfoSource(
    name="calculators",
    kind="documents",
    path="calculators.json",
    description="the formula, units, definition in force and source of every calculator",
)


class Questions(TaskSet):
    """A calculator to compute for each task, on a generated note."""

    def size(self, build: Build, split: str) -> int:
        """Number of questions of ``split`` in ``build``."""
        return store.size(build, split)

    def task(self, build: Build, split: str, index: int) -> Task:
        """One question on one note, with the variant in force.

        Raises:
            DataError: if there is no such task.
        """
        entry = store.entry(build, split, index)
        calculator = loader.calculator_of(entry)
        question = f"{entry.question}{oracle.MARK}{entry.note}"
        return Task(
            family=build.family,
            split=split,
            index=index,
            category=calculator.key,
            turns=(Turn(question=question, answer=self.answer(calculator)),),
            context="\n".join(self.context(calculator)),
            info=(DOCUMENTS,),
            limits=Limits(steps=10, action_s=30, memory_mb=512),
            metadata={
                "calculator": calculator.number,
                "group": calculator.group,
                "published": entry.published,
            },
        )

    def answer(self, calculator: Calculator) -> AnswerKind:
        """What is submitted for a calculator."""
        return calculator.asked(published=False)

    def context(self, calculator: Calculator) -> Sequence[str]:
        """Lines of the prompt: the definition in force, the conventions, and the rules of our notes."""
        return (*definition(calculator), SILENCE, *ARITHMETIC, notes.RULES)

    def gold(self, build: Build, task: Task) -> Gold:
        """The answer, recomputed from the entities; labels only decide which rows become tasks."""
        return oracle.gold(calculator_of(task), loader.inputs(build, task.split, task.index))

    def reference(self, build: Build, task: Task) -> Sequence[ActionCall]:
        """A program that computes from what the note states."""
        inputs = loader.inputs(build, task.split, task.index)
        return oracle.reference(calculator_of(task), inputs, loader.stated(build, task.split, task.index))

    def chance_rate(self, build: Build, split: str) -> float:
        """What the best constant passes; more than declared in a copy of few rows."""
        constant = loader.read_report(build).constants.get(split)
        return constant.share if constant else 0.0

    def subjects(self, build: Build, split: str) -> Iterable[str]:
        """The parameter cells of generated tasks, the notes of published ones."""
        return (f"{build.family}/{subject}" for subject in store.subjects(build, split))


class RewordedQuestions(Questions):
    """Questions on generated notes as people put them, which alone name the calculator."""

    def context(self, calculator: Calculator) -> Sequence[str]:
        """Lines of the prompt: that people wrote it, the conventions, and the rules of our notes."""
        return (NOTICE, SILENCE, *ARITHMETIC, notes.RULES)


class PublishedQuestions(Questions):
    """Questions on published notes, which were not written by the rules of ours."""

    def answer(self, calculator: Calculator) -> AnswerKind:
        """What is submitted for a calculator, within the published tolerance."""
        return calculator.asked(published=True)

    def context(self, calculator: Calculator) -> Sequence[str]:
        """Lines of the prompt: the definition in force, the conventions, and what silence means besides."""
        return (*definition(calculator), SILENCE, *ARITHMETIC, *_defaults(calculator))


def definition(calculator: Calculator) -> Sequence[str]:
    """Lines that name a calculator with its source, and the variant in force."""
    return (f"{calculator.name}, after {calculator.source}.", f"In force: {calculator.variant}")


def calculator_of(task: Task) -> Calculator:
    """The calculator that a task asks for."""
    number = task.metadata["calculator"]
    assert isinstance(number, int)
    return CALCULATORS[number]


def _defaults(calculator: Calculator) -> Iterator[str]:
    """What a published note's silence means, beyond the conventions."""
    labels = {parameter.name: parameter.label for parameter in calculator.parameters}
    for name, value in calculator.defaults.items():
        text = f"{value.value:g} {value.unit}" if isinstance(value, Measurement) else value
        yield f"Where the note does not state the {labels[name]}, it counts as {text}."
