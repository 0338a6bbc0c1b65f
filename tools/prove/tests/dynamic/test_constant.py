"""Constants of a split that puts the same questions in several ways."""

from collections.abc import Mapping
from typing import Any, ClassVar

import pytest

from medgym_core import ActionCall, Build, Gold, Split, Task, Turn, plugins
from medgym_core.answer import Integer
from medgym_prove.dynamic.constant import Constants, Graded
from medgym_testing.base import FakeFamily

WAYS = 4


class Restating(FakeFamily):
    """Each question of its test in four wordings."""

    name = "restating"
    splits: ClassVar[Mapping[str, Split]] = {
        "test": Split(size=4, evaluation=True),
        "reworded": Split(size=4 * WAYS, evaluation=True, counted=False, novel="wording"),
    }

    def task(self, build: Build, split: str, index: int) -> Task:
        turn = Turn(question=f"wording {index // 4} of question {index % 4}", answer=Integer())
        return Task(family=self.name, split=split, index=index, category="only", turns=(turn,))

    def gold(self, build: Build, task: Task) -> Gold:
        return Gold(task.index % 4)

    def reference(self, build: Build, task: Task) -> Any:
        return (ActionCall(name="code_execution", arguments={"code": f"answer = {task.index % 4}"}),)


class Always(Restating):
    """Every question has the same answer."""

    def gold(self, build: Build, task: Task) -> Gold:
        return Gold(7)


def held_out(family: FakeFamily, split: str) -> list[float]:
    build: Any = None
    tasks = [family.task(build, split, index) for index in range(family.splits[split].size)]
    graded = [Graded(task, family.gold(build, task)) for task in tasks]
    return Constants(family, build, graded, plugins.sandbox("process")).held_out()


@pytest.mark.parametrize("split", ["test", "reworded"])
def test_an_answer_to_the_same_question_is_no_constant(split: str) -> None:
    assert held_out(Restating(), split) == [0.0, 0.0]


@pytest.mark.parametrize("split", ["test", "reworded"])
def test_an_answer_to_all_questions_is_one_in_any_wording(split: str) -> None:
    assert held_out(Always(), split) == [1.0, 1.0]
