"""The task family `mimic-extract`: what will happen to patients in intensive care?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib import metadata
from pathlib import Path
from typing import ClassVar

from medgym_core import (
    ActionCall,
    BoxEnvironment,
    Build,
    Category,
    Gold,
    Limits,
    Progress,
    Split,
    Task,
    TaskFamily,
    Tier,
    Turn,
)
from medgym_plugin_mimic_extract import loader, oracle, rewording, wording
from medgym_plugin_mimic_extract.target import (
    COUNTED,
    HELD_OUT,
    OTHER_SOURCE,
    SOURCE,
    SPLITS,
    TARGETS,
    WORDINGS,
)


class MimicExtract(TaskFamily):
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
            size=len(COUNTED) * WORDINGS,
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

    def size(self, build: Build, split: str) -> int:
        """The targets that the build has rows enough to grade."""
        return len(loader.targets(build, split))

    def subjects(self, build: Build, split: str) -> Iterable[str]:
        """The patients, as every family on MIMIC-III names them."""
        return loader.subjects(build, split)

    def report(self, build: Build) -> str | None:
        """Stays of each role, and what baseline and chance reach."""
        return loader.report(build)

    def task(self, build: Build, split: str, index: int) -> Task:
        """A file of predictions of one target."""
        target = TARGETS[loader.target(build, split, index)]
        kind, _ = SPLITS[split]
        question, context = wording.question, wording.context(target, kind)
        if split == "reworded":
            question = rewording.voice(index, self.size(build, split)).put
            context = f"{rewording.NOTICE}\n{context}"
        asked = question(target, kind, loader.graded(build, kind, target.name))
        return Task(
            family=self.name,
            split=split,
            index=index,
            category=target.category,
            turns=(Turn(question=asked, files=(wording.prediction_file(target, kind),)),),
            context=context,
            info=wording.info(target, kind),
            mounts=wording.mounts(target, kind),
            verifier="predictions",
            limits=Limits(steps=15, action_s=300, memory_mb=4096, cpus=2),
            metadata={"target": target.name},
        )

    def gold(self, build: Build, task: Task) -> Gold:
        """The labels of the rows that are asked about."""
        return oracle.gold(build, task.split, loader.target(build, task.split, task.index))

    def reference(self, build: Build, task: Task) -> Sequence[ActionCall]:
        """The baseline for what the question says; it holds no label."""
        return oracle.reference(task.split, loader.target(build, task.split, task.index))
