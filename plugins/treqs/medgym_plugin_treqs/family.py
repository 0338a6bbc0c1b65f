"""The task family `treqs`: questions on MIMICSQL's five tables of a hospital database."""

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
    DataError,
    Progress,
    Split,
    TaskSet,
    TaskSetFamily,
    Tier,
)
from medgym_ehr import demo
from medgym_ehr.hospital.loader import read_report
from medgym_ehr.rewording import NOTICE
from medgym_plugin_treqs import loader, published
from medgym_plugin_treqs.dialect import DIALECT
from medgym_plugin_treqs.own_questions import OwnQuestions
from medgym_plugin_treqs.published_questions import PublishedQuestions
from medgym_raw import checking, unpacked

DESCRIPTIONS = {
    "counting": "how many patients fulfil one or two conditions in an admission",
    "aggregate": "largest, smallest and average age and length of stay of admissions",
    "patient": "attributes of one patient, known by number or by name",
    "lookup": "what belongs to a code, a title, a drug or a lab test, and how many patients have it",
}
"""Category to what it asks: the four shapes of MIMICSQL's questions."""


class Treqs(TaskSetFamily):
    """Questions on five tables of MIMIC-III in four categories."""

    name: ClassVar[str] = "treqs"
    version: ClassVar[str] = metadata.version("medgym-plugin-treqs")
    title: ClassVar[str] = "TREQS: questions on five tables of MIMIC-III"
    summary: ClassVar[str] = (
        "Answer questions on MIMICSQL's five tables with SQL or Python: patients, diagnoses, procedures, "
        "prescriptions, lab tests."
    )
    tier: ClassVar[Tier] = Tier.CREDENTIALED
    licence: ClassVar[str] = (
        "PhysioNet Credentialed Health Data Licence 1.5.0 for MIMIC-III; Apache-2.0 for the questions and "
        "the synthetic data"
    )
    citation: ClassVar[str] = (
        "Johnson et al. 2016, doi:10.1038/sdata.2016.35 (MIMIC-III); "
        "Wang et al. 2020, arXiv 1908.01839 (MIMICSQL)"
    )
    categories: ClassVar[tuple[Category, ...]] = tuple(
        Category(name=name, description=description) for name, description in DESCRIPTIONS.items()
    )
    splits: ClassVar[Mapping[str, Split]] = {
        "train": Split(size=loader.SIZES["train"], chance_rate=0.07),
        "test": Split(size=loader.SIZES["test"], evaluation=True, chance_rate=0.07),
        "reworded": Split(
            size=loader.REWORDED, evaluation=True, chance_rate=0.09, counted=False, novel="wording"
        ),
        "ood": Split(
            size=loader.SIZES["ood"], evaluation=True, chance_rate=0.09, counted=False, novel="requirement"
        ),
        **{
            split: Split(size=0, evaluation=not split.endswith("train"), counted=False)
            for split in published.SPLITS
        },
    }
    task_sets: ClassVar[Mapping[str, TaskSet]] = {
        **dict.fromkeys(loader.SIZES, OwnQuestions()),
        "reworded": OwnQuestions(NOTICE),
        **dict.fromkeys(published.SPLITS, PublishedQuestions()),
    }
    suites: ClassVar[Mapping[str, str]] = {"medagentgym": "internal"}
    answer_kinds: ClassVar[tuple[str, ...]] = ("datetime", "integer", "number", "set", "table", "text")
    ledgers: ClassVar[tuple[str, ...]] = (DIALECT.source,)
    environment: ClassVar[BoxEnvironment] = BoxEnvironment(
        recipe=Path(__file__).parent / "image", preload=("numpy", "pandas", "sqlite3")
    )

    def synthesise(self, out: Path, seed: int, scale: int | None, progress: Progress) -> None:
        """Write synthetic raw files in MIMIC-III's layout; ``scale`` counts patients."""
        loader.synthesise(out, seed, scale, progress)

    def build(self, raw: Path, out: Build, progress: Progress) -> None:
        """Build the database and ask its questions; see ``loader.py``."""
        loader.build(raw, out, progress)

    def check(self, raw: Path, home: Path, progress: Progress) -> DataCheck:
        """What a build finds of published questions: a line for each split, a remark for each left out."""
        with checking(self, raw, home) as build, unpacked(raw, build.root.parent) as folder:
            if not published.find(folder):
                raise DataError(
                    f"{raw} holds no published questions beside the data; there is nothing to check"
                )
            self.build(folder, build, progress)
            return published.read(build).check()

    def tier_of(self, raw: Path) -> Tier:
        """``OPEN`` where ``raw`` is one of the open demos, else as published."""
        return demo.tier_of(raw, self.tier)

    def report(self, build: Build) -> str:
        """Rows of the database, how questions and answers are spread, how published questions fared."""
        return "\n".join(filter(None, [read_report(build).text(), published.report(build)]))
