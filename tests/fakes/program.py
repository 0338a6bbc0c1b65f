"""A submission that is a program, judged on hidden inputs in a fresh box."""

import random
from collections.abc import Sequence

from medgym_core import (
    ActionCall,
    Build,
    FileSpec,
    Gold,
    Number,
    ProgramCase,
    ProgramGold,
    Task,
    Turn,
)
from tests.fakes.base import FakeFamily


class ProgramFamily(FakeFamily):
    name = "fake-program"

    def task(self, build: Build, split: str, index: int) -> Task:
        file = FileSpec(path="solution.py", format="python", description="defines gc_content(sequence)")
        question = "Write gc_content(sequence): the fraction of G and C in a DNA string, 0 for an empty one."
        return Task(
            family=self.name,
            split=split,
            index=index,
            category="only",
            turns=(Turn(question=question, files=(file,)),),
            verifier="programs",
        )

    def gold(self, build: Build, task: Task) -> Gold:
        draw = random.Random((build.private / "seed.txt").read_text() + task.id)
        inputs = ["", "GC", "at", *("".join(draw.choices("ACGTacgt", k=n)) for n in range(5, 12))]
        cases = tuple(ProgramCase(args=(text,), expected=_gc(text)) for text in inputs)
        gold = ProgramGold(entry="gc_content", cases=cases, returns=Number(abs_tol=1e-9), file="solution.py")
        return Gold(gold.model_dump(mode="json"))

    def reference(self, build: Build, task: Task) -> Sequence[ActionCall]:
        program = (
            "def gc_content(sequence):\n"
            "    upper = sequence.upper()\n"
            "    return (upper.count('G') + upper.count('C')) / len(upper) if upper else 0\n"
        )
        code = f"open('solution.py', 'w').write({program!r})"
        return [ActionCall(name="code_execution", arguments={"code": code, "submit": True})]


def _gc(text: str) -> float:
    return sum(base in "gcGC" for base in text) / len(text) if text else 0.0
