"""B05: no question tells its answer, but for those of yes or no and those that offer a choice.

Where a question is a long note with many numbers, an answer that is a number stands in it by coincidence, as
the answers of other tasks do.
"""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import JsonValue

from medgym_core.answer import Boolean, Choice
from medgym_core.builds.making import gold_of
from medgym_prove.building.addressed import drawn
from medgym_prove.check import Check, Evidence
from medgym_prove.soundness import IMPLAUSIBLE
from medgym_prove.subject import Subject
from medgym_reading.telling import told
from medgym_statistics.binomial import tail

SHARE = 0.01
"""Largest share of tasks whose questions may tell their answers, which some do by chance."""
MANY = 120
"""Most tasks of a split that are looked at."""
SHIFTS = 8
"""Each answer is looked for in so many other questions."""
FEWEST = 3
"""A shorter text, or a number of fewer digits but one, is found in a question by chance."""


def _tells_no_answer(subject: Subject) -> Evidence:
    family, build = subject.family, subject.build()
    tasks = [task for split in family.splits for task in drawn(family, build, split, MANY)]
    asked = [
        (task.id, turn.question, answer)
        for task in tasks
        if task.verifier == "answer"
        for turn, answer in zip(task.turns, gold_of(family, build, task).turns, strict=True)
        if not isinstance(turn.answer, Boolean | Choice) and distinct(answer)
    ]
    telling = [name for name, question, answer in asked if told(answer, question)]
    others = [question for _, question, _ in asked]
    by_chance = _coincidences([answer for *_, answer in asked], others) / max(len(asked), 1)
    found = len(telling) > SHARE * len(tasks) and tail(len(telling), len(asked), by_chance) < IMPLAUSIBLE
    problems = [f"{name}: the question tells its answer" for name in telling[:3]]
    figures: dict[str, JsonValue] = {"tasks": len(tasks), "telling": len(telling), "by_chance": by_chance}
    return Evidence(examined=len(tasks), problems=tuple(problems if found else ()), figures=figures)


def _coincidences(answers: Sequence[JsonValue], questions: Sequence[str]) -> float:
    """How many answers that are numbers stand in the question of another task, on average."""
    pairs = [
        (answer, questions[(place + shift) % len(questions)])
        for place, answer in enumerate(answers)
        for shift in range(1, SHIFTS + 1)
    ]
    return sum(isinstance(answer, int | float) and told(answer, other) for answer, other in pairs) / SHIFTS


def distinct(answer: JsonValue) -> bool:
    """Whether an answer is not found in a question by chance."""
    if isinstance(answer, list | dict):
        return any(map(distinct, answer.values() if isinstance(answer, dict) else answer))
    if isinstance(answer, str):
        return len(answer) >= FEWEST
    return isinstance(answer, int | float) and abs(answer) >= 10 ** (FEWEST - 2)


B05 = Check(
    id="B05",
    level=1,
    title="questions do not tell their answers",
    hint="Draw another question where all of the answer stands in the question, as words or a number of its "
    "own (told() says whether), or declare the answer a Choice where the question offers one.",
    examine=_tells_no_answer,
)
