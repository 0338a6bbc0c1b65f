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
from medgym_testing.base import FakeFamily


class ProgramFamily(FakeFamily):
    """A function, graded on hidden inputs in boxes."""

    name = "fake-program"

    def task(self, build: Build, split: str, index: int) -> Task:
        file = FileSpec(path="solution.py", format="python", description="defines gc_content(sequence)")
        pair = " and ".join(_bases(split))
        question = f"Write gc_content(sequence): the fraction of {pair} in a DNA string, 0 for an empty one."
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
        cases = tuple(ProgramCase(args=(text,), expected=_share(_bases(task.split), text)) for text in inputs)
        gold = ProgramGold(entry="gc_content", cases=cases, returns=Number(abs_tol=1e-9), file="solution.py")
        return Gold(gold.model_dump(mode="json"))

    def reference(self, build: Build, task: Task) -> Sequence[ActionCall]:
        program = (
            "def gc_content(sequence):\n"
            "    upper = sequence.upper()\n"
            f"    return sum(base in {_bases(task.split)!r} for base in upper) / len(upper) if upper else 0\n"
        )
        code = f"open('solution.py', 'w').write({program!r})"
        return [ActionCall(name="code_execution", arguments={"code": code, "submit": True})]


def _bases(split: str) -> str:
    """What is counted: in training it is not what is asked for in the test."""
    return "AT" if split == "train" else "GC"


def _share(bases: str, text: str) -> float:
    return sum(base in bases for base in text.upper()) / len(text) if text else 0.0
