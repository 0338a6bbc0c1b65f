"""What who learned the training splits by heart earns on a split without solving any of its tasks.

For each way to remember (one answer for each answer kind, category or wording) and to ask the nearest
training questions: the mean reward of its answers, graded by the task's own verifier. A family's declared
chance rate bounds them all. Where every execution is graded, as many distinct answers count as there are
executions, and what that earns is the chance rate.

Answers are judged without boxes, so nothing is said of tasks whose grading runs programs or reads files; on
those, attacks are played (:mod:`medgym_prove.soundness`).
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pydantic import JsonValue

from medgym_core import plugins
from medgym_core.builds.making import gold_of
from medgym_core.builds.training import spread, training_of
from medgym_core.env.grading import untouched
from medgym_core.env.prompt import Protocol
from medgym_core.verifier.contract import Status, Submission, TurnSubmission, Verdict
from medgym_prove.attack.recall import MEMORY, NEIGHBOURS, Recall, recall
from medgym_sandbox.boundary.frozen import Frozen

if TYPE_CHECKING:
    from medgym_core.family import TaskFamily
    from medgym_core.source import Build, Progress
    from medgym_core.task import Task

TASKS = 1200
"""Most tasks of a split that are answered."""


class Chance(Frozen):
    """What is earned on one split of a build by what its training splits give away."""

    split: str
    """The split."""
    protocol: Protocol
    """What is graded."""
    tasks: int
    """Tasks that were answered."""
    whole: bool
    """Whether those are all tasks of the split."""
    declared: float
    """Chance rate that the family declares, for the protocol ``default``."""
    rates: dict[str, float]
    """Way to its mean reward; empty where no task can be answered from training splits."""

    @property
    def highest(self) -> float:
        """The best of them."""
        return max(self.rates.values(), default=0.0)


def chance(
    family: TaskFamily,
    build: Build,
    split: str,
    protocol: Protocol = "default",
    most: int = TASKS,
    progress: Progress | None = None,
) -> Chance:
    """What ``split`` of ``build`` gives to who knows the training splits.

    Raises:
        VerifierError: if gold does not fit a task.
    """
    learned, size = recall(training_of(family, build), split), family.size(build, split)
    places = spread(size, most)
    earned: dict[str, list[float]] = {}
    for done, index in enumerate(places, 1):
        task = family.task(build, split, index)
        for way in (*MEMORY, *NEIGHBOURS) if _is_answered(task) else ():
            earned.setdefault(way, []).append(_earned(family, build, task, learned, way, protocol))
        if progress is not None:
            progress(f"answers by heart, {done} of {len(places)}", done / len(places))
    return Chance(
        split=split,
        protocol=protocol,
        tasks=len(places),
        whole=len(places) == size,
        declared=family.chance_rate(build, split),
        rates={way: sum(rewards) / len(places) for way, rewards in earned.items()},
    )


def bound(family: TaskFamily, build: Build, split: str, protocol: Protocol) -> float | None:
    """The chance rate of a split: as declared, or under ``paper`` as computed; None where that cannot be."""
    if protocol == "default":
        return family.chance_rate(build, split)
    found = chance(family, build, split, protocol)
    return max(found.highest, found.declared) if found.rates else None


def _earned(
    family: TaskFamily, build: Build, task: Task, learned: Recall, way: str, protocol: Protocol
) -> float:
    """Reward of the first right one of as many answers to each turn as are graded."""
    verifier, gold = plugins.verifier(task.verifier), gold_of(family, build, task)
    states = untouched(family, build, task)

    def grade(answers: Sequence[Sequence[JsonValue]]) -> Verdict:
        turns = [
            TurnSubmission(answer=json.dumps(given[0])) if given else TurnSubmission() for given in answers
        ]
        return verifier.grade(task, gold, Submission(turns=tuple(turns)), (), states)

    tries = [(turn.steps or task.limits.steps) if protocol == "paper" else 1 for turn in task.turns]
    offered = [learned.answers(way, task, index, most) for index, most in enumerate(tries)]
    while protocol == "paper":
        verdict = grade(offered)
        wrong = [index for index in range(len(tries)) if not _is_right(verdict, index) and offered[index][1:]]
        if not wrong:
            return float(verdict.status is Status.SUCCESS)
        offered = [given[1:] if index in wrong else given for index, given in enumerate(offered)]
    return grade(offered).reward or 0.0


def _is_answered(task: Task) -> bool:
    """Whether answers alone are graded."""
    return task.verifier not in ("programs", "predictions") and all(turn.answer for turn in task.turns)


def _is_right(verdict: Verdict, index: int) -> bool:
    part = verdict.components.get(f"turn_{index}")
    return part == 1.0 if part is not None else verdict.status is Status.SUCCESS
