"""The task family `biodsbench`: analyses of cBioPortal-style studies."""

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
from medgym_plugin_biodsbench import loader, published, rewording
from medgym_plugin_biodsbench.asking import DRAWS
from medgym_plugin_biodsbench.own_questions import MoreQuestions, Questions, RewordedQuestions
from medgym_plugin_biodsbench.published.questions import CATEGORY, PublishedQuestions
from medgym_raw import checking

REWORDED = 304
"""Reworded questions of the default build: 38 templates in eight voices."""


class BioDSBench(TaskSetFamily):
    """Records of typed outputs, computed from one study."""

    name: ClassVar[str] = "biodsbench"
    version: ClassVar[str] = metadata.version("medgym-plugin-biodsbench")
    title: ClassVar[str] = "BioDSBench: biomedical data science on cancer studies"
    summary: ClassVar[str] = "Analyse a cancer study: cohorts, mutations, copy number, survival, response."
    tier: ClassVar[Tier] = Tier.OPEN
    licence: ClassVar[str] = (
        "ODbL 1.0 for published studies, which are not here; Apache-2.0 for invented ones"
    )
    citation: ClassVar[str] = "Wang et al., BioDSBench, 2024, https://arxiv.org/abs/2410.21591"
    categories: ClassVar[tuple[Category, ...]] = (
        Category(name="cohort description", description="who is in a study"),
        Category(name="clinical features", description="scores, bins and groups made of clinical columns"),
        Category(name="mutation burden", description="how often genes are mutated, and how much"),
        Category(name="variant classes", description="classes, hotspots, substitutions, allele fractions"),
        Category(name="copy number", description="discrete copy numbers and log ratios"),
        Category(name="structural variants", description="fusions and other structural variants"),
        Category(name="alteration matrices", description="oncoprints, co-occurrence, pathways"),
        Category(name="survival estimation", description="Kaplan-Meier curves and what is read from them"),
        Category(name="survival comparison", description="log-rank tests, Cox models, concordance"),
        Category(name="treatment response", description="response rates and waterfall plots"),
        Category(name="timelines", description="courses of treatment, swimmer plots, times between events"),
        Category(name="expression and integration", description="expression with mutations and copy number"),
        Category(name="protein levels", description="levels of proteins, in `ood` alone", counts=0),
        Category(name="methylation", description="methylation of genes, in `ood` alone", counts=0),
        Category(name="laboratory courses", description="tumour markers over time, in `ood` alone", counts=0),
        Category(name=CATEGORY, description="published questions, as their authors worded them", counts=0),
    )
    splits: ClassVar[Mapping[str, Split]] = {
        "train": Split(size=DRAWS["train"].size),
        "test": Split(size=DRAWS["test"].size, evaluation=True),
        rewording.SPLIT: Split(size=REWORDED, evaluation=True, counted=False, novel="wording"),
        "ood": Split(size=DRAWS["ood"].size, evaluation=True, counted=False, novel="requirement"),
        "more-train": Split(size=DRAWS["more-train"].size, counted=False),
        "more-test": Split(size=DRAWS["more-test"].size, evaluation=True, counted=False),
        "published-train": Split(size=0, counted=False),
        "published-test": Split(size=0, evaluation=True, counted=False),
    }
    task_sets: ClassVar[Mapping[str, TaskSet]] = {
        "train": Questions("train"),
        "test": Questions("test"),
        "ood": Questions("test", novel=True),
        rewording.SPLIT: RewordedQuestions("test"),
        "more-train": MoreQuestions("train"),
        "more-test": MoreQuestions("test"),
        **dict.fromkeys(published.SPLITS, PublishedQuestions()),
    }
    suites: ClassVar[Mapping[str, str]] = {"medagentgym": "internal"}
    answer_kinds: ClassVar[tuple[str, ...]] = ("record", "json-file")
    ledgers: ClassVar[tuple[str, ...]] = ("biodsbench",)
    environment: ClassVar[BoxEnvironment] = published.ENVIRONMENT

    def synthesise(self, out: Path, seed: int, scale: int | None, progress: Progress) -> None:
        """Write invented studies, five a half and three for `ood`; ``scale`` counts the patients of each."""
        loader.synthesise(out, seed, scale, progress)

    def build(self, raw: Path, out: Build, progress: Progress) -> None:
        """Read studies or published questions; see ``loader.py``."""
        loader.build(raw, out, progress)

    def check(self, raw: Path, home: Path, progress: Progress) -> DataCheck:
        """What a build finds of published questions, and a remark for each that is no task."""
        with checking(self, raw, home) as build:
            self.build(raw, build, progress)
            return published.checked(build)

    def report(self, build: Build) -> str | None:
        """Studies, and which candidates were refused why; of published questions what became of each."""
        return published.report(build) or loader.report(build)
