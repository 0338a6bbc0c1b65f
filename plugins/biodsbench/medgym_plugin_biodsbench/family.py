"""The task family `biodsbench`: analyses of cBioPortal-style studies."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import ClassVar

from medgym_core import (
    ActionCall,
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
from medgym_plugin_biodsbench import loader, oracle, published, rewording
from medgym_plugin_biodsbench.study import TABLES
from medgym_raw import checking

CONTEXT = """\
The study {study} lies in {folder}: the files that cBioPortal publishes, as CSV, every cell as published.

What holds for every question:
- Blanks around a cell do not count. A cell is missing if it is then empty or one of NA, N/A, NaN,
  [Not Available], [Not Applicable]. Where a number is needed,
  a cell that is none (such as 2-3) is missing too.
- A patient is a row of data_clinical_patient, a sample a row of data_clinical_sample; PATIENT_ID joins them.
  Rows and columns of other tables that belong to a sample which is not there are left out.
- Of a gene with several rows in a table of a gene a row, the first counts.
- Non-silent mutations have one of these Variant_Classification: Missense_Mutation, Nonsense_Mutation,
  Nonstop_Mutation, Frame_Shift_Del, Frame_Shift_Ins, In_Frame_Del, In_Frame_Ins, Splice_Site,
  Translation_Start_Site.
- Nothing is rounded; shares are in percent, from 0 to 100. Orders of text are by code point, so that capitals
  come before small letters.
- Tables are lists of rows in the order asked for, each row a list in the order of the columns.

Tables:
{schema}"""
PUBLISHED = "published"
REWORDED = 304
"""Reworded questions of the default build: 38 templates in eight voices."""
MOST_COLUMNS = 1_900
"""Columns of a table that request_info reads."""


class BioDSBench(TaskFamily):
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
        Category(name=PUBLISHED, description="published questions, as their authors worded them", counts=0),
    )
    splits: ClassVar[Mapping[str, Split]] = {
        "train": Split(size=loader.SIZES["train"]),
        "test": Split(size=loader.SIZES["test"], evaluation=True),
        "reworded": Split(size=REWORDED, evaluation=True, counted=False, novel="wording"),
        "ood": Split(size=loader.SIZES["ood"], evaluation=True, counted=False, novel="requirement"),
        "more-train": Split(size=loader.SIZES["more-train"], counted=False),
        "more-test": Split(size=loader.SIZES["more-test"], evaluation=True, counted=False),
        "published-train": Split(size=0, counted=False),
        "published-test": Split(size=0, evaluation=True, counted=False),
    }
    suites: ClassVar[Mapping[str, str]] = {"medagentgym": "internal"}
    answer_kinds: ClassVar[tuple[str, ...]] = ("record", "json-file")
    ledgers: ClassVar[tuple[str, ...]] = ("biodsbench",)
    environment: ClassVar[BoxEnvironment] = published.ENVIRONMENT

    def synthesise(self, out: Path, seed: int, scale: int | None, progress: Progress) -> None:
        """Write invented studies, five for each split; ``scale`` counts the patients of a study."""
        loader.synthesise(out, seed, scale, progress)

    def build(self, raw: Path, out: Build, progress: Progress) -> None:
        """Read studies or published questions; see ``loader.py``."""
        loader.build(raw, out, progress)

    def check(self, raw: Path, home: Path, progress: Progress) -> DataCheck:
        """What a build finds of published questions, and a remark for each that is no task."""
        with checking(self, raw, home) as build:
            self.build(raw, build, progress)
            return published.checked(build)

    def size(self, build: Build, split: str) -> int:
        """Tasks of ``split`` in ``build``; none of a split without a study."""
        return published.size(build, split) if _is_published(split) else loader.size(build, split)

    def subjects(self, build: Build, split: str) -> Iterable[str]:
        """The studies."""
        if _is_published(split):
            return published.subjects(build, split)
        return (f"{self.name}/study/{study}" for study in loader.schemas(build, split))

    def report(self, build: Build) -> str | None:
        """Studies, and which candidates were refused why; of published questions what became of each."""
        return published.report(build) or loader.report(build)

    def task(self, build: Build, split: str, index: int) -> Task:
        """One question on one study."""
        if _is_published(split):
            return published.task(build, split, index)
        asked = loader.asked(build, split, index)
        template, folder = oracle.template(asked), f"studies/{asked.study}"
        schema = loader.schemas(build, split)[asked.study]
        question = template.question(asked.parameters, asked.wording)
        context = CONTEXT.format(study=asked.study, folder=f"data/{folder}", schema=schema)
        metadata = {"template": template.key, "study": asked.study}
        if split == rewording.SPLIT:
            _, voice = loader.restated(build, index)
            question = rewording.put(template, asked.parameters, voice)
            context, metadata = f"{rewording.NOTICE}\n\n{context}", {**metadata, "voice": voice}
        return Task(
            family=self.name,
            split=split,
            index=index,
            category=template.category,
            turns=(Turn(question=question, answer=template.answer()),),
            context=context,
            info=_info(build, folder),
            mounts=(folder,),
            limits=Limits(steps=15, action_s=120, memory_mb=2048),
            metadata=metadata,
        )

    def gold(self, build: Build, task: Task) -> Gold:
        """The reference's outputs, which the second computation found too."""
        if _is_published(task.split):
            return published.gold(build, task)
        return Gold(loader.asked(build, task.split, task.index).answer)

    def reference(self, build: Build, task: Task) -> Sequence[ActionCall]:
        """The reference's text with the parameters of the question."""
        if _is_published(task.split):
            return published.reference(build, task)
        return oracle.reference(loader.asked(build, task.split, task.index))


def _is_published(split: str) -> bool:
    return split.startswith(PUBLISHED)


def _info(build: Build, folder: str) -> tuple[InfoSource, ...]:
    files = {name: f"{layout.stems[0]}.csv" for name, layout in TABLES.items()}
    return tuple(
        InfoSource(name=name, kind="csv", path=f"{folder}/{file}", description=file)
        for name, file in files.items()
        if (path := build.public / folder / file).is_file() and _searchable(path)
    )


@cache
def _searchable(path: Path) -> bool:
    """Whether request_info can read a table: SQLite tells no capitals in names, and has its most columns."""
    with path.open(encoding="utf-8", newline="") as stream:
        columns = next(csv.reader(stream))
    return len({column.casefold() for column in columns}) == len(columns) <= MOST_COLUMNS
