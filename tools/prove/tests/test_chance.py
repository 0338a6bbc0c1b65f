"""What the training splits give away, computed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import ClassVar

import pytest

from medgym_core import (
    ActionCall,
    Boolean,
    Build,
    Gold,
    Integer,
    Source,
    Split,
    Task,
    TaskFamily,
    Turn,
    ensure_build,
)
from medgym_prove.chance import bound, chance
from medgym_prove.soundness import measure
from medgym_sandbox.process import Process
from medgym_testing.base import FakeFamily
from medgym_testing.predictions import PredictionFamily
from medgym_testing.program import ProgramFamily
from medgym_testing.ward import WardFamily


class Beds(FakeFamily):
    """The number of a bed, which hangs on the ward that is named; of ten wards each has its own."""

    name = "fake-beds"
    splits: ClassVar[Mapping[str, Split]] = {
        "train": Split(size=60),
        "test": Split(size=20, evaluation=True, chance_rate=0.2),
    }

    def task(self, build: Build, split: str, index: int) -> Task:
        ward = f"w{chr(97 + index % 10)}rd"
        question = f"Which bed has patient P{index} in {ward}?"
        turn = Turn(question=question, answer=Integer(), steps=5)
        return Task(family=self.name, split=split, index=index, category="only", turns=(turn,))

    def gold(self, build: Build, task: Task) -> Gold:
        return Gold(100 + task.index % 10)

    def reference(self, build: Build, task: Task) -> Sequence[ActionCall]:
        code = f"answer = {100 + task.index % 10}"
        return [ActionCall(name="code_execution", arguments={"code": code, "submit": True})]


class Alive(Beds):
    """Yes or no."""

    name = "fake-alive"
    splits: ClassVar[Mapping[str, Split]] = {
        "train": Split(size=20),
        "test": Split(size=10, evaluation=True, chance_rate=0.5),
    }

    def task(self, build: Build, split: str, index: int) -> Task:
        turn = Turn(question=f"Is patient P{index} alive?", answer=Boolean(), steps=3)
        return Task(family=self.name, split=split, index=index, category="only", turns=(turn,))

    def gold(self, build: Build, task: Task) -> Gold:
        return Gold(task.index % 2 == 0)

    def reference(self, build: Build, task: Task) -> Sequence[ActionCall]:
        code = f"answer = {task.index % 2 == 0}"
        return [ActionCall(name="code_execution", arguments={"code": code, "submit": True})]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("home")


def built(family: TaskFamily, home: Path) -> Build:
    return ensure_build(family, Source.synthetic(), home)


def test_each_way_earns_what_it_knows(home: Path) -> None:
    found = chance(Beds(), built(Beds(), home), "test")
    assert (found.tasks, found.whole, found.declared) == (20, True, 0.2)
    assert found.rates["per answer kind"] == found.rates["per category"] == pytest.approx(0.1)
    assert found.rates["per wording"] == found.rates["nearest"] == found.highest == 1.0


def test_where_each_execution_is_graded_as_many_constants_count(home: Path) -> None:
    found = chance(Beds(), built(Beds(), home), "test", "paper")
    assert found.rates["per answer kind"] == pytest.approx(0.5)
    assert chance(Alive(), built(Alive(), home), "test", "paper").rates["per answer kind"] == 1.0


def test_a_training_split_does_not_give_itself_away(home: Path) -> None:
    assert chance(Beds(), built(Beds(), home), "train").highest == 0.0


def test_the_answer_beside_a_state_is_not_enough(home: Path) -> None:
    found = chance(WardFamily(), built(WardFamily(), home), "test")
    assert found.rates["nearest"] == 0.0


@pytest.mark.slow
@pytest.mark.parametrize("family", [ProgramFamily(), PredictionFamily()], ids=lambda family: family.name)
def test_nothing_is_claimed_where_boxes_or_files_are_needed(family: TaskFamily, home: Path) -> None:
    build = built(family, home)
    assert chance(family, build, "test").rates == {}
    assert bound(family, build, "test", "paper") is None
    assert bound(family, build, "test", "default") == 0.0


@pytest.mark.parametrize(("protocol", "rate", "earned"), [("default", 0.5, 0.5), ("paper", 1.0, 1.0)])
def test_what_is_played_earns_what_is_computed(home: Path, protocol: str, rate: float, earned: float) -> None:
    found = measure(
        Alive(),
        built(Alive(), home),
        Process(),
        per_stratum=None,
        agents=["attack:memory"],
        protocol=protocol,
    )
    assert (found.protocol, found.chance_rate, found.sound) == (protocol, rate, True)
    assert found.scores[0].reward == pytest.approx(earned)


def test_without_a_claim_only_the_reference_is_judged(home: Path) -> None:
    family = ProgramFamily()
    found = measure(
        family, built(family, home), Process(), agents=["reference", "attack:guess"], protocol="paper"
    )
    assert [score.finding for score in found.scores] == ["sound", "no claim"]
    assert (found.chance_rate, found.sound) == (None, True)


def test_a_program_of_the_author_is_an_attack_too(home: Path, tmp_path: Path) -> None:
    (tmp_path / "yes.py").write_text("answer = True")
    found = measure(Alive(), built(Alive(), home), Process(), agents=[], own=[tmp_path / "yes.py"], most=4)
    (score,) = found.scores
    assert (score.agent, score.tasks) == ("attack yes.py", 2)
