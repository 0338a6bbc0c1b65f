"""Corrections of notes, as tasks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from importlib import resources

from medgym_core import ActionCall, Build, Database, Gold, Limits, Task, TaskSet, Turn, excerpt
from medgym_ehr.ledger import subject
from medgym_plugin_ehrcon import files, loader, oracle
from medgym_plugin_ehrcon.context import context
from medgym_plugin_ehrcon.correction import ANSWERS, KINDS, Correction, Kind, answer, question
from medgym_plugin_ehrcon.mentions import INFO
from medgym_plugin_ehrcon.selection import SOURCE

FUNCTIONS: dict[Kind, str] = {"when": "when", "what": "what", "gap": "gap", "next": "following"}
"""Kind to the function of ``correcting.py`` that finds its answer."""


class Corrections(TaskSet):
    """One correction for each task."""

    def size(self, build: Build, split: str) -> int:
        """Number of corrections in ``build``."""
        return loader.size(build, split)

    def task(self, build: Build, split: str, index: int) -> Task:
        """The question about one mention."""
        asked = loader.correction(build, split, index)
        return Task(
            family=build.family,
            split=split,
            index=index,
            category=asked.mention.category,
            turns=(Turn(question=question(asked), answer=ANSWERS[asked.kind]),),
            context=context("corrections.txt"),
            info=INFO,
            mounts=tuple(source.path for source in INFO),
            database=Database(path=files.DATABASE),
            limits=Limits(steps=15, action_s=120, memory_mb=1024),
            metadata={"template": asked.kind, "style": asked.mention.style, "table": asked.mention.table},
        )

    def gold(self, build: Build, task: Task) -> Gold:
        """What the records of the admission say."""
        asked = loader.correction(build, task.split, task.index)
        return Gold(answer(asked, oracle.recorded(build.public / files.DATABASE, asked.mention.hadm_id)))

    def reference(self, build: Build, task: Task) -> Sequence[ActionCall]:
        """One submission of a program that carries what the mention states, and looks up what is asked."""
        code = program(loader.correction(build, task.split, task.index))
        return (ActionCall(name="code_execution", arguments={"code": code, "submit": True}),)

    def chance_rate(self, build: Build, split: str) -> float:
        """What the best constant of each kind passes, one task: answers of a kind differ."""
        return len(KINDS) / self.size(build, split)

    def subjects(self, build: Build, split: str) -> Iterable[str]:
        """Patients of the notes."""
        for index in range(self.size(build, split)):
            yield subject(SOURCE, "patient", loader.correction(build, split, index).mention.subject_id)


def program(asked: Correction) -> str:
    """The program of the reference; it holds no answer."""
    function, mention = FUNCTIONS[asked.kind], asked.mention
    (claim,) = mention.claims
    carried = (claim.names, claim.value, claim.unit, str(claim.start), str(claim.end))
    return (
        f"{excerpt(_source(), function)}\n\n# Note {mention.row_id}, line {mention.line}: {mention.text!r}\n"
        "# Names of the item, value, unit, first and last second.\n"
        f"answer = {function}({mention.hadm_id}, {carried!r})\n"
    )


@cache
def _source() -> str:
    """The modules of the solution as one, which imports nothing of this package."""
    judging, correcting = (
        resources.files(__package__).joinpath(name).read_text(encoding="utf-8")
        for name in ("solution.py", "correcting.py")
    )
    own = [line for line in correcting.splitlines() if not line.startswith("from medgym_")]
    return "\n".join([judging, *own[1:]])
