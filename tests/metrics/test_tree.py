"""Trees as they were recorded: limbs, what they share, what they are worth."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from medgym_core.metrics.tree import Limb, tree
from medgym_core.report.branches import line
from medgym_core.task import ActionCall
from medgym_core.trajectory import Branch, Episode, Step
from medgym_core.verifier import Status

Leaf = Callable[..., Episode]


@pytest.fixture
def leaf(make_episode: Callable[..., Episode]) -> Leaf:
    """A leaf with so many steps, where it parted, and its reward."""

    def make(replica: int, length: int, branch: tuple[int, int] | None, reward: float | None) -> Episode:
        call = ActionCall(name="terminal", arguments={"command": "ls"})
        steps = tuple(Step(turn=0, call=call, observation="", ok=n != 1) for n in range(length))
        status = Status.INFRA_ERROR if reward is None else Status.SUCCESS if reward == 1 else Status.FAIL
        episode = make_episode(replica=replica, steps=steps, status=status, reward=reward)
        parted = Branch(parent=branch[0], step=branch[1]) if branch else None
        return episode.model_copy(update={"branch": parted})

    return make


@pytest.fixture
def limbs(leaf: Leaf) -> tuple[Limb, ...]:
    """Leaf 0 of four steps; 1 and 2 part from it after two, 3 from 1 after three, 4 begins anew."""
    leaves = [
        leaf(0, 4, None, 1.0),
        leaf(1, 4, (0, 2), 0.0),
        leaf(2, 3, (0, 2), None),
        leaf(3, 4, (1, 3), 1.0),
        leaf(4, 1, (0, 0), 0.0),
    ]
    return tree({episode.key.replica: episode for episode in leaves})


def shape(limb: Limb) -> tuple[object, ...]:
    return limb.episode.key.replica, limb.begin, limb.end, *map(shape, limb.limbs)


def test_every_step_that_was_played_stands_in_one_limb(limbs: tuple[Limb, ...]) -> None:
    first = (0, 0, 2, (0, 2, 4), (1, 2, 3, (1, 3, 4), (3, 3, 4)), (2, 2, 3))
    assert [shape(limb) for limb in limbs] == [first, (4, 0, 1)]


def test_a_value_is_the_mean_of_what_goes_on_each_way_weighing_the_same(limbs: tuple[Limb, ...]) -> None:
    top, alone = limbs
    assert top.value == pytest.approx(3 / 4)  # the leaf without a reward does not count
    assert [limb.value for limb in top.limbs] == [1.0, 0.5, None]
    assert alone.value == 0.0
    assert [leaf.key.replica for leaf in top.leaves] == [0, 1, 3, 2]


def test_a_limb_is_shown_in_a_line(limbs: tuple[Limb, ...]) -> None:
    top, alone = limbs
    assert line(top) == "1-2. terminal, terminal (failed): value 0.75 of 4 leaves"
    assert line(top.limbs[0]) == "3-4. terminal, terminal: sample 0, success, reward 1"
    assert line(top.limbs[2]) == "3. terminal: sample 2, infra error"
    assert line(alone) == "1. terminal: sample 4, fail, reward 0"


def test_samples_that_were_played_apart_stand_side_by_side(leaf: Leaf) -> None:
    found = tree({number: leaf(number, 2, None, 0.0) for number in range(3)})
    assert [shape(limb) for limb in found] == [(0, 0, 2), (1, 0, 2), (2, 0, 2)]


def test_a_leaf_whose_parent_is_not_there_stands_alone(leaf: Leaf) -> None:
    found = tree({5: leaf(5, 3, (2, 1), 1.0)})
    assert [shape(limb) for limb in found] == [(5, 0, 3)]
