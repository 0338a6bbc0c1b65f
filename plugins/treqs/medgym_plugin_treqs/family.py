"""The task family `treqs`: questions on MIMICSQL's five tables of a hospital database."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib import metadata, resources
from pathlib import Path
from typing import ClassVar

from pydantic import JsonValue

from medgym_core import (
    ActionCall,
    BoxEnvironment,
    Build,
    Category,
    DataCheck,
    DataError,
    Gold,
    Progress,
    Split,
    Task,
    TaskFamily,
    Tier,
    Turn,
)
from medgym_ehr import demo
from medgym_ehr.hospital.asked import Asked, database
from medgym_ehr.hospital.loader import question, read_report, size, tables
from medgym_ehr.rewording import NOTICE
from medgym_plugin_treqs import loader, oracle, published
from medgym_plugin_treqs.dialect import DIALECT
from medgym_plugin_treqs.questions import ANSWERS, CATEGORIES
from medgym_raw import checking, unpacked

DESCRIPTIONS = {
    "counting": "how many patients fulfil one or two conditions in an admission",
    "aggregate": "largest, smallest and average age and length of stay of admissions",
    "patient": "attributes of one patient, known by number or by name",
    "lookup": "what belongs to a code, a title, a drug or a lab test, and how many patients have it",
}
"""Category to what it asks: the four shapes of MIMICSQL's questions."""


class Treqs(TaskFamily):
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

    def size(self, build: Build, split: str) -> int:
        """Number of tasks of ``split`` in ``build``."""
        return published.size(build, split) if split in published.SPLITS else size(build, split)

    def task(self, build: Build, split: str, index: int) -> Task:
        """One question, with the tables and the conventions in force."""
        asked = self._published if split in published.SPLITS else self._asked
        source = database("mimicsql", loader.DATABASE)
        return asked(build, split, index).task(self.name, split, index, source, tables(build))

    def gold(self, build: Build, task: Task) -> Gold:
        """All rows that the reference query finds in the build's database."""
        if task.split in published.SPLITS:
            rows = published.solution(build, task.split, task.index).gold or []
            return Gold([*rows])
        return oracle.gold(build.public / loader.DATABASE, question(build, task.split, task.index))

    def reference(self, build: Build, task: Task) -> Sequence[ActionCall]:
        """The reference query, submitted as SQL."""
        if task.split in published.SPLITS:
            return oracle.reference(published.solution(build, task.split, task.index).sql or "")
        return oracle.reference(question(build, task.split, task.index).sql)

    def chance_rate(self, build: Build, split: str) -> float:
        """As declared; what the best constants pass where that is more, as in a small build."""
        if split in published.SPLITS:
            return published.constant(build, split)
        return max(self.splits[split].chance_rate, read_report(build).constant(split))

    def subjects(self, build: Build, split: str) -> Iterable[str]:
        """Patients and values that the split's questions name; published splits keep no such promise."""
        if split in published.SPLITS:
            return
        for index in range(self.size(build, split)):
            asked = question(build, split, index)
            yield from oracle.subjects(build.public / loader.DATABASE, asked)

    def tier_of(self, raw: Path) -> Tier:
        """``OPEN`` where ``raw`` is one of the open demos, else as published."""
        return demo.tier_of(raw, self.tier)

    def report(self, build: Build) -> str:
        """Rows of the database, how questions and answers are spread, how published questions fared."""
        return "\n".join(filter(None, [read_report(build).text(), published.report(build)]))

    def _asked(self, build: Build, split: str, index: int) -> Asked:
        asked = question(build, split, index)
        turn = Turn(question=asked.text, answer=ANSWERS[asked.template])
        metadata: dict[str, JsonValue] = {"template": asked.template}
        conventions = "\n\n".join([_text("conventions.txt"), *([NOTICE] * (split == "reworded"))])
        return Asked(CATEGORIES[asked.template], (turn,), conventions, metadata)

    def _published(self, build: Build, split: str, index: int) -> Asked:
        asked = published.question(build, split, index)
        turn = Turn(question=asked.question, answer=published.answer_kind(asked))
        category = published.solution(build, split, index).category
        return Asked(category, (turn,), _text("published-conventions.txt"), {"id": asked.id})


@cache
def _text(name: str) -> str:
    return resources.files(__package__).joinpath(name).read_text(encoding="utf-8").rstrip()
