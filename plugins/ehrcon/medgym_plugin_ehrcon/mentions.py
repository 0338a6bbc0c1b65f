"""Mentions in notes, as tasks: our own, those of the test in other words, and published ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from medgym_core import ActionCall, Build, Database, Gold, InfoSource, Limits, Task, TaskSet, Turn
from medgym_ehr.ledger import subject
from medgym_plugin_ehrcon import files, loader, oracle, rewording
from medgym_plugin_ehrcon.claim import Mention
from medgym_plugin_ehrcon.context import context
from medgym_plugin_ehrcon.selection import SOURCE

WORDINGS = (
    'Note {row_id}, line {line}, from character {character}: does the database agree with "{text}"?',
    'Note {row_id} says "{text}" on line {line}, from character {character}. Do the tables agree?',
    'Line {line} of note {row_id} holds, from character {character}, "{text}". Is it consistent?',
)
INFO = (
    InfoSource(name="ehrcon", kind="sqlite", path=files.DATABASE, description="the 13 tables"),
    InfoSource(name="notes", kind="csv", path=files.NOTES, description="the notes"),
    InfoSource(name="synonyms", kind="csv", path=files.SYNONYMS, description="terms with their names"),
)


class Mentions(TaskSet):
    """One mention in a note for each task."""

    notice: ClassVar[str] = ""
    """What the prompt adds to the conventions."""

    def size(self, build: Build, split: str) -> int:
        """Number of mentions of ``split`` in ``build``."""
        return loader.size(build, split)

    def task(self, build: Build, split: str, index: int) -> Task:
        """The question about one mention."""
        asked = loader.asked(build, split, index)
        return Task(
            family=build.family,
            split=split,
            index=index,
            category=asked.category,
            turns=(Turn(question=self.question(build, asked, index), answer=oracle.ANSWER),),
            context=context("conventions.txt", self.notice),
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

    def question(self, build: Build, asked: Mention, index: int) -> str:
        """How the mention ``asked`` of the task at ``index`` is put."""
        wording = WORDINGS[(asked.row_id + asked.line + asked.character) % len(WORDINGS)]
        return wording.format_map(asked.model_dump(include={"row_id", "line", "character", "text"}))

    def gold(self, build: Build, task: Task) -> Gold:
        """What the label rule finds in the build's database."""
        return oracle.gold(build.public / files.DATABASE, loader.asked(build, task.split, task.index))

    def reference(self, build: Build, task: Task) -> Sequence[ActionCall]:
        """A program that judges what the mention states."""
        asked = loader.asked(build, task.split, task.index)
        return oracle.reference(asked, loader.note_lines(build, asked))

    def chance_rate(self, build: Build, split: str) -> float:
        """What the best constant passes; more than declared where labels are not balanced."""
        return loader.read_report(build).splits[split].constant

    def subjects(self, build: Build, split: str) -> Iterable[str]:
        """Patients of the split's notes."""
        for index in range(self.size(build, split)):
            yield subject(SOURCE, "patient", loader.asked(build, split, index).subject_id)


class RewordedMentions(Mentions):
    """Mentions of the test as people put them."""

    notice: ClassVar[str] = rewording.NOTICE

    def question(self, build: Build, asked: Mention, index: int) -> str:
        """The mention as its voice puts it."""
        return rewording.question(asked, loader.put(build, index))


class PublishedMentions(Mentions):
    """Mentions of the published splits, which keep no promise of whom they are about."""

    def subjects(self, build: Build, split: str) -> Iterable[str]:
        """None."""
        return ()
