"""The task family `medcalcbench`: 55 medical calculators on clinical notes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import metadata
from pathlib import Path
from typing import ClassVar

from medgym_core import (
    ActionCall,
    AnswerKind,
    BoxEnvironment,
    Build,
    Category,
    DataCheck,
    Gold,
    InfoSource,
    Limits,
    Progress,
    Split,
    Task,
    TaskFamily,
    Tier,
    Turn,
)
from medgym_plugin_medcalcbench import loader, notes, oracle, store
from medgym_plugin_medcalcbench.calculator import Calculator
from medgym_plugin_medcalcbench.calculators import CALCULATORS
from medgym_plugin_medcalcbench.extra import tasks
from medgym_plugin_medcalcbench.extra.rows import SIZES as EXTRA_SIZES
from medgym_plugin_medcalcbench.held_out import asked
from medgym_plugin_medcalcbench.parameter import Measurement
from medgym_plugin_medcalcbench.published.check import check
from medgym_plugin_medcalcbench.rewording import NOTICE, WORDINGS
from medgym_plugin_medcalcbench.rewording import SPLIT as REWORDED

CONVENTIONS = (
    "A finding that the note does not mention is absent, and a measurement that it does not give counts as "
    "normal.",
    "An age counts in completed years. Nothing is rounded before the end; give decimals unrounded.",
    "Monovalent ions have as many mEq/L as mmol/L; molar masses in g/mol: creatinine 113.12, bilirubin "
    "584.66, glucose 180.16, urea nitrogen 28.02, calcium 40.08, cholesterol 386.654, triglycerides 861.338.",
)
"""What holds for every calculator."""
EXTRA_CHANCE = {"serial": 0.01, "choose": 0.12, "abstain": 0.12}
"""What the slot grabber earns, and of ``abstain`` who guesses one missing input, with a margin."""


class MedCalcBench(TaskFamily):
    """55 medical calculators on clinical notes."""

    name: ClassVar[str] = "medcalcbench"
    version: ClassVar[str] = metadata.version("medgym-plugin-medcalcbench")
    title: ClassVar[str] = "MedCalc-Bench: medical calculators on clinical notes"
    summary: ClassVar[str] = "Read a clinical note and compute a score, dose, date or lab value from it."
    tier: ClassVar[Tier] = Tier.OPEN
    licence: ClassVar[str] = (
        "CC-BY-SA-4.0 for the published rows, which are not here; Apache-2.0 for generated ones"
    )
    citation: ClassVar[str] = (
        "Khandekar N et al. MedCalc-Bench. NeurIPS Datasets and Benchmarks 2024, "
        "https://arxiv.org/abs/2406.12036"
    )
    categories: ClassVar[tuple[Category, ...]] = tuple(
        Category(name=calculator.key, description=calculator.name) for calculator in CALCULATORS.values()
    )
    splits: ClassVar[Mapping[str, Split]] = {
        "train": Split(size=loader.SIZES["train"], chance_rate=0.09),
        "test": Split(size=loader.SIZES["test"], evaluation=True, chance_rate=0.1),
        REWORDED: Split(
            size=WORDINGS * len(asked("test")),
            evaluation=True,
            chance_rate=0.1,
            counted=False,
            novel="wording",
        ),
        "ood": Split(
            size=loader.SIZES["ood"], evaluation=True, chance_rate=0.09, counted=False, novel="requirement"
        ),
        **{
            split: Split(size=size, evaluation=True, chance_rate=EXTRA_CHANCE[split], counted=False)
            for split, size in EXTRA_SIZES.items()
        },
        "published-train": Split(size=0, chance_rate=0.09, counted=False),
        "published-test": Split(size=0, evaluation=True, chance_rate=0.09, counted=False),
    }
    suites: ClassVar[Mapping[str, str]] = {"medagentgym": "internal"}
    answer_kinds: ClassVar[tuple[str, ...]] = ("date", "integer", "list", "number", "record")
    ledgers: ClassVar[tuple[str, ...]] = ("medcalcbench",)
    environment: ClassVar[BoxEnvironment] = BoxEnvironment(recipe=Path(__file__).parent / "image")

    def synthesise(self, out: Path, seed: int, scale: int | None, progress: Progress) -> None:
        """Write generated rows in the published layout; ``scale`` counts rows of both splits."""
        loader.synthesise(out, seed, scale, progress)

    def build(self, raw: Path, out: Build, progress: Progress) -> None:
        """Read generated or published rows; see ``loader.py``."""
        loader.build(raw, out, progress)

    def check(self, raw: Path, home: Path, progress: Progress) -> DataCheck:
        """Recompute every row of a release; a line for each calculator, and for each row that disagrees."""
        return check(raw, progress)

    def size(self, build: Build, split: str) -> int:
        """Number of tasks of ``split`` in ``build``."""
        return store.size(build, split)

    def subjects(self, build: Build, split: str) -> Iterable[str]:
        """The parameter cells of generated tasks, the notes of published ones."""
        return (f"{self.name}/{subject}" for subject in store.subjects(build, split))

    def task(self, build: Build, split: str, index: int) -> Task:
        """One question on one note, with the variant in force."""
        entry = store.entry(build, split, index)
        calculator = loader.calculator_of(entry)
        question = f"{entry.question}{oracle.MARK}{entry.note}"
        return Task(
            family=self.name,
            split=split,
            index=index,
            category=calculator.key,
            turns=(Turn(question=question, answer=_kind(split, calculator, entry.published)),),
            context=_context(split, calculator, entry.published),
            info=(
                InfoSource(
                    name="calculators",
                    kind="documents",
                    path="calculators.json",
                    description="the formula, units, definition in force and source of every calculator",
                ),
            ),
            limits=Limits(steps=10, action_s=30, memory_mb=512),
            metadata={
                "calculator": calculator.number,
                "group": calculator.group,
                "published": entry.published,
            },
        )

    def gold(self, build: Build, task: Task) -> Gold:
        """The answer, recomputed from the entities; labels only decide which rows become tasks."""
        if task.split in EXTRA_SIZES:
            given = loader.extra_inputs(build, task.split, task.index)
            return Gold(tasks.gold(task.split, self._calculator(task), given))
        return oracle.gold(self._calculator(task), loader.inputs(build, task.split, task.index))

    def reference(self, build: Build, task: Task) -> Sequence[ActionCall]:
        """A program that computes from what the note states."""
        if task.split in EXTRA_SIZES:
            given = loader.extra_inputs(build, task.split, task.index)
            stated = loader.extra_stated(build, task.split, task.index)
            return oracle.submitted(tasks.program(task.split, self._calculator(task), given, stated))
        inputs = loader.inputs(build, task.split, task.index)
        return oracle.reference(self._calculator(task), inputs, loader.stated(build, task.split, task.index))

    def chance_rate(self, build: Build, split: str) -> float:
        """As declared, or what the best constant passes if that is more, as in a copy of few rows."""
        declared = self.splits[split].chance_rate
        constant = loader.read_report(build).constants.get(split)
        return declared if constant is None else max(declared, constant.share)

    def report(self, build: Build) -> str:
        """Rows that became tasks, rows that did not with the reason, and what a constant answer passes."""
        return loader.read_report(build).text()

    @staticmethod
    def _calculator(task: Task) -> Calculator:
        number = task.metadata["calculator"]
        assert isinstance(number, int)
        return CALCULATORS[number]


def _kind(split: str, calculator: Calculator, published: bool) -> AnswerKind:
    return tasks.answer_kind(split, calculator) if split in EXTRA_SIZES else calculator.asked(published)


def _context(split: str, calculator: Calculator, published: bool) -> str:
    """The definition in force and the conventions; a published note was not written by the rules of ours.

    A reworded task names its calculator in the question alone.
    """
    if split in EXTRA_SIZES:
        return tasks.context(split, calculator, CONVENTIONS)
    if split == REWORDED:
        return "\n".join((NOTICE, *CONVENTIONS, notes.RULES))
    named = f"{calculator.name}, after {calculator.source}."
    rules = tuple(_silence(calculator)) if published else (notes.RULES,)
    return "\n".join((named, f"In force: {calculator.variant}", *CONVENTIONS, *rules))


def _silence(calculator: Calculator) -> Iterator[str]:
    """What a published note's silence means, beyond the conventions."""
    labels = {parameter.name: parameter.label for parameter in calculator.parameters}
    for name, value in calculator.defaults.items():
        text = f"{value.value:g} {value.unit}" if isinstance(value, Measurement) else value
        yield f"Where the note does not state the {labels[name]}, it counts as {text}."
