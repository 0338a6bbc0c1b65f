"""Single replies, with what came of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from medgym_core.access import Tier
from medgym_core.journal import JournalWriter
from medgym_core.trajectory import Episode
from medgym_core.verifier import Status
from medgym_train.learned import Example, Examples, Replies, Training, choices, distinct, load, pairs, train

from .conftest import step

Record = Callable[[Sequence[tuple[str, Status]]], Path]


@pytest.fixture
def leaves(tmp_path: Path, make_episode: Callable[..., Episode]) -> Record:
    """A function that records samples of one task: the letters that each replies with, and its end."""

    def record(samples: Sequence[tuple[str, Status]]) -> Path:
        (tmp_path / "journal").mkdir()
        with JournalWriter(tmp_path) as writer:
            for replica, (letters, status) in enumerate(samples):
                steps = tuple(step(letter, f"saw {letter}") for letter in letters)
                writer.append([(make_episode(0, replica, status, steps=steps), {})])
        return tmp_path

    return record


def test_a_reply_is_worth_what_came_of_all_samples_that_begin_so(leaves: Record) -> None:
    run = leaves(
        [("ab", Status.SUCCESS), ("ac", Status.FAIL), ("ab", Status.FAIL), ("d", Status.INFRA_ERROR)]
    )
    replies = Replies([run])
    assert [(reply.step, round(reply.value, 3)) for reply in replies] == [
        (1, 0.333), (2, 0.5), (1, 0.333), (2, 0.0), (1, 0.333), (2, 0.5),
    ]  # fmt: skip
    assert replies.left_out == {"infra_error": 1}
    assert [reply.step for reply in distinct(replies)] == [1, 2, 2]


def test_replies_are_compared_within_their_context(leaves: Record) -> None:
    run = leaves([("ab", Status.SUCCESS), ("ac", Status.FAIL), ("xb", Status.FAIL), ("yc", Status.FAIL)])
    found = pairs(Replies([run]))
    letters = sorted((pair.better.text[-1], pair.worse.text[-1]) for pair in found)
    assert letters == [("a", "x"), ("a", "y"), ("b", "c")]  # x against y is worth nothing


def test_text_up_to_a_reply_tells_nothing_of_what_came_later(leaves: Record) -> None:
    run = leaves([("ab", Status.SUCCESS)])
    first, second = Replies([run])
    (whole,) = Examples([run])
    assert whole.text.startswith(second.text)
    assert second.text.startswith(first.text)
    assert "ACTION 2" not in first.text
    assert "SUBMITTED" not in second.text


WORTH = st.dictionaries(st.text("ab", min_size=1, max_size=3), st.sampled_from([0.0, 0.5, 1.0]), min_size=1)


@given(WORTH)
def test_the_value_itself_always_chooses_right_and_its_opposite_never(worth: dict[str, float]) -> None:
    whole = [
        Example(text, "toy/train/0", "c", 0, Tier.OPEN, text[:step], worth.get(text[:step], 0.0), step)
        for text in worth
        for step in range(1, len(text) + 1)
    ]
    for sign, share in ((1, 1.0), (-1, 0.0), (0, 0.5)):
        scores = {text: [sign * reply.value for reply in whole if reply.id == text] for text in worth}
        found = choices(whole, scores)
        assert found.pairs == len(pairs(whole))
        assert (found.right and found.right.value) == (share if found.pairs else None)


def test_a_verifier_of_steps_learns_which_reply_is_better(
    recorded: Callable[..., Path], tmp_path: Path
) -> None:
    run = recorded(tasks=60)
    card = train(list(Replies([run])), Training(steps=True, share=0.5), tmp_path / "verifier")
    assert card.settings["steps"] is True
    judge, _ = load(tmp_path / "verifier")
    held = [reply for reply in Replies([recorded(tasks=60, name="other", seed=1)]) if reply.step == 1]
    found = choices(held, {reply.id: judge.score([reply]) for reply in held})
    assert found.right is not None
    assert found.right.value > 0.8
