"""One number with a unit from a small database: what can go wrong in every way."""

import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from medgym_core import ActionCall, Build, Database, Gold, InfoSource, Limits, Number, Progress, Task, Turn
from medgym_testing.base import FakeFamily

QUERY = "SELECT value FROM labs WHERE patient = {patient}"


class ClinicFamily(FakeFamily):
    """Glucose of patient 90 is 90 mg/dL, of patient 91 it is 91 mg/dL, and so on."""

    name = "fake-clinic"
    answer_kinds: ClassVar[tuple[str, ...]] = ("number",)

    def build(self, raw: Path, out: Build, progress: Progress) -> None:
        with sqlite3.connect(out.public / "clinic.sqlite") as database:
            database.execute("CREATE TABLE labs (patient INTEGER, item TEXT, value REAL)")
            rows = [(patient, "glucose", float(patient)) for patient in range(90, 110)]
            database.executemany("INSERT INTO labs VALUES (?, ?, ?)", rows)
        database.close()

    def task(self, build: Build, split: str, index: int) -> Task:
        question = f"What is the glucose of patient {90 + index}?"
        return Task(
            family=self.name,
            split=split,
            index=index,
            category="only",
            turns=(Turn(question=question, answer=Number(unit="mg/dL", abs_tol=0.01)),),
            mounts=("clinic.sqlite",),
            info=(InfoSource(name="clinic", kind="sqlite", path="clinic.sqlite"),),
            database=Database(path="clinic.sqlite"),
            actions=("request_info", "terminal", "code_execution", "debugging"),
            limits=Limits(steps=6, action_s=2),
        )

    def gold(self, build: Build, task: Task) -> Gold:
        return Gold(90.0 + task.index)

    def reference(self, build: Build, task: Task) -> Sequence[ActionCall]:
        code = QUERY.format(patient=90 + task.index)
        return [
            ActionCall(name="code_execution", arguments={"code": code, "language": "sql", "submit": True})
        ]


class WardRoundFamily(ClinicFamily):
    """The same without a terminal."""

    name = "fake-ward-round"

    def task(self, build: Build, split: str, index: int) -> Task:
        return (
            super().task(build, split, index).model_copy(update={"actions": ("code_execution", "debugging")})
        )
