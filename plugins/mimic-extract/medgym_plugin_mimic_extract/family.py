"""The task family `mimic-extract`: what will happen to patients in intensive care?"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import metadata
from pathlib import Path
from typing import ClassVar

from medgym_core import BoxEnvironment, Build, Category, Progress, Split, TaskSet, TaskSetFamily, Tier
from medgym_plugin_mimic_extract import loader
from medgym_plugin_mimic_extract.predictions import Predictions
from medgym_plugin_mimic_extract.rewording import NOTICE, voices
from medgym_plugin_mimic_extract.target import COUNTED, HELD_OUT, OTHER_SOURCE, SOURCE, SPLITS


class MimicExtract(TaskSetFamily):
    """Prediction files, graded by the area under the ROC curve."""

    name: ClassVar[str] = "mimic-extract"
    version: ClassVar[str] = metadata.version("medgym-plugin-mimic-extract")
    title: ClassVar[str] = "MIMIC-Extract: predictions from hours of intensive care"
    summary: ClassVar[str] = (
        "Predict death, length of stay and interventions from hourly intensive care data."
    )
    tier: ClassVar[Tier] = Tier.CREDENTIALED
    licence: ClassVar[str] = "PhysioNet Credentialed Health Data Licence 1.5.0"
    citation: ClassVar[str] = "Wang et al., MIMIC-Extract, CHIL 2020, https://doi.org/10.1145/3368555.3384469"
    categories: ClassVar[tuple[Category, ...]] = (
        Category(name="mortality", description="death in intensive care or in hospital, from the first day"),
        Category(name="length of stay", description="more than 3 or 7 days, from the first day"),
        Category(
            name="intervention", description="start and stop of ventilation or vasopressors, from 6 hours"
        ),
        Category(
            name="course",
            description="kidneys, bleeding, organ failure after a day, by definitions",
            counts=0,
        ),
    )
    splits: ClassVar[Mapping[str, Split]] = {
        "train": Split(size=3, chance_rate=0.01, counted=False),
        "test": Split(size=3, evaluation=True, chance_rate=0.01),
        "more-train": Split(size=3, chance_rate=0.01, counted=False),
        "more-test": Split(size=1, evaluation=True, chance_rate=0.01, counted=False),
        "reworded": Split(
            size=len(COUNTED) * len(voices()),
            evaluation=True,
            chance_rate=0.01,
            counted=False,
            novel="wording",
        ),
        "ood": Split(
            size=len(HELD_OUT), evaluation=True, chance_rate=0.01, counted=False, novel="requirement"
        ),
        "site": Split(size=4, evaluation=True, chance_rate=0.01, counted=False, novel="site"),
    }
    task_sets: ClassVar[Mapping[str, TaskSet]] = {
        **{split: Predictions(kind, targets) for split, (kind, targets) in SPLITS.items()},
        "reworded": Predictions(*SPLITS["test"], tuple(voice.put for voice in voices()), NOTICE),
    }
    suites: ClassVar[Mapping[str, str]] = {"medagentgym": "external"}
    answer_kinds: ClassVar[tuple[str, ...]] = ("csv-file",)
    ledgers: ClassVar[tuple[str, ...]] = (SOURCE, OTHER_SOURCE)
    environment: ClassVar[BoxEnvironment] = BoxEnvironment(
        recipe=Path(__file__).parent / "image", preload=("numpy", "pandas", "pyarrow.parquet", "sklearn")
    )

    def synthesise(self, out: Path, seed: int, scale: int | None, progress: Progress) -> None:
        """Write an invented ``all_hourly_data.h5``, and the other hospital's; ``scale`` counts stays."""
        loader.synthesise(out, seed, scale, progress)

    def build(self, raw: Path, out: Build, progress: Progress) -> None:
        """Read ``all_hourly_data.h5``, invented or published; see ``loader.py``."""
        loader.build(raw, out, progress)

    def report(self, build: Build) -> str | None:
        """Stays of each role, and for each target what the baseline reaches and where rewards begin."""
        return loader.report(build)
