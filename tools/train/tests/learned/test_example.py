from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from medgym_core.access import Tier
from medgym_core.journal import JournalWriter
from medgym_core.trajectory import Episode
from medgym_core.verifier import Status
from medgym_train.learned import Example, Examples, balanced, held_out


def example(id: int, success: bool = True, task: str = "toy/train/0", category: str = "sum") -> Example:
    return Example(str(id), task, category, 0, Tier.OPEN, "text", success)


def test_only_rewarded_episodes_of_the_default_protocol_are_examples(
    tmp_path: Path, make_episode: Callable[..., Episode]
) -> None:
    (tmp_path / "journal").mkdir()
    default = make_episode(3)
    paper = default.model_copy(update={"key": default.key.model_copy(update={"protocol": "paper"})})
    with JournalWriter(tmp_path) as writer:
        for episode in (
            make_episode(0),
            make_episode(1, status=Status.FAIL),
            make_episode(2, status=Status.INFRA_ERROR),
            paper,
        ):
            writer.append([(episode, {})])
    examples = Examples([tmp_path, tmp_path])
    assert [found.success for found in examples] == [True, False]
    assert examples.left_out == {"infra_error": 2, "paper_protocol": 2, "recorded_twice": 2}


@given(st.integers(0, 10**6), st.integers(0, 5))
def test_samples_of_a_task_are_held_out_together(index: int, seed: int) -> None:
    task = f"toy/train/{index}"
    sides = {held_out(example(id, task=task), "task", seed, 0.3) for id in range(5)}
    assert len(sides) == 1


def test_about_the_share_is_held_out() -> None:
    found = [held_out(example(0, task=f"toy/train/{index}"), "task", 0, 0.2) for index in range(2000)]
    assert 0.17 < sum(found) / len(found) < 0.23


def test_a_category_is_held_out_whole() -> None:
    sides = {held_out(example(0, task=f"toy/train/{index}"), "category", 0, 0.5) for index in range(50)}
    assert len(sides) == 1


@given(st.lists(st.booleans(), max_size=40), st.sampled_from([0.5, 1.0, 2.0]), st.integers(0, 3))
def test_balance_keeps_successes_and_limits_failures(labels: list[bool], ratio: float, seed: int) -> None:
    examples = [example(id, success) for id, success in enumerate(labels)]
    kept = balanced(examples, ratio, seed)
    assert sum(one.success for one in kept) == sum(labels)
    failures = sum(not one.success for one in kept)
    assert failures == min(labels.count(False), round(ratio * sum(labels)))
    assert [one.id for one in kept] == sorted((one.id for one in kept), key=int)
