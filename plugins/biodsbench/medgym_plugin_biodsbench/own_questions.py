"""Questions of our own about studies, as tasks: of a build, drawn when they are read, and in other words."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

from pydantic import JsonValue

from medgym_core import ActionCall, Build, DataError, Gold, InfoSource, Limits, Task, TaskSet, Turn
from medgym_plugin_biodsbench import asking, oracle, rewording
from medgym_plugin_biodsbench.asking import Half
from medgym_plugin_biodsbench.oracle import Asked
from medgym_plugin_biodsbench.study import TABLES

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
MOST_COLUMNS = 1_900
"""Columns of a table that request_info reads."""


class Words(NamedTuple):
    """How a question is put."""

    question: str
    """What is asked."""
    notice: str
    """What the prompt says before the study."""
    metadata: dict[str, JsonValue]
    """What reports say of the wording."""


@dataclass(frozen=True)
class Questions(TaskSet):
    """Questions that a build computed: a record of typed outputs for each task, about one study."""

    half: Half
    """Whose studies they are about."""
    novel: bool = False
    """Whether they are about kinds of study, too, that no other split asks about."""

    def size(self, build: Build, split: str) -> int:
        """Number of questions of ``split`` in ``build``; 0 without a study of the half."""
        return asking.stored(build, split)

    def task(self, build: Build, split: str, index: int) -> Task:
        """One question, with its study's tables and what holds for every question.

        Raises:
            DataError: if there is no such task.
        """
        asked = self.asked(build, split, index)
        template, folder = oracle.template(asked), f"studies/{asked.study}"
        words = self.words(build, asked, index)
        schema = asking.schemas(build, self.half)[asked.study]
        context = CONTEXT.format(study=asked.study, folder=f"data/{folder}", schema=schema)
        return Task(
            family=build.family,
            split=split,
            index=index,
            category=template.category,
            turns=(Turn(question=words.question, answer=template.answer()),),
            context="\n\n".join(filter(None, [words.notice, context])),
            info=_info(build, folder),
            mounts=(folder,),
            limits=Limits(steps=15, action_s=120, memory_mb=2048),
            metadata={"template": template.key, "study": asked.study, **words.metadata},
        )

    def asked(self, build: Build, split: str, index: int) -> Asked:
        """The question at ``index`` with its answer.

        Raises:
            DataError: if there is no such task.
        """
        size = self.size(build, split)
        if not 0 <= index < size:
            raise DataError(f"there is no task {index} in {split}; it has {size}, from 0")
        return self.found(build, split, index)

    def found(self, build: Build, split: str, index: int) -> Asked:
        """The question at an index that there is."""
        return asking.read(build, split, index)

    def words(self, build: Build, asked: Asked, index: int) -> Words:
        """How the question at ``index`` is put."""
        return Words(oracle.template(asked).question(asked.parameters, asked.wording), "", {})

    def gold(self, build: Build, task: Task) -> Gold:
        """The reference's outputs, which the second computation found too."""
        return Gold(self.asked(build, task.split, task.index).answer)

    def reference(self, build: Build, task: Task) -> Sequence[ActionCall]:
        """The reference's text with the parameters of the question."""
        return oracle.reference(self.asked(build, task.split, task.index))

    def subjects(self, build: Build, split: str) -> Iterable[str]:
        """The studies of the half."""
        return (f"{build.family}/study/{study}" for study in asking.studies(build, self.half, self.novel))


class MoreQuestions(Questions):
    """Questions that are computed when they are first read."""

    def size(self, build: Build, split: str) -> int:
        """Number of questions of ``split``: as many as it draws, or 0 without a study of the half."""
        return asking.DRAWS[split].size if asking.schemas(build, self.half) else 0

    def found(self, build: Build, split: str, index: int) -> Asked:
        """The question, computed unless it was."""
        return asking.drawn(build, split, index)


class RewordedQuestions(Questions):
    """The questions that the counted split of the half asks, as people put them."""

    def size(self, build: Build, split: str) -> int:
        """Number of questions: each template of the counted split in each voice."""
        return len(asking.restated(build, self.half))

    def found(self, build: Build, split: str, index: int) -> Asked:
        """The question that is restated."""
        return asking.read(build, self.half, asking.restated(build, self.half)[index][0])

    def words(self, build: Build, asked: Asked, index: int) -> Words:
        """The question as its voice puts it."""
        _, voice = asking.restated(build, self.half)[index]
        question = rewording.put(oracle.template(asked), asked.parameters, voice)
        return Words(question, rewording.NOTICE, {"voice": voice})


def _info(build: Build, folder: str) -> tuple[InfoSource, ...]:
    files = {name: f"{layout.stems[0]}.csv" for name, layout in TABLES.items()}
    return tuple(
        InfoSource(name=name, kind="csv", path=f"{folder}/{file}", description=file)
        for name, file in files.items()
        if (path := build.public / folder / file).is_file() and _searchable(path)
    )


@cache
def _searchable(path: Path) -> bool:
    """Whether request_info can read a table: SQLite ignores the case of names, and limits columns."""
    with path.open(encoding="utf-8", newline="") as stream:
        columns = next(csv.reader(stream))
    return len({column.casefold() for column in columns}) == len(columns) <= MOST_COLUMNS
