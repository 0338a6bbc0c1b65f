"""The task family `medcalcbench`: 55 medical calculators on clinical notes."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import metadata
from pathlib import Path
from typing import ClassVar

from medgym_core import (
    BoxEnvironment,
    Build,
    Category,
    DataCheck,
    Progress,
    Split,
    TaskSet,
    TaskSetFamily,
    Tier,
)
from medgym_plugin_medcalcbench import loader
from medgym_plugin_medcalcbench.calculators import CALCULATORS
from medgym_plugin_medcalcbench.extra.questions import AbstainingQuestions, ChoiceQuestions, SerialQuestions
from medgym_plugin_medcalcbench.extra.rows import SIZES as EXTRA_SIZES
from medgym_plugin_medcalcbench.held_out import asked
from medgym_plugin_medcalcbench.published.check import check
from medgym_plugin_medcalcbench.questions import PublishedQuestions, Questions, RewordedQuestions
from medgym_plugin_medcalcbench.rewording import SPLIT as REWORDED
from medgym_plugin_medcalcbench.rewording import WORDINGS

EXTRA_CHANCE = {"serial": 0.01, "choose": 0.12, "abstain": 0.15}
"""What the slot grabber earns, and of ``abstain`` who guesses one missing input, with a margin."""


class MedCalcBench(TaskSetFamily):
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
    task_sets: ClassVar[Mapping[str, TaskSet]] = {
        **dict.fromkeys(loader.FILES, Questions()),
        REWORDED: RewordedQuestions(),
        "serial": SerialQuestions(),
        "choose": ChoiceQuestions(),
        "abstain": AbstainingQuestions(),
        **dict.fromkeys(("published-train", "published-test"), PublishedQuestions()),
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

    def report(self, build: Build) -> str:
        """Rows that became tasks, rows that did not with the reason, and what a constant answer passes."""
        return loader.read_report(build).text()
