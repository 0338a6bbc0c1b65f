"""A three-turn session over a data file: files persist between turns, globals do not."""

import random
from collections.abc import Sequence
from pathlib import Path

from medgym_core import ActionCall, Build, Gold, InfoSource, Integer, Limits, ListOf, Progress, Task, Turn
from medgym_testing.base import FakeFamily, number_of


class SessionFamily(FakeFamily):
    """Three questions in a row, each on what the one before left."""

    name = "fake-session"

    def build(self, raw: Path, out: Build, progress: Progress) -> None:
        values = random.Random((raw / "seed.txt").read_text()).sample(range(1000), 20)
        (out.public / "values.csv").write_text("value\n" + "\n".join(map(str, values)))

    def task(self, build: Build, split: str, index: int) -> Task:
        questions = (
            ("Which values are even? Keep them in a file.", ListOf(items=Integer())),
            ("How many were those?", Integer()),
            (f"What is their sum plus {number_of(split, index)}?", Integer()),
        )
        return Task(
            family=self.name,
            split=split,
            index=index,
            category="only",
            turns=tuple(Turn(question=text, answer=kind, steps=4) for text, kind in questions),
            mounts=("values.csv",),
            info=(InfoSource(name="values", kind="csv", path="values.csv"),),
            limits=Limits(action_s=10),
        )

    def gold(self, build: Build, task: Task) -> Gold:
        values = [int(line) for line in (build.public / "values.csv").read_text().split()[1:]]
        even = [value for value in values if value % 2 == 0]
        return Gold([*even], len(even), sum(even) + number_of(task.split, task.index))

    def reference(self, build: Build, task: Task) -> Sequence[ActionCall]:
        programs = (
            "import json\nrows = open('data/values.csv').read().split()[1:]\n"
            "answer = [int(r) for r in rows if int(r) % 2 == 0]\njson.dump(answer, open('even.json', 'w'))",
            "import json\nanswer = len(json.load(open('even.json')))",
            f"import json\nanswer = sum(json.load(open('even.json'))) + {number_of(task.split, task.index)}",
        )
        return [ActionCall(name="code_execution", arguments={"code": p, "submit": True}) for p in programs]
