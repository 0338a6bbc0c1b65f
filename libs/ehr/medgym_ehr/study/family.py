"""What a hospital family needs to ask studies: planned with its build, graded turn by turn."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import ClassVar

from medgym_core import Build, Category, Progress, Split, TaskSet
from medgym_ehr.hospital import Hospital, HospitalFamily, loader
from medgym_ehr.study.plan import SIZES, plan
from medgym_ehr.study.repertoire import NOVEL_TURNS, TURNS
from medgym_ehr.study.schema import Schema
from medgym_ehr.study.steps import Design
from medgym_ehr.study.studies import CATEGORY, STUDIES, Studies, planned

STUDY = Category(
    name=CATEGORY, description="cohort studies in eleven or twelve turns, each on those before", counts=0
)
STUDY_SPLITS: Mapping[str, Split] = {
    split: Split(
        size=size,
        evaluation=split != "study-train",
        counted=False,
        novel="requirement" if split == "study-ood" else "instance",
        horizon=len(NOVEL_TURNS if split == "study-ood" else TURNS),
    )
    for split, size in SIZES.items()
}
"""Chance is nothing: no study is passed but by eleven right answers."""


def study_sets(hospital: Hospital, schema: Schema) -> Mapping[str, TaskSet]:
    """The splits that ask studies, each with its tasks."""
    return dict.fromkeys(SIZES, Studies(hospital, schema))


class StudyFamily(HospitalFamily):
    """A hospital family that asks studies besides its questions."""

    studies: ClassVar[Schema]
    """How studies read its database."""
    categories: ClassVar[tuple[Category, ...]] = (*HospitalFamily.categories, STUDY)
    answer_kinds: ClassVar[tuple[str, ...]] = tuple(sorted((*HospitalFamily.answer_kinds, "record")))

    def build(self, raw: Path, out: Build, progress: Progress) -> None:
        """As every hospital family, and plan the studies where the database is its own."""
        super().build(raw, out, progress)
        hospital = self.hospital
        studies: Mapping[str, Sequence[Design]] = {split: () for split in SIZES}
        if any(loader.size(out, split) for split in hospital.sizes):
            progress("planning studies", 0)
            path = out.public / hospital.database
            with closing(sqlite3.connect(path)) as connection:
                patients = connection.execute(hospital.counted).fetchone()[0]
            studies = plan(path, self.studies, min(1.0, patients / hospital.full))
        (out.private / STUDIES).write_text(json.dumps(studies), encoding="utf-8")

    def report(self, build: Build) -> str:
        """As every hospital family, and how many studies each split has."""
        counts = ", ".join(f"{split} {len(studies)}" for split, studies in planned(build).items())
        return f"{super().report(build)}\n{CATEGORY}: {counts}"
