"""B05: no question tells its answer, but for those of yes or no and those that offer a choice."""

from __future__ import annotations

from pydantic import JsonValue

from medgym_core.answer import Boolean, Choice
from medgym_core.source import Build, gold_of
from medgym_core.task import Task
from medgym_core.telling import told
from medgym_core.validate.building.addressed import drawn
from medgym_core.validate.check import Check, Evidence
from medgym_core.validate.subject import Subject

SHARE = 0.01
"""Largest share of tasks whose questions may tell their answers, which some do by chance."""
MANY = 120
"""Most tasks of a split that are looked at."""
FEWEST = 3
"""A shorter text, or a number of fewer digits but one, is found in a question by chance."""


def _untold(subject: Subject) -> Evidence:
    family, build = subject.family, subject.build()
    tasks = [task for split in family.splits for task in drawn(family, build, split, MANY)]
    telling = [task.id for task in tasks if task.verifier == "answer" and _tells(subject, build, task)]
    problems = [f"{name}: the question tells its answer" for name in telling[:3]]
    figures: dict[str, JsonValue] = {"tasks": len(tasks), "telling": len(telling)}
    return Evidence(
        examined=len(tasks),
        problems=tuple(problems if len(telling) > SHARE * len(tasks) else ()),
        figures=figures,
    )


def _tells(subject: Subject, build: Build, task: Task) -> bool:
    gold = gold_of(subject.family, build, task).turns
    return any(
        not isinstance(turn.answer, Boolean | Choice) and _distinct(answer) and told(answer, turn.question)
        for turn, answer in zip(task.turns, gold, strict=True)
    )


def _distinct(answer: JsonValue) -> bool:
    """Whether an answer is not found in a question by chance."""
    if isinstance(answer, list | dict):
        return any(map(_distinct, answer.values() if isinstance(answer, dict) else answer))
    if isinstance(answer, str):
        return len(answer) >= FEWEST
    return isinstance(answer, int | float) and abs(answer) >= 10 ** (FEWEST - 2)


B05 = Check(
    id="B05",
    tier=1,
    title="questions do not tell their answers",
    hint="Draw another question where all of the answer stands in the question, as words or a number of its "
    "own (told() says whether), or declare the answer a Choice where the question offers one.",
    examine=_untold,
)
