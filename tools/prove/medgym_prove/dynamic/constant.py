"""The best constant answers: what a family's own right answers earn on tasks that they do not belong to."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from medgym_core.family import TaskFamily
from medgym_core.source import Build
from medgym_core.task import Gold, Task
from medgym_core.verifier.contract import Submission, TurnSubmission
from medgym_prove.dynamic.record import Recorded, judge
from medgym_sandbox.backend import SandboxBackend

CANDIDATES = 20
"""Right answers of one kind, the most frequent ones, that are tried as constants."""


class Graded(NamedTuple):
    """A task with its gold."""

    task: Task
    """The task."""
    gold: Gold
    """Its gold."""


@dataclass(frozen=True)
class Constants:
    """Constants for ``tasks``: one answer for all tasks that ask for the same kind of answer.

    Only of tasks that the core's verifier of answers grades is gold known to be an answer; others earn 0.
    """

    family: TaskFamily
    """Whose tasks they are."""
    build: Build
    """Where they come from."""
    tasks: Sequence[Graded]
    """A sample of one split."""
    backend: SandboxBackend
    """What runs boxes, should grading need any."""

    def in_hindsight(self) -> list[float]:
        """Rewards of the constants chosen with all gold in hand; nothing for one that fits a single task."""
        rewards: list[float] = []
        for group in self._groups():
            earned = max((self._earned(answers, group) for answers in _frequent(group)), key=sum)
            rewards += earned if sum(earned) > 1 else [0.0] * len(group)
        return rewards + [0.0] * (len(self.tasks) - len(rewards))

    def held_out(self) -> list[float]:
        """Rewards on every second question of the constants that are the best on the others."""
        rewards: list[float] = []
        for group in map(self._once, self._groups()):
            known, unknown = group[::2], group[1::2]
            best = max(_frequent(known), key=lambda answers: sum(self._earned(answers, known)))
            rewards += self._earned(best, unknown)
        return rewards

    def _groups(self) -> list[list[Graded]]:
        groups: defaultdict[str, list[Graded]] = defaultdict(list)
        for one in self.tasks:
            if one.task.verifier == "answer":
                asked = [turn.answer.model_dump() if turn.answer else None for turn in one.task.turns]
                groups[json.dumps(asked)].append(one)
        return list(groups.values())

    def _once(self, group: list[Graded]) -> list[Graded]:
        """One task of each question where a split puts it in several ways: its own answer is no constant."""
        if not group or self.family.splits[group[0].task.split].novel != "wording":
            return group
        questions: dict[str, Graded] = {}
        for one in group:
            solved = [call.model_dump() for call in self.family.reference(self.build, one.task)]
            questions.setdefault(json.dumps([one.gold.turns, solved]), one)
        return list(questions.values())

    def _earned(self, answers: Sequence[str], group: Sequence[Graded]) -> list[float]:
        cases = [Recorded(one.task, submitted(one.task, answers), {}) for one in group]
        verdicts = (
            judge(self.family, self.build, case, one.gold, self.backend)
            for case, one in zip(cases, group, strict=True)
        )
        return [verdict.reward or 0.0 for verdict in verdicts]


def submitted(task: Task, answers: Sequence[str | None]) -> Submission:
    """A submission of ``answers`` as JSON, one a turn, with every declared file empty."""
    return Submission(
        turns=tuple(
            TurnSubmission(answer=answer, files={file.path: b"" for file in turn.files})
            for turn, answer in zip(task.turns, answers, strict=True)
        )
    )


def _frequent(group: Sequence[Graded]) -> list[list[str]]:
    """The most frequent golds of a group, each as the JSON texts of its turns."""
    golds = Counter(json.dumps(one.gold.turns) for one in group)
    return [[json.dumps(value) for value in json.loads(gold)] for gold, _ in golds.most_common(CANDIDATES)]
