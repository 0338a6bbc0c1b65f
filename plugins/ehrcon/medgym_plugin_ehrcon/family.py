"""The task family `ehrcon`: does a note agree with the tables?"""

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
from medgym_plugin_ehrcon import loader, rewording
from medgym_plugin_ehrcon.audit.building import SPLITS
from medgym_plugin_ehrcon.audit.oracle import HORIZON
from medgym_plugin_ehrcon.audits import Audits
from medgym_plugin_ehrcon.corrected import Corrections
from medgym_plugin_ehrcon.correction import EACH, KINDS
from medgym_plugin_ehrcon.mentions import Mentions, PublishedMentions, RewordedMentions
from medgym_plugin_ehrcon.selection import SOURCE
from medgym_raw import Verdict, check_of, checking

DESCRIPTIONS = {
    "discharge": "mentions in discharge summaries",
    "physician": "mentions in physicians' progress notes",
    "nursing": "mentions in nursing notes",
}
"""Category to what it asks about."""
AUDIT_CHANCE = 0.08
"""Most that who reads notes and no table earns in audits; the README has what was measured."""


class EHRCon(TaskSetFamily):
    """Mentions in clinical notes, compared with the database."""

    name: ClassVar[str] = "ehrcon"
    version: ClassVar[str] = metadata.version("medgym-plugin-ehrcon")
    title: ClassVar[str] = "EHRCon: whether notes and tables agree"
    summary: ClassVar[str] = (
        "Say whether a mention in a clinical note is consistent with a 13-table hospital database, and if "
        "not, which of item, value, unit and time are wrong."
    )
    tier: ClassVar[Tier] = Tier.CREDENTIALED
    licence: ClassVar[str] = (
        "PhysioNet Credentialed Health Data Licence 1.5.0 for MIMIC-III and EHRCon; Apache-2.0 for the "
        "questions and the synthetic data"
    )
    citation: ClassVar[str] = (
        "Kwon et al. 2024, arXiv 2406.16341 (EHRCon); Johnson et al. 2016, doi:10.1038/sdata.2016.35 "
        "(MIMIC-III)"
    )
    categories: ClassVar[tuple[Category, ...]] = tuple(
        Category(name=name, description=description) for name, description in DESCRIPTIONS.items()
    )
    splits: ClassVar[Mapping[str, Split]] = {
        "train": Split(size=loader.SIZES["train"], chance_rate=0.5),
        "test": Split(size=loader.SIZES["test"], evaluation=True, chance_rate=0.5),
        "audit-train": Split(size=60, chance_rate=AUDIT_CHANCE, counted=False, horizon=HORIZON),
        "audit-test": Split(
            size=15,
            evaluation=True,
            chance_rate=AUDIT_CHANCE,
            counted=False,
            horizon=HORIZON,
        ),
        loader.CORRECTED: Split(
            size=EACH * len(KINDS), evaluation=True, chance_rate=0.05, counted=False, novel="requirement"
        ),
        rewording.SPLIT: Split(size=268, evaluation=True, chance_rate=0.5, counted=False, novel="wording"),
        "published-valid": Split(size=0, evaluation=True, counted=False),
        "published-test": Split(size=0, evaluation=True, counted=False),
    }
    task_sets: ClassVar[Mapping[str, TaskSet]] = {
        **dict.fromkeys(loader.SIZES, Mentions()),
        **dict.fromkeys(SPLITS, Audits()),
        loader.CORRECTED: Corrections(),
        rewording.SPLIT: RewordedMentions(),
        **dict.fromkeys(loader.PUBLISHED, PublishedMentions()),
    }
    suites: ClassVar[Mapping[str, str]] = {"medagentgym": "external"}
    answer_kinds: ClassVar[tuple[str, ...]] = ("integer", "record", "set")
    ledgers: ClassVar[tuple[str, ...]] = (SOURCE,)
    environment: ClassVar[BoxEnvironment] = BoxEnvironment(
        recipe=Path(__file__).parent / "image", preload=("numpy", "pandas", "sqlite3")
    )

    def synthesise(self, out: Path, seed: int, scale: int | None, progress: Progress) -> None:
        """Write synthetic raw files and a release; ``scale`` counts notes."""
        loader.synthesise(out, seed, scale, progress)

    def build(self, raw: Path, out: Build, progress: Progress) -> None:
        """Build database and questions; see ``loader.py``."""
        loader.build(raw, out, progress)

    def check(self, raw: Path, home: Path, progress: Progress) -> DataCheck:
        """The release's annotations: those on which the label rule agrees, and why others are left out."""
        with checking(self, raw, home) as build:
            self.build(raw, build, progress)
            found = loader.read_report(build)
        agreed: list[tuple[str, Verdict]] = [("annotations", "agree")] * found.agreements
        refused: list[tuple[str, Verdict]] = [("annotations", "left out")] * sum(found.refused.values())
        return check_of(agreed + refused, (f"{count}: {reason}" for reason, count in found.refused.items()))

    def report(self, build: Build) -> str:
        """Rows, agreements of labels and rule, refusals, and how mentions are spread."""
        return loader.read_report(build).text()
