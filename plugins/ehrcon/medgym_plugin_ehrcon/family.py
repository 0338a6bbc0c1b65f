"""The task family `ehrcon`: does a note agree with the tables?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib import metadata, resources
from pathlib import Path
from typing import ClassVar

from medgym_core import (
    ActionCall,
    BoxEnvironment,
    Build,
    Category,
    Database,
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
from medgym_ehr.ledger import subject
from medgym_plugin_ehrcon import files, loader, oracle, rewording
from medgym_plugin_ehrcon.audit import oracle as auditing
from medgym_plugin_ehrcon.audit.building import SPLITS as AUDIT_SPLITS
from medgym_plugin_ehrcon.audit.task import audit
from medgym_plugin_ehrcon.claim import Mention
from medgym_plugin_ehrcon.database import LAYOUT
from medgym_plugin_ehrcon.release import COLUMNS
from medgym_plugin_ehrcon.selection import AUDITS, SOURCE
from medgym_raw import Verdict, check_of, checking

DESCRIPTIONS = {
    "discharge": "mentions in discharge summaries",
    "physician": "mentions in physicians' progress notes",
    "nursing": "mentions in nursing notes",
}
"""Category to what it asks about."""
WORDINGS = (
    'Note {row_id}, line {line}, from character {character}: does the database agree with "{text}"?',
    'Note {row_id} says "{text}" on line {line}, from character {character}. Do the tables agree?',
    'Line {line} of note {row_id} holds, from character {character}, "{text}". Is it consistent?',
)
AUDIT_CHANCE = 0.08
"""Most that who reads notes and no table earns in audits; the README has what was measured."""
INFO = (
    InfoSource(name="ehrcon", kind="sqlite", path=files.DATABASE, description="the 13 tables"),
    InfoSource(name="notes", kind="csv", path=files.NOTES, description="the notes"),
    InfoSource(name="synonyms", kind="csv", path=files.SYNONYMS, description="terms with their names"),
)


class EHRCon(TaskFamily):
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
        "audit-train": Split(
            size=AUDITS["train"], chance_rate=AUDIT_CHANCE, counted=False, horizon=auditing.HORIZON
        ),
        "audit-test": Split(
            size=AUDITS["test"],
            evaluation=True,
            chance_rate=AUDIT_CHANCE,
            counted=False,
            horizon=auditing.HORIZON,
        ),
        rewording.SPLIT: Split(size=273, evaluation=True, chance_rate=0.5, counted=False, novel="wording"),
        "published-valid": Split(size=0, evaluation=True, counted=False),
        "published-test": Split(size=0, evaluation=True, counted=False),
    }
    suites: ClassVar[Mapping[str, str]] = {"medagentgym": "external"}
    answer_kinds: ClassVar[tuple[str, ...]] = ("record", "set")
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

    def size(self, build: Build, split: str) -> int:
        """Number of tasks of ``split`` in ``build``."""
        return loader.size(build, split)

    def task(self, build: Build, split: str, index: int) -> Task:
        """The question about one mention, or about a whole note."""
        if split in AUDIT_SPLITS:
            stated = loader.inventory(build, split, index)
            return audit((self.name, split, index), stated, _context("audit/conventions.txt"))
        asked, restated = loader.asked(build, split, index), split == rewording.SPLIT
        question = rewording.question(asked, loader.put(build, index)) if restated else _question(asked)
        return Task(
            family=self.name,
            split=split,
            index=index,
            category=asked.category,
            turns=(Turn(question=question, answer=oracle.ANSWER),),
            context=_context("conventions.txt", rewording.NOTICE if restated else ""),
            info=INFO,
            mounts=tuple(source.path for source in INFO),
            database=Database(path=files.DATABASE),
            limits=Limits(steps=15, action_s=120, memory_mb=1024),
            metadata={
                "kind": "numeric" if asked.entity_type == 1 else "existence",
                "style": asked.style,
                "table": asked.table,
            },
        )

    def gold(self, build: Build, task: Task) -> Gold:
        """What the label rule finds in the build's database."""
        if task.split in AUDIT_SPLITS:
            stated = loader.inventory(build, task.split, task.index)
            return auditing.gold(build.public / files.DATABASE, stated)
        return oracle.gold(build.public / files.DATABASE, loader.asked(build, task.split, task.index))

    def reference(self, build: Build, task: Task) -> Sequence[ActionCall]:
        """A program that judges what the mention states; of an audit, the actions that lead to findings."""
        if task.split in AUDIT_SPLITS:
            return auditing.reference(loader.inventory(build, task.split, task.index))
        asked = loader.asked(build, task.split, task.index)
        return oracle.reference(asked, loader.note_lines(build, asked))

    def chance_rate(self, build: Build, split: str) -> float:
        """As declared; of published splits, which are not balanced, what the best constant passes."""
        if split in AUDIT_SPLITS:
            return self.splits[split].chance_rate
        return max(self.splits[split].chance_rate, loader.read_report(build).splits[split].constant)

    def subjects(self, build: Build, split: str) -> Iterable[str]:
        """Patients of the split's notes; published splits keep no such promise."""
        if split in loader.PUBLISHED:
            return
        read = loader.inventory if split in AUDIT_SPLITS else loader.asked
        for index in range(self.size(build, split)):
            yield subject(SOURCE, "patient", read(build, split, index).subject_id)

    def report(self, build: Build) -> str:
        """Rows, agreements of labels and rule, refusals, and how mentions are spread."""
        return loader.read_report(build).text()


def _question(asked: Mention) -> str:
    wording = WORDINGS[(asked.row_id + asked.line + asked.character) % len(WORDINGS)]
    return wording.format_map(asked.model_dump(include={"row_id", "line", "character", "text"}))


@cache
def _context(conventions: str, notice: str = "") -> str:
    """What the prompt says before the question, by the file of its conventions."""
    text = _text(conventions).format(notes=", ".join(COLUMNS), rules=_text("rules.txt"))
    return "\n\n".join(part for part in (text, notice, f"Tables\n{_tables()}") if part)


def _text(name: str) -> str:
    found = resources.files(__package__).joinpath(*name.split("/"))
    return found.read_text(encoding="utf-8").rstrip()


@cache
def _tables() -> str:
    return "\n".join(f"{name}({', '.join(file.columns)})" for name, file in LAYOUT.files.items())
