from __future__ import annotations

import pytest

from medgym_core.errors import ConfigError
from medgym_core.journal import Entry
from medgym_core.metrics import compare
from medgym_core.verifier import Status

from .entries import entry


def run(outcomes: str, **fields: object) -> list[Entry]:
    """One sample a task: + success, - failure, ! an error."""
    statuses = {"+": Status.SUCCESS, "-": Status.FAIL, "!": Status.AGENT_ERROR}
    return [entry(index, statuses[letter], **fields) for index, letter in enumerate(outcomes)]


def test_tasks_are_paired() -> None:
    found = compare(run("++--+-"), run("+-+++-"))
    assert (found.tasks, found.better, found.worse, found.equal) == (6, 2, 1, 3)
    assert found.difference == pytest.approx(1 / 6)
    assert found.interval[0] < found.difference < found.interval[1]
    assert found.p_value == 1


def test_only_tasks_with_a_reward_in_both_count() -> None:
    found = compare(run("+++!"), run("-!"))
    assert (found.tasks, found.only_first, found.only_second, found.first) == (1, 2, 0, 1)


def test_samples_of_a_task_are_one_observation() -> None:
    many = [entry(0, Status.SUCCESS, replica) for replica in range(20)]
    assert compare(run("-"), many).interval == compare(run("-"), run("+")).interval


def test_families_are_distinguished() -> None:
    first = [*run("+"), entry(0, Status.FAIL, task="other/test/0")]
    second = [*run("-"), entry(0, Status.SUCCESS, task="other/test/0")]
    found = compare(first, second)
    assert found.difference == 0
    assert {name: pair.difference for name, pair in found.families.items()} == {"other": 1, "toy": -1}


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("build", "c", "builds of toy: b and c"),
        ("protocol", "paper", "protocols of toy: default and paper"),
        ("versions", "0.2.0, answer@1", "versions of family and verifier of toy"),
    ],
)
def test_other_conditions_are_refused_or_shown(name: str, value: str, message: str) -> None:
    first, second = run("+-"), run("--", **{name: value})
    with pytest.raises(ConfigError, match=message):
        compare(first, second)
    found = compare(first, second, despite=True)
    assert len(found.differences) == 1
    assert message in found.differences[0]


def test_what_the_caller_knows_counts_too() -> None:
    with pytest.raises(ConfigError, match="steps: 5 and 15"):
        compare(run("+"), run("+"), known=["steps: 5 and 15"])


def test_another_agent_is_the_point_of_it() -> None:
    assert compare(run("+"), run("+", agent="nop", settings="other")).differences == ()


def test_runs_of_other_splits_share_nothing() -> None:
    with pytest.raises(ConfigError, match=r"toy/test \(1 of 1 tasks rewarded\) and toy/train \(1 of 1"):
        compare(run("+"), [entry(0, Status.FAIL, task="toy/train/0")], despite=True)


def test_trees_are_compared_by_their_first_leaves() -> None:
    apart = [entry(0, Status.FAIL), entry(1, Status.SUCCESS)]
    trees = [*apart, *(entry(1, Status.FAIL, n, parted=True) for n in (1, 2, 3))]
    assert compare(apart, trees).difference == 0.0
