"""Replies with advantages: who earned more than others of a group becomes likelier."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks.training_value import advantage, model, spelling
from benchmarks.training_value.advantage import Weighing, Weighted
from benchmarks.training_value.branching import acted
from medgym_core.trajectory import Branch, Step
from medgym_testing.record import episode_of

QUESTION, RIGHT, WRONG = "Who is it?", "SELECT 1", "SELECT 2"


def said(text: str) -> Step:
    """A reply in words that held no action."""
    return Step(turn=0, text=text, observation="No action found.", ok=False)


@pytest.fixture(scope="module")
def start(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("start")
    spelling.make([f"{QUESTION} {RIGHT}"] * 200).save_pretrained(folder / "lessons")
    model.begin(folder / "lessons", folder / "model", model.Shape(32, 1), seed=0)
    return folder / "model"


def logprobs(folder: Path, reply: str) -> tuple[list[int], list[int], list[float]]:
    """Ids of the prompt and of a reply, and how likely each of these is."""
    import torch

    tokenizer, learner = model.load(folder)
    prompt, response = (tokenizer(text)["input_ids"] for text in (QUESTION, reply))
    with torch.no_grad():
        logits = learner(torch.tensor([prompt + response])).logits[0, len(prompt) - 1 : -1]
    found = logits.log_softmax(-1).gather(1, torch.tensor(response)[:, None]).squeeze(1)
    return prompt, response, found.tolist()


def row(folder: Path, reply: str, **facts: Any) -> dict[str, Any]:
    prompt, response, found = logprobs(folder, reply)
    ids = {"prompt_ids": prompt, "response_ids": response, "response_mask": [1] * len(response)}
    return {**ids, "response_logprobs": found, **facts}


def test_the_better_reply_becomes_likelier(start: Path, tmp_path: Path) -> None:
    rows = [Weighted(*row(start, reply).values(), sign) for reply, sign in ((RIGHT, 1.0), (WRONG, -1.0))]
    found = advantage.improve(rows * 8, start, tmp_path / "out", Weighing(4, 4, 1e-3), seed=0)
    assert (found["rows"], found["steps"]) == (16, 16)
    before, after = (
        sum(logprobs(folder, RIGHT)[2]) - sum(logprobs(folder, WRONG)[2])
        for folder in (start, tmp_path / "out")
    )
    assert after > before


def test_what_is_heard_is_not_learned(start: Path, tmp_path: Path) -> None:
    heard = row(start, RIGHT) | {"response_mask": [0] * 2 + [1]}
    made = Weighted(*heard.values(), 1.0)
    likelier = made._replace(logprobs=[-50.0, -50.0, made.logprobs[2]])
    losses = [
        advantage.improve([each], start, tmp_path / str(at), Weighing(1, 1), seed=0)["loss"]
        for at, each in enumerate((made, likelier))
    ]
    assert losses[0] == losses[1] == [-1.0]


def test_replies_to_one_context_are_a_group(start: Path, tmp_path: Path) -> None:
    rows = [
        row(start, reply, group=group, value=value, draws=1)
        for group, reply, value in (
            ("a", RIGHT, 0.75),
            ("a", WRONG, 0.25),
            ("b", RIGHT, 1.0),
            ("b", WRONG, 1.0),
        )
    ]
    (tmp_path / "rows-00000.jsonl").write_text("".join(json.dumps(one) + "\n" for one in rows))
    assert [one.advantage for one in advantage.by_step(tmp_path)] == [1.0, -1.0]


def test_episodes_of_one_task_are_a_group(start: Path, tmp_path: Path) -> None:
    import pyarrow as pa
    import pyarrow.parquet as parquet

    rows = [
        row(start, reply, reward_model={"ground_truth": task}, reward_score=score)
        for task, reply, score in (("t/0", RIGHT, 1.0), ("t/0", WRONG, 0.0), ("t/1", WRONG, 0.0))
    ]
    parquet.write_table(pa.Table.from_pylist(rows), tmp_path / "rows.parquet")
    assert [one.advantage for one in advantage.by_episode(tmp_path)] == [1.0, -1.0]


def test_a_shared_beginning_counts_once() -> None:
    whole = episode_of(steps=(said("Hm."), said("So.")))
    leaf = whole.model_copy(update={"branch": Branch(parent=0, step=len(whole.steps))})
    longer = leaf.model_copy(update={"steps": (*whole.steps, said("And."))})
    assert acted([whole, leaf])["actions"] == len(whole.steps)
    assert acted([whole, longer]) == {"actions": 3, "actions_an_episode": 2.0}
    assert acted([whole, whole])["actions"] == 2 * len(whole.steps)
