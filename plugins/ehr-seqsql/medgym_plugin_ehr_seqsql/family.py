"""The task family `ehr-seqsql`: sessions of questions on a hospital database."""

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
from medgym_ehr.mimic3.ehrsql.dialect import DIALECT
from medgym_ehr.rewording import NOTICE
from medgym_plugin_ehr_seqsql import loader, published
from medgym_plugin_ehr_seqsql.own_sessions import OwnSessions
from medgym_plugin_ehr_seqsql.published_sessions import PublishedSessions
from medgym_plugin_ehr_seqsql.questions import DESCRIPTIONS
from medgym_raw import checking, unpacked


class EhrSeqSql(TaskSetFamily):
    """Sessions on MIMIC-III in four categories."""

    name: ClassVar[str] = "ehr-seqsql"
    version: ClassVar[str] = metadata.version("medgym-plugin-ehr-seqsql")
    title: ClassVar[str] = "EHR-SeqSQL: sessions on a hospital database"
    summary: ClassVar[str] = (
        "Answer two to five questions in a row on a 17-table hospital database with SQL or Python, each "
        "about what the ones before found."
    )
    tier: ClassVar[Tier] = Tier.CREDENTIALED
    licence: ClassVar[str] = (
        "PhysioNet Credentialed Health Data Licence 1.5.0 for MIMIC-III; Apache-2.0 for the sessions and "
        "the synthetic data"
    )
    citation: ClassVar[str] = (
        "Johnson et al. 2016, doi:10.1038/sdata.2016.35 (MIMIC-III); "
        "Ryu et al. 2024, arXiv 2406.00019 (EHR-SeqSQL)"
    )
    categories: ClassVar[tuple[Category, ...]] = tuple(
        Category(name=name, description=description) for name, description in DESCRIPTIONS.items()
    )
    splits: ClassVar[Mapping[str, Split]] = {
        "train": Split(size=loader.SIZES["train"], chance_rate=0.01),
        "test": Split(size=loader.SIZES["test"], evaluation=True, chance_rate=0.01),
        "reworded": Split(
            size=loader.REWORDED, evaluation=True, chance_rate=0.01, counted=False, novel="wording"
        ),
        "ood": Split(
            size=loader.SIZES["ood"], evaluation=True, chance_rate=0.01, counted=False, novel="requirement"
        ),
        **{
            split: Split(size=0, evaluation=not split.endswith("train"), counted=False)
            for split in published.SPLITS
        },
    }
    task_sets: ClassVar[Mapping[str, TaskSet]] = {
        **dict.fromkeys(loader.SIZES, OwnSessions()),
        "reworded": OwnSessions(NOTICE),
        **dict.fromkeys(published.SPLITS, PublishedSessions()),
    }
    suites: ClassVar[Mapping[str, str]] = {"medagentgym": "external"}
    answer_kinds: ClassVar[tuple[str, ...]] = (
        "boolean",
        "datetime",
        "integer",
        "number",
        "set",
        "table",
        "text",
    )
    ledgers: ClassVar[tuple[str, ...]] = (DIALECT.source,)
    environment: ClassVar[BoxEnvironment] = BoxEnvironment(
        recipe=Path(__file__).parent / "image", preload=("numpy", "pandas", "sqlite3")
    )

    def synthesise(self, out: Path, seed: int, scale: int | None, progress: Progress) -> None:
        """Write synthetic raw files in MIMIC-III's layout; ``scale`` counts patients."""
        loader.synthesise(out, seed, scale, progress)

    def build(self, raw: Path, out: Build, progress: Progress) -> None:
        """Build the database and plan its sessions; see ``loader.py``."""
        loader.build(raw, out, progress)

    def check(self, raw: Path, home: Path, progress: Progress) -> DataCheck:
        """What a build finds of published questions: a line for each split, a remark for each left out."""
        with checking(self, raw, home) as build, unpacked(raw, build.root.parent) as folder:
            if not published.read(folder):
                raise DataError(
                    f"{raw} holds no published questions beside the data; there is nothing to check"
                )
            self.build(folder, build, progress)
            return published.read_report(build).check()

    def tier_of(self, raw: Path) -> Tier:
        """``OPEN`` where ``raw`` is one of the open demos, else as published."""
        return demo.tier_of(raw, self.tier)

    def report(self, build: Build) -> str:
        """Rows of the database, how sessions and answers are spread, how published sessions fared."""
        ours = loader.read_report(build).text()
        return f"{ours}\n{published.report(build)}" if published.is_built(build) else ours
