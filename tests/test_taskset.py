"""A family asks each of its splits of the task set that it names."""

from __future__ import annotations

from typing import ClassVar

import pytest

from medgym_core import Build, Gold, Source, Split, Task, TaskSet, TaskSetFamily, Turn


class Asking(TaskSet):
    def __init__(self, chance: float = 0.0) -> None:
        self.chance = chance

    def size(self, build, split):
        return 3

    def task(self, build, split, index):
        return Task(
            family=build.family, split=split, index=index, category="any", turns=(Turn(question="?"),)
        )

    def gold(self, build, task):
        return Gold(f"{task.split} {self.chance}")

    def reference(self, build, task):
        return ()

    def chance_rate(self, build, split):
        return self.chance


class Plain(Asking):
    chance_rate = TaskSet.chance_rate


class Family(TaskSetFamily):
    name = "kinds"
    splits: ClassVar = {name: Split(size=9, chance_rate=0.2) for name in ("train", "test", "other", "lost")}
    task_sets: ClassVar = {**dict.fromkeys(("train", "test"), Asking(0.5)), "other": Plain()}
    synthesise = build = None


@pytest.fixture
def build(tmp_path):
    return Build(
        family="kinds", version="1", digest="d", tier="synthetic", source=Source.synthetic(), root=tmp_path
    )


def test_each_split_is_asked_of_its_own_set(build):
    family = Family()
    task = family.task(build, "test", 2)
    assert (task.family, task.split, task.index) == ("kinds", "test", 2)
    assert family.gold(build, task) == Gold("test 0.5")
    assert family.gold(build, family.task(build, "other", 0)) == Gold("other 0.0")
    assert (family.size(build, "train"), *family.reference(build, task)) == (3,)


def test_the_higher_of_declared_and_found_chance_counts(build):
    assert [Family().chance_rate(build, split) for split in ("train", "other")] == [0.5, 0.2]


def test_what_a_set_says_nothing_of_is_empty(build):
    assert Family().services(build, Family().task(build, "other", 0)) == {}
    assert list(Family().subjects(build, "other")) == []


def test_a_split_without_a_set_is_refused(build):
    with pytest.raises(KeyError, match="lost"):
        Family().size(build, "lost")
