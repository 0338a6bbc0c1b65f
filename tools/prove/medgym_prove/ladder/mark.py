"""Marks of templates that may be trivial: by what was earned, and by what their tasks are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from medgym_core.agent.guess import guesses
from medgym_core.answer import Boolean, Choice
from medgym_core.registry.difficulty import FULL, Earned
from medgym_core.task import Gold, Task, Turn
from medgym_prove.building.telling import distinct
from medgym_reading.telling import told
from medgym_statistics.binomial import tail

NO_LOOK = "no-look"
"""The agent that looks at nothing."""
MARKS = {
    "no-look passes": "who looks at nothing earns more than the chance rate explains (p < 0.05)",
    "trivial": "every careless agent, that one included, earns what the reference earns",
    "two-way": "each question has two possible answers",
    "answer in question": "each question states its answer, as words or a number of its own",
}
"""Mark to what it means."""


def marks(earned: Mapping[str, Earned], rate: float, asked: Sequence[tuple[Task, Gold]]) -> tuple[str, ...]:
    """The marks of a template: what agents earned on it, by chance ``rate``, and tasks with their gold."""
    turns = [
        (turn, answer)
        for task, gold in asked
        for turn, answer in zip(task.turns, gold.turns, strict=True)
        if task.verifier == "answer"
    ]
    found = {
        "no-look passes": beyond_chance(earned[NO_LOOK], rate),
        "trivial": all(one.reward >= earned[FULL].reward > 0 for one in earned.values()),
        "two-way": _all(len(task.turns) == 1 and _is_two_way(task.turns[0]) for task, _ in asked),
        "answer in question": _all(
            not isinstance(turn.answer, Boolean | Choice) and distinct(answer) and told(answer, turn.question)
            for turn, answer in turns
        ),
    }
    assert found.keys() == MARKS.keys()
    return tuple(name for name, holds in found.items() if holds)


def beyond_chance(earned: Earned, rate: float) -> bool:
    """Whether chance of ``rate`` hardly explains what was earned."""
    total = earned.reward * earned.tasks
    return total > rate * earned.tasks and tail(total, earned.tasks, rate) < 0.05


def _is_two_way(turn: Turn) -> bool:
    return isinstance(turn.answer, Boolean | Choice) and len(guesses(turn.answer)) == 2


def _all(parts: Iterator[bool]) -> bool:
    """Whether there are parts, and all hold."""
    found = list(parts)
    return bool(found) and all(found)
