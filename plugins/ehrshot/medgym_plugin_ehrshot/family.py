"""The task family `ehrshot`: what do health records say of what comes next?"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import metadata
from pathlib import Path
from tempfile import TemporaryDirectory
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
from medgym_plugin_ehrshot import loader
from medgym_plugin_ehrshot.hospital import hospitals
from medgym_plugin_ehrshot.predictions import Predictions
from medgym_plugin_ehrshot.rewording import NOTICE, voices
from medgym_plugin_ehrshot.target import HELD_OUT, SPLITS, TARGETS
from medgym_raw import unpacked


def _targets(category: str) -> int:
    """Published targets of a category: each is a category of its own where the benchmark's are counted."""
    return sum(target.category == category for target in TARGETS.values())


class Ehrshot(TaskSetFamily):
    """Prediction files, graded by the area under the ROC curve."""

    name: ClassVar[str] = "ehrshot"
    version: ClassVar[str] = metadata.version("medgym-plugin-ehrshot")
    title: ClassVar[str] = "EHRSHOT: few-shot predictions from health records"
    summary: ClassVar[str] = (
        "Predict hospital courses, laboratory values, new diagnoses and radiographs from health records."
    )
    tier: ClassVar[Tier] = Tier.CREDENTIALED
    licence: ClassVar[str] = "EHRSHOT Data Set License 1.0"
    citation: ClassVar[str] = "Wornow et al., EHRSHOT, NeurIPS 2023, https://arxiv.org/abs/2307.02028"
    categories: ClassVar[tuple[Category, ...]] = tuple(
        Category(name=name, description=description, counts=_targets(name))
        for name, description in (
            ("operational outcome", "long stay, readmission, intensive care"),
            ("laboratory value", "abnormal results of five tests, one minute before"),
            ("new diagnosis", "first diagnosis of six diseases within a year"),
            ("chest radiograph", "14 findings, a day before the report"),
            ("course", "blood loss, complications, higher haemoglobin, by definitions"),
        )
    )
    splits: ClassVar[Mapping[str, Split]] = {
        "train": Split(size=10, chance_rate=0.01, counted=False),
        "test": Split(size=len(TARGETS), evaluation=True, chance_rate=0.01),
        "few-train": Split(size=29, chance_rate=0.01, counted=False),
        "few-test": Split(size=26, evaluation=True, chance_rate=0.01, counted=False),
        "reworded": Split(
            size=len(TARGETS) * len(voices()),
            evaluation=True,
            chance_rate=0.14,
            counted=False,
            novel="wording",
        ),
        "ood": Split(
            size=len(HELD_OUT), evaluation=True, chance_rate=0.01, counted=False, novel="requirement"
        ),
        "site": Split(size=11, evaluation=True, chance_rate=0.01, counted=False, novel="site"),
    }
    task_sets: ClassVar[Mapping[str, TaskSet]] = {
        **{split: Predictions(kind, shots) for split, (kind, shots) in SPLITS.items()},
        "reworded": Predictions(
            *SPLITS["test"], tuple(voice.put for voice in voices()), NOTICE, is_named=False
        ),
    }
    suites: ClassVar[Mapping[str, str]] = {"medagentgym": "internal"}
    answer_kinds: ClassVar[tuple[str, ...]] = ("csv-file",)
    ledgers: ClassVar[tuple[str, ...]] = (loader.SOURCE,)
    environment: ClassVar[BoxEnvironment] = BoxEnvironment(
        recipe=Path(__file__).parent / "image", preload=("numpy", "pandas", "pyarrow.parquet", "sklearn")
    )

    def synthesise(self, out: Path, seed: int, scale: int | None, progress: Progress) -> None:
        """Write an invented ``EHRSHOT_ASSETS``; ``scale`` counts patients."""
        loader.synthesise(out, seed, scale, progress)

    def build(self, raw: Path, out: Build, progress: Progress) -> None:
        """Read ``EHRSHOT_ASSETS``, invented or published, and maybe another hospital's; see ``loader.py``."""
        with unpacked(raw, out.root.parent) as folder:
            loader.build(*hospitals(folder), out, self.environment, progress)

    def check(self, raw: Path, home: Path, progress: Progress) -> DataCheck:
        """Recompute the published labels and count where they differ."""
        from medgym_plugin_ehrshot.comparison import compare

        with TemporaryDirectory() as scratch, unpacked(raw, Path(scratch)) as folder:
            return compare(*hospitals(folder), progress)

    def report(self, build: Build) -> str | None:
        """Rows of each role, whose labels are graded, and what baseline and chance reach."""
        return loader.report(build)
