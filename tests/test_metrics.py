from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from medgym_core.journal import Entry, JournalWriter, read_index
from medgym_core.metrics import effective_size, summarise, wilson
from medgym_core.trajectory import Episode
from medgym_core.verifier import Status

ENTRY = Entry(
    id="0", segment="s", offset=0, task="toy/test/0", replica=0, category="sum", attempt=0,
    status=Status.SUCCESS, reward=1.0, reason="", level="process", steps=2, wall_s=3.0, box_s=1.0,
    prompt_tokens=10, completion_tokens=5, cost_usd=0.5,
)  # fmt: skip


def entry(index: int, status: Status, replica: int = 0, **fields: object) -> Entry:
    reward = {Status.SUCCESS: 1.0, Status.FAIL: 0.0, Status.TRUNCATED: 0.0}.get(status)
    made = replace(ENTRY, id=f"{index}-{replica}", task=f"toy/test/{index}", status=status, reward=reward)
    return replace(made, replica=replica, **fields)  # type: ignore[arg-type]


def test_wilson_agrees_with_published_values() -> None:
    # Newcombe 1998, Stat. Med. 17, 857-872, table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
    for count, size, low, high in [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605)]:
        assert wilson(count / size, size) == pytest.approx((low, high), abs=5e-5)
    assert wilson(0, 20) == pytest.approx((0, 0.1611), abs=5e-5)
    assert wilson(1 / 29, 29) == pytest.approx((0.0061, 0.1718), abs=5e-5)


@given(st.floats(0, 1), st.floats(1, 1e6))
def test_wilson_holds_the_rate_inside_the_unit_interval(rate: float, size: float) -> None:
    low, high = wilson(rate, size)
    assert 0 <= low <= rate <= high <= 1


@given(st.lists(st.integers(0, 4), min_size=1, max_size=30))
def test_effective_size_lies_between_tasks_and_episodes(successes: list[int]) -> None:
    size = effective_size([count / 4 for count in successes], 4 * len(successes))
    assert len(successes) <= size <= 4 * len(successes)


def test_samples_that_agree_within_tasks_add_nothing() -> None:
    means = [1.0, 0.0] * 20
    assert effective_size(means, 160) == pytest.approx(40, rel=0.05)


def test_the_interval_covers_as_often_as_it_says() -> None:
    """A thousand runs of 60 tasks with 4 samples, tasks differing in difficulty (mean 0.5)."""
    source, covered = random.Random(0), 0
    for _ in range(1000):
        hard = [source.betavariate(1, 1) for _ in range(60)]
        means = [sum(source.random() < p for _ in range(4)) / 4 for p in hard]
        low, high = wilson(sum(means) / 60, effective_size(means, 240))
        covered += low <= 0.5 <= high
    assert 930 <= covered <= 970


def test_errors_are_neither_failures_nor_forgotten() -> None:
    report = summarise([entry(0, Status.SUCCESS), entry(1, Status.FAIL), entry(2, Status.INFRA_ERROR)])
    assert report.success_rate == 0.5
    assert report.episodes == 3
    assert report.statuses == {"fail": 1, "infra_error": 1, "success": 1}
    assert report.tasks == 2


def test_each_task_weighs_the_same() -> None:
    many = [entry(0, Status.SUCCESS, replica) for replica in range(9)]
    assert summarise([*many, entry(1, Status.FAIL)]).success_rate == 0.5


def test_only_errors_give_no_rate() -> None:
    report = summarise([entry(0, Status.AGENT_ERROR)])
    assert (report.success_rate, report.interval, report.reward) == (None, None, None)


def test_no_episodes_give_an_empty_report() -> None:
    assert summarise([]).episodes == 0


def test_families_and_categories_are_told_apart() -> None:
    other = entry(1, Status.FAIL, task="other/test/1", category="mean")
    report = summarise([entry(0, Status.SUCCESS), other])
    assert report.families["toy"].success_rate == 1
    assert report.families["other"].categories["mean"].success_rate == 0


def test_costs_add_up_and_times_are_means() -> None:
    report = summarise([entry(0, Status.SUCCESS), entry(1, Status.TRUNCATED, wall_s=5.0)])
    assert (report.prompt_tokens, report.completion_tokens, report.cost_usd) == (20, 10, 1.0)
    assert (report.wall_s, report.box_s, report.steps) == (4.0, 1.0, 2.0)


def test_the_newest_rewarded_attempt_counts(tmp_path: Path, make_episode: Callable[..., Episode]) -> None:
    attempts = [Status.INFRA_ERROR, Status.FAIL, Status.SUCCESS, Status.AGENT_ERROR]
    with JournalWriter(tmp_path) as writer:
        writer.append([(make_episode(status=status, attempt=n), {}) for n, status in enumerate(attempts)])
    index, _ = read_index(tmp_path)
    (standing,) = index.entries.values()
    assert (standing.attempt, index.attempts[standing.id]) == (2, 4)
    assert index.finished() == {standing.id}
