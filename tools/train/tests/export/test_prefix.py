"""What samples have in common, what each reply is worth, and the three formats that stand on it."""

from __future__ import annotations

import json
from random import Random

import pytest

from medgym_core.trajectory import Branch
from medgym_core.verifier import Status
from medgym_train.export.conversation import conversation
from medgym_train.export.prefix import contexts
from medgym_train.export.sample import Sample
from medgym_train.parting import partings

from .steps import sampled, step, submitted


def leaf(played, number, *codes, reward=1.0, **more):
    steps = [*(step(code, f"saw {code}") for code in codes[:-1]), submitted(codes[-1], **more)]
    status = Status.SUCCESS if reward == 1.0 else Status.FAIL
    return played(*steps, replica=number, reward=reward, status=status)


@pytest.fixture
def tree(played):
    """``look`` then ``a`` or ``b``; after ``a`` two leaves, of which one is right; ``b`` is wrong."""
    return [
        leaf(played, 0, "look", "a", "right"),
        leaf(played, 1, "look", "a", "wrong", reward=0.0),
        leaf(played, 2, "look", "b", "wrong", reward=0.0),
        leaf(played, 3, "look", "b", "wrong", reward=0.0),
    ]


def code(message) -> str:
    return message["tool_calls"][0]["function"]["arguments"]["code"]


def test_a_pair_at_each_context_whose_replies_differ_in_worth(tree, rows_of) -> None:
    rows = rows_of("step-dpo", *tree)
    pairs = [(code(row["chosen"][0]), code(row["rejected"][0]), len(row["prompt"])) for row in rows]
    assert pairs == [("right", "wrong", 6), ("a", "b", 4)]
    assert [(row["chosen_value"], row["rejected_value"]) for row in rows] == [(1.0, 0.0), (0.5, 0.0)]
    assert [(row["chosen_samples"], row["rejected_samples"]) for row in rows] == [(1, 1), (2, 2)]


def test_both_sides_of_a_pair_had_the_same_context_byte_for_byte(tree, rows_of) -> None:
    by_id = {episode.id: conversation(episode) for episode in tree}
    for row in rows_of("step-dpo", *tree):
        reply = (len(row["prompt"]) - 2) // 2
        for side in ("chosen_episode", "rejected_episode"):
            assert json.dumps(by_id[row[side]].before(reply)) == json.dumps(row["prompt"])


def test_no_pair_where_nothing_is_better(played, rows_of) -> None:
    assert rows_of("step-dpo", leaf(played, 0, "a", "x"), leaf(played, 1, "b", "x")) == []


def test_advantages_of_siblings_add_up_to_nothing(tree, rows_of) -> None:
    rows = rows_of("tree-grpo", *tree)
    groups = {row["group"] for row in rows}
    assert len(groups) == 2
    for group in groups:
        assert sum(row["advantage"] for row in rows if row["group"] == group) == pytest.approx(0)
    assert {code(row["completion"][0]): row["advantage"] for row in rows} == {
        "a": 0.25, "b": -0.25, "right": 0.5, "wrong": -0.5
    }  # fmt: skip


def test_tokens_of_a_reply_are_taken_from_its_record(played, rows_of) -> None:
    one = leaf(played, 0, "a", **sampled([1, 2], [3, 4], [-0.5, -0.25]))
    two = leaf(played, 1, "b", reward=0.0)
    right, wrong = rows_of("tree-grpo", one, two)
    assert (right["prompt_ids"], right["response_ids"], right["response_mask"]) == ([1, 2], [3, 4], [1, 1])
    assert right["response_logprobs"] == [-0.5, -0.25]
    assert wrong["response_ids"] == wrong["response_mask"] == []


def test_a_label_is_the_mean_of_what_came_of_a_reply(tree, rows_of) -> None:
    rows = rows_of("process-reward", *tree)
    labels = {(row["step"], code(row["completion"][0])): (row["label"], row["samples"]) for row in rows}
    assert labels[0, "look"] == (0.25, 4)
    assert labels[1, "a"] == (0.5, 2)
    assert labels[1, "b"] == (0.0, 2)
    assert labels[2, "right"] == (1.0, 1)


def test_equal_leaves_count_as_often_as_they_are(played, rows_of) -> None:
    rows = rows_of(
        "process-reward",
        leaf(played, 0, "x"),
        leaf(played, 1, "x"),
        leaf(played, 2, "x", reward=0.0),
    )
    assert [(row["label"], row["samples"]) for row in rows] == [(pytest.approx(2 / 3), 3)]


def test_other_builds_share_no_context(played, rows_of) -> None:
    one = leaf(played, 0, "a")
    other = played(submitted("b"), replica=1, reward=0.0, status=Status.FAIL, key={"build": "c" * 64})
    assert rows_of("step-dpo", one, other) == []


def test_values_agree_with_counting_every_leaf_anew(played) -> None:
    """On some 200 random replies: the mean over all leaves whose codes begin alike."""
    random = Random(7)
    paths = [tuple(random.choice("ab") for _ in range(6)) for _ in range(90)]
    leaves = [leaf(played, n, *path, reward=random.random()) for n, path in enumerate(paths)]
    samples = [Sample(episode, conversation(episode), False) for episode in leaves]
    checked = 0
    for context in contexts(samples):
        for answer in context.answers.values():
            path = paths[answer.samples[0].episode.key.replica][: context.reply + 1]
            below = [s.reward for s, other in zip(samples, paths, strict=True) if other[: len(path)] == path]
            assert answer.value == pytest.approx(sum(below) / len(below))
            checked += 1
    assert checked > 80


def fit(episodes):
    places = partings({one.key.replica: one.branch for one in episodes})
    return [Sample(one, conversation(one), False, places[one.key.replica]) for one in episodes]


def parted(episode, parent, step):
    return episode.model_copy(update={"branch": Branch(parent=parent, step=step)})


def test_a_draw_that_grew_many_leaves_weighs_no_more(played, rows_of) -> None:
    """``a`` ends at once and is wrong; ``look``, drawn once beside it, grew three leaves, all right."""
    rows = rows_of(
        "tree-grpo",
        leaf(played, 0, "a", reward=0.0),
        leaf(played, 1, "look", "x"),
        parted(leaf(played, 2, "look", "y"), 1, 1),
        parted(leaf(played, 3, "look", "z"), 1, 1),
    )
    advantages = {
        code(row["completion"][0]): (row["samples"], row["draws"], row["advantage"]) for row in rows
    }
    assert advantages["look"] == (3, 1, 0.5)
    assert advantages["a"] == (1, 1, -0.5)


def test_weighed_by_draws_advantages_of_a_group_add_up_to_nothing(played, rows_of) -> None:
    rows = rows_of("tree-grpo", *(leaf(played, n, "ab"[n == 2], reward=float(n < 2)) for n in range(3)))
    assert [(row["draws"], row["advantage"]) for row in rows] == [
        (2, pytest.approx(1 / 3)),
        (1, pytest.approx(-2 / 3)),
    ]


def test_values_of_trees_are_those_of_a_policy_whose_successes_are_long(played) -> None:
    """Half of all draws end at once, wrongly; the others look, part again, and are all right."""
    random, labels = Random(3), []
    for _ in range(400):
        looks = random.random() < 0.5
        first = leaf(played, 0, *(["go", "look", "x"] if looks else ["go", "a"]), reward=float(looks))
        others = [parted(leaf(played, n, "go", "look", "x"), 0, 2) for n in (1, 2)] if looks else []
        again = random.random() < 0.5
        other = leaf(played, 3, *(["go", "look", "x"] if again else ["go", "a"]), reward=float(again))
        samples = fit([first, *others, parted(other, 0, 1)])
        labels.append(next(iter(contexts(samples))).value)
    assert sum(labels) / len(labels) == pytest.approx(0.5, abs=0.05)
