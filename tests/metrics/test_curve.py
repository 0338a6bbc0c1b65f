from __future__ import annotations

import pytest

from medgym_core.journal import Entry
from medgym_core.metrics import Curves, curves
from medgym_core.verifier import Status
from medgym_statistics.estimators import pass_at_k

from .entries import entry

GREEDY, WARM = '{"temperature": 0.0}', '{"temperature": 0.6}'


def samples(index: int, outcomes: str, first: str = WARM) -> list[Entry]:
    """Samples of one task: + success, - failure, ! an error."""
    statuses = {"+": Status.SUCCESS, "-": Status.FAIL, "!": Status.INFRA_ERROR}
    return [
        entry(index, statuses[letter], replica, settings=WARM if replica else first)
        for replica, letter in enumerate(outcomes)
    ]


def test_a_curve_is_the_mean_over_tasks() -> None:
    found = curves([*samples(0, "+---"), *samples(1, "++--")])
    expected = [(pass_at_k(1, 4, k), pass_at_k(2, 4, k)) for k in (1, 2, 3, 4)]
    assert [point.value for point in found.pass_at_k] == pytest.approx([(a + b) / 2 for a, b in expected])
    assert found.sampling == "exchangeable"
    assert found.best_at_k == ()


def test_a_point_says_how_many_tasks_are_in_it() -> None:
    found = curves([*samples(0, "+-+"), *samples(1, "+!-"), *samples(2, "!!!")])
    assert [(point.k, point.tasks) for point in found.pass_at_k] == [(1, 2), (2, 2), (3, 1)]


def test_a_first_sample_drawn_apart_is_anchored() -> None:
    found = curves([*samples(0, "-++", GREEDY), *samples(1, "+--", GREEDY)])
    assert found.sampling == "anchored"
    assert [point.value for point in found.pass_at_k] == [0.5, 1, 1]
    assert [point.value for point in found.pass_hat_k] == [0.5, 0, 0]


def test_a_task_that_lacks_its_anchor_is_left_out() -> None:
    found = curves([*samples(0, "-++", GREEDY), *samples(1, "!++", GREEDY)]).pass_at_k
    assert [(point.k, point.value, point.tasks) for point in found] == [
        (1, 0, 1),
        (2, 1, 1),
        (3, 1, 1),
    ]


def test_samples_at_many_temperatures_have_no_curve() -> None:
    entries = [entry(0, Status.SUCCESS, replica, settings=str(replica)) for replica in range(3)]
    assert curves(entries) == Curves(sampling="mixed")


def test_best_at_k_needs_every_sample_s_score() -> None:
    entries = [*samples(0, "+-"), *samples(1, "-+")]
    scores = {"0-0": 0.9, "0-1": 0.1, "1-0": 0.8, "1-1": 0.2}
    assert [point.value for point in curves(entries, scores).best_at_k] == [0.5, 0.5]
    del scores["1-1"]
    assert [(point.value, point.tasks) for point in curves(entries, scores).best_at_k] == [(0.5, 1), (1, 1)]


def test_max_at_k_takes_rewards_between_0_and_1() -> None:
    entries = [entry(0, Status.FAIL, replica, reward=reward) for replica, reward in enumerate([0.2, 0.6])]
    assert [point.value for point in curves(entries).max_at_k] == pytest.approx([0.4, 0.6])


def test_many_samples_have_few_points() -> None:
    assert [point.k for point in curves(samples(0, "+-" * 50)).pass_at_k] == [*range(1, 17), 32, 64, 100]


def test_no_episodes_have_no_curve() -> None:
    assert curves([]) == Curves(sampling="exchangeable")


def test_leaves_that_parted_from_another_are_no_samples() -> None:
    leaves = [entry(0, Status.FAIL), *(entry(0, Status.SUCCESS, n, parted=True) for n in (1, 2, 3))]
    found = curves(leaves)
    assert [(point.k, point.value) for point in found.pass_at_k] == [(1, 0.0)]
    assert found.spread == {"0 of 1": 1}
