"""What a hospital family needs to ask studies: planned with its build, graded turn by turn."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import ClassVar

from pydantic import JsonValue

from medgym_core import ActionCall, Build, Category, DataError, Gold, Progress, Split, Task
from medgym_ehr.hospital import HospitalFamily, loader
from medgym_ehr.hospital.asked import Asked, database
from medgym_ehr.study.plan import SIZES, plan, run
from medgym_ehr.study.program import program
from medgym_ehr.study.records import Records
from medgym_ehr.study.repertoire import NOVEL_TURNS, TURNS
from medgym_ehr.study.schema import Schema
from medgym_ehr.study.steps import Design
from medgym_ehr.study.wording import context, turns

STUDIES = "studies.json"
"""The planned studies, in the private half."""
CATEGORY = Category(
    name="study", description="cohort studies in eleven or twelve turns, each on those before", counts=0
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


class StudyFamily(HospitalFamily):
    """A hospital family that asks studies besides its questions."""

    studies: ClassVar[Schema]
    """How studies read its database."""
    categories: ClassVar[tuple[Category, ...]] = (*HospitalFamily.categories, CATEGORY)
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

    def size(self, build: Build, split: str) -> int:
        """Number of tasks of ``split`` in ``build``."""
        return len(planned(build)[split]) if split in SIZES else super().size(build, split)

    def task(self, build: Build, split: str, index: int) -> Task:
        """One question or one study."""
        if split not in SIZES:
            return super().task(build, split, index)
        design = _design(build, split, index)
        told = f"{self.hospital.conventions}\n\n{context(self.studies, design)}"
        metadata: dict[str, JsonValue] = {"template": "/".join(design["names"])}
        asked = Asked(CATEGORY.name, turns(design), told, metadata)
        source = database(self.hospital.name, self.hospital.database)
        return asked.task(self.name, split, index, source, loader.tables(build))

    def gold(self, build: Build, task: Task) -> Gold:
        """What the reference query finds, or what the study's turns come to one after the other."""
        if task.split not in SIZES:
            return super().gold(build, task)
        design = _design(build, task.split, task.index)
        records = Records(str(build.public / self.hospital.database), self.studies.queries)
        answers, _ = run(records, design)
        return Gold(*(answers[turn] for turn in design["turns"]))

    def reference(self, build: Build, task: Task) -> Sequence[ActionCall]:
        """One submission a turn; a study's programs keep what they found in the work directory."""
        if task.split not in SIZES:
            return super().reference(build, task)
        design = _design(build, task.split, task.index)
        path = f"data/{self.hospital.database}"
        return tuple(
            _submission(program(self.studies.queries, design, turn, not place, path))
            for place, turn in enumerate(design["turns"])
        )

    def chance_rate(self, build: Build, split: str) -> float:
        """As declared, of studies."""
        return self.splits[split].chance_rate if split in SIZES else super().chance_rate(build, split)

    def report(self, build: Build) -> str:
        """As every hospital family, and how many studies each split has."""
        counts = ", ".join(f"{split} {len(studies)}" for split, studies in planned(build).items())
        return f"{super().report(build)}\n{CATEGORY.name}: {counts}"

    def subjects(self, build: Build, split: str) -> Iterable[str]:
        """Studies name no patient, and of values only what definitions hold."""
        return () if split in SIZES else super().subjects(build, split)


def planned(build: Build) -> dict[str, list[Design]]:
    """Split to the studies of a build; private."""
    found: dict[str, list[Design]] = json.loads((build.private / STUDIES).read_text(encoding="utf-8"))
    return found


def _design(build: Build, split: str, index: int) -> Design:
    """One study of a build.

    Raises:
        DataError: if there is none.
    """
    designs = planned(build)[split]
    if index >= len(designs):
        raise DataError(f"{split} of {build.root} holds no study {index}; it holds {len(designs)}")
    return designs[index]


def _submission(code: str) -> ActionCall:
    return ActionCall(name="code_execution", arguments={"code": code, "language": "python", "submit": True})
