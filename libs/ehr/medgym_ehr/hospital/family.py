"""The task family: questions on a hospital database, its own and published ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

from medgym_core import (
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
from medgym_ehr.hospital import elsewhere, loader, published
from medgym_ehr.hospital.category import CATEGORIES
from medgym_ehr.hospital.description import Hospital
from medgym_ehr.hospital.own_questions import OwnQuestions, QuestionsElsewhere
from medgym_ehr.hospital.published_questions import PublishedQuestions
from medgym_ehr.rewording import NOTICE
from medgym_raw import checking, unpacked

ABSTENTION = (
    "Where the data holds nothing that answers the question, the answer is null: no such patient, visit or "
    "event, none in the time asked about, or nothing of the kind at all. Then lists, sums and times are "
    "null, too (in Python, answer = None); an empty list, which a query for a list gives when it finds no "
    "row, is another answer, and a count of nothing is 0. The answer is also null where one thing is asked "
    "for and several that differ fit, such as the time of what happened twice."
)
PUBLISHED: Mapping[str, Split] = {
    "published-train": Split(size=0, counted=False),
    "published-valid": Split(size=0, evaluation=True, counted=False),
    "published-test": Split(size=0, evaluation=True, counted=False),
}
"""Splits that a user's own question files fill."""


def question_sets(hospital: Hospital) -> Mapping[str, TaskSet]:
    """The splits that ask questions, each with its tasks."""
    own = OwnQuestions(hospital)
    return {
        **dict.fromkeys(("train", "test", "ood"), own),
        "reworded": replace(own, notice=NOTICE),
        "abstention": replace(own, notice=ABSTENTION, nullable=True),
        **({elsewhere.SPLIT: QuestionsElsewhere(hospital)} if hospital.elsewhere else {}),
        **dict.fromkeys(published.SPLITS, PublishedQuestions(hospital)),
    }


class HospitalFamily(TaskSetFamily):
    """Questions on one hospital database in nine categories; a family adds its identity and its hospital."""

    hospital: ClassVar[Hospital]
    """What is the family's own."""
    categories: ClassVar[tuple[Category, ...]] = CATEGORIES
    answer_kinds: ClassVar[tuple[str, ...]] = (
        "boolean",
        "datetime",
        "integer",
        "number",
        "set",
        "table",
        "text",
    )

    def synthesise(self, out: Path, seed: int, scale: int | None, progress: Progress) -> None:
        """Write synthetic raw files in the published layout; ``scale`` counts patients at home."""
        patients = scale or self.hospital.patients
        self.hospital.synthesise(out, seed, patients, progress)
        if other := self.hospital.elsewhere:
            beside = other.patients_beside(patients, self.hospital.patients)
            other.synthesise(out / elsewhere.FOLDER, seed, beside, progress)

    def build(self, raw: Path, out: Build, progress: Progress) -> None:
        """Build the database and ask its questions; see ``loader.py``."""
        loader.build(self.hospital, raw, out, progress)

    def check(self, raw: Path, home: Path, progress: Progress) -> DataCheck:
        """What a build finds of published questions: a line for each split, a remark for each left out."""
        with checking(self, raw, home) as build, unpacked(raw, build.root.parent) as folder:
            if published.release_of(self.hospital, folder) is None:
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
        ours = loader.read_report(build).text()
        return f"{ours}\n{published.report(build)}" if published.is_built(build) else ours
