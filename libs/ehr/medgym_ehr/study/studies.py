"""Studies as tasks: graded turn by turn."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from pydantic import JsonValue

from medgym_core import ActionCall, Build, DataError, Gold, Task, TaskSet
from medgym_ehr.hospital import Hospital, loader
from medgym_ehr.hospital.asked import Asked, database
from medgym_ehr.study.plan import run
from medgym_ehr.study.program import program
from medgym_ehr.study.records import Records
from medgym_ehr.study.schema import Schema
from medgym_ehr.study.steps import Design
from medgym_ehr.study.wording import context, turns

STUDIES = "studies.json"
"""The planned studies, in the private half."""
CATEGORY = "study"


@dataclass(frozen=True)
class Studies(TaskSet):
    """Studies on one hospital database; they name no patient, and of values only what definitions hold."""

    hospital: Hospital
    """Whom they ask about."""
    schema: Schema
    """How they read its database."""

    def size(self, build: Build, split: str) -> int:
        """Number of studies of ``split`` in ``build``."""
        return len(planned(build)[split])

    def task(self, build: Build, split: str, index: int) -> Task:
        """One study, a question for each of its turns."""
        design = _design(build, split, index)
        told = f"{self.hospital.conventions}\n\n{context(self.schema, design)}"
        metadata: dict[str, JsonValue] = {"template": "/".join(design["names"])}
        asked = Asked(CATEGORY, turns(design), told, metadata)
        source = database(self.hospital.name, self.hospital.database)
        return asked.task(build.family, split, index, source, loader.tables(build))

    def gold(self, build: Build, task: Task) -> Gold:
        """What the turns come to one after the other."""
        design = _design(build, task.split, task.index)
        records = Records(str(build.public / self.hospital.database), self.schema.queries)
        answers, _ = run(records, design)
        return Gold(*(answers[turn] for turn in design["turns"]))

    def reference(self, build: Build, task: Task) -> Sequence[ActionCall]:
        """One submission a turn; the programs keep what they found in the work directory."""
        design = _design(build, task.split, task.index)
        path = f"data/{self.hospital.database}"
        return tuple(
            _submission(program(self.schema.queries, design, turn, not place, path))
            for place, turn in enumerate(design["turns"])
        )


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
