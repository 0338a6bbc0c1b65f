"""The task family `ehrshot`: what do health records tell of what comes next?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib import metadata
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import ClassVar

from medgym_core import (
    ActionCall,
    BoxEnvironment,
    Build,
    Category,
    DataCheck,
    Gold,
    Limits,
    Progress,
    Split,
    Task,
    TaskFamily,
    Tier,
    Turn,
)
from medgym_plugin_ehrshot import loader, oracle, rewording, wording
from medgym_plugin_ehrshot.hospital import hospitals
from medgym_plugin_ehrshot.target import EVERY, HELD_OUT, SPLITS, TARGETS, WORDINGS
from medgym_raw import unpacked


def _targets(category: str) -> int:
    """Published targets of a category: each is a category of its own where the benchmark's are counted."""
    return sum(target.category == category for target in TARGETS.values())


class Ehrshot(TaskFamily):
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
            ("course", "blood loss, rising glucose, days at home, by definitions"),
        )
    )
    splits: ClassVar[Mapping[str, Split]] = {
        "train": Split(size=13, chance_rate=0.01, counted=False),
        "test": Split(size=len(TARGETS), evaluation=True, chance_rate=0.01),
        "few-train": Split(size=23, chance_rate=0.01, counted=False),
        "few-test": Split(size=24, evaluation=True, chance_rate=0.01, counted=False),
        "reworded": Split(
            size=len(TARGETS) * WORDINGS,
            evaluation=True,
            chance_rate=0.01,
            counted=False,
            novel="wording",
        ),
        "ood": Split(
            size=len(HELD_OUT), evaluation=True, chance_rate=0.01, counted=False, novel="requirement"
        ),
        "site": Split(size=12, evaluation=True, chance_rate=0.01, counted=False, novel="site"),
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

    def size(self, build: Build, split: str) -> int:
        """The tasks that the build has rows enough to grade."""
        return len(loader.tasks(build, split))

    def subjects(self, build: Build, split: str) -> Iterable[str]:
        """The patients."""
        return loader.subjects(build, split)

    def report(self, build: Build) -> str | None:
        """Rows of each role, whose labels are graded, and what baseline and chance reach."""
        return loader.report(build)

    def task(self, build: Build, split: str, index: int) -> Task:
        """A file of predictions of one target."""
        kind, _ = SPLITS[split]
        name, shots = loader.task(build, split, index)
        target, columns = EVERY[name], loader.graded(build, name, kind, shots)
        file = wording.prediction_file(target, kind, tuple(columns))
        question, context = wording.question, wording.context(target, kind, shots, loader.extra(build))
        if split == "reworded":
            question = rewording.voice(index, self.size(build, split)).put
            context = f"{rewording.NOTICE}\n{context}"
        return Task(
            family=self.name,
            split=split,
            index=index,
            category=target.category,
            turns=(Turn(question=question(target, kind, columns), files=(file,)),),
            context=context,
            info=wording.info(target, kind, shots),
            mounts=wording.mounts(target, kind, shots),
            verifier="predictions",
            limits=Limits(steps=15, action_s=600, memory_mb=8192, cpus=2),
            metadata={"target": target.name, "shots": "none" if target.is_held_out else shots or "all"},
        )

    def gold(self, build: Build, task: Task) -> Gold:
        """The labels of the rows that are asked about."""
        return oracle.gold(build, task.split, task.index)

    def reference(self, build: Build, task: Task) -> Sequence[ActionCall]:
        """The baseline for what the question says; it holds no label."""
        return oracle.reference(build, task.split, task.index)
