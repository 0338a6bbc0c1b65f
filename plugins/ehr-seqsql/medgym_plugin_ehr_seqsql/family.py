"""The task family `ehr-seqsql`: sessions of questions on a hospital database."""

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
from medgym_ehr.mimic3.ehrsql.conventions import CONVENTIONS
from medgym_ehr.mimic3.ehrsql.dialect import DIALECT
from medgym_ehr.rewording import NOTICE
from medgym_plugin_ehr_seqsql import loader, oracle, published
from medgym_plugin_ehr_seqsql.questions import BY_ID, DESCRIPTIONS
from medgym_raw import checking, unpacked


class EhrSeqSql(TaskFamily):
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

    def size(self, build: Build, split: str) -> int:
        """Number of sessions of ``split`` in ``build``."""
        return published.size(build, split) if split in published.SPLITS else loader.size(build, split)

    def task(self, build: Build, split: str, index: int) -> Task:
        """One session, with the tables and the conventions in force."""
        asked = self._published if split in published.SPLITS else self._asked
        source = database("mimic", loader.DATABASE)
        return asked(build, split, index).task(self.name, split, index, source, loader.tables(build))

    def gold(self, build: Build, task: Task) -> Gold:
        """What the reference queries find in the build's database, turn by turn."""
        if task.split in published.SPLITS:
            return published.gold(build, task.split, task.index)
        return oracle.gold(build.public / loader.DATABASE, loader.session(build, task.split, task.index))

    def reference(self, build: Build, task: Task) -> Sequence[ActionCall]:
        """One submission a turn: the reference query."""
        if task.split in published.SPLITS:
            return oracle.reference(published.queries(build, task.split, task.index))
        session = loader.session(build, task.split, task.index)
        return oracle.reference([turn.sql for turn in session.turns])

    def chance_rate(self, build: Build, split: str) -> float:
        """As declared; of a user's copy or a small build, what its best constants pass if that is more."""
        if split in published.SPLITS:
            return published.constant(build, split)
        return max(self.splits[split].chance_rate, loader.read_report(build).splits[split].constant)

    def subjects(self, build: Build, split: str) -> Iterable[str]:
        """Patients and values that the split's sessions name; published splits keep no such promise."""
        if split not in published.SPLITS:
            for index in range(self.size(build, split)):
                yield from oracle.subjects(loader.session(build, split, index))

    def tier_of(self, raw: Path) -> Tier:
        """``OPEN`` where ``raw`` is one of the open demos, else as published."""
        return demo.tier_of(raw, self.tier)

    def report(self, build: Build) -> str:
        """Rows of the database, how sessions and answers are spread, how published sessions fared."""
        ours = loader.read_report(build).text()
        return f"{ours}\n{published.report(build)}" if published.is_built(build) else ours

    def _asked(self, build: Build, split: str, index: int) -> Asked:
        session = loader.session(build, split, index)
        template = BY_ID[session.template]
        turns = tuple(
            Turn(question=turn.text, answer=step.answer)
            for step, turn in zip(template.steps, session.turns, strict=True)
        )
        metadata: dict[str, JsonValue] = {"template": template.id, "tags": list(session.tags)}
        conventions = CONVENTIONS + "\n" + _text("conventions.txt")
        notices = [NOTICE] * (split == "reworded")
        return Asked(template.category, turns, "\n\n".join([conventions, *notices]), metadata)

    def _published(self, build: Build, split: str, index: int) -> Asked:
        found = published.session(build, split, index)
        turns = tuple(
            Turn(question=turn.question, answer=published.answer_kind(turn)) for turn in found.turns
        )
        conventions = published.told(_text("published-conventions.txt"))
        return Asked(found.category, turns, conventions, {"id": found.id})


@cache
def _text(name: str) -> str:
    return resources.files(__package__).joinpath(name).read_text(encoding="utf-8").rstrip()
