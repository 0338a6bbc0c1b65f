"""The study of what training here is worth: its parts, and its small form from beginning to end."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.training_value import dpo, model, sft, spelling
from benchmarks.training_value.presets import PRESETS
from benchmarks.training_value.reward import Boxes
from benchmarks.training_value.stage import Study

CALL = {
    "name": "code_execution",
    "arguments": {"code": "SELECT 1\nFROM T WHERE A = 'o''hara'", "language": "sql", "submit": True},
}
CONVERSATION: list[dict[str, Any]] = [
    {"role": "system", "content": "Rules."},
    {"role": "user", "content": "Context.\n\nQuestion: Who is o'hara?\nAnswer: a string."},
    {"role": "assistant", "content": "", "tool_calls": [{"type": "function", "function": CALL}]},
]
SAID = json.dumps({"action": CALL["name"], "arguments": CALL["arguments"]})


@given(st.text())
def test_what_is_spelt_is_read_again(text: str) -> None:
    tokenizer = spelling.make(["Who is it? " * 200])
    assert tokenizer.decode(tokenizer(text)["input_ids"]) == text


def test_words_that_are_not_repeated_are_spelt_by_pairs() -> None:
    tokenizer = spelling.make(["Who is o'hara?"] * 99 + ["Who is it?"])
    assert tokenizer.tokenize("Who is hara 123") == ["Who", "Ġis", "Ġ", "h", "ar", "a", "Ġ", "12", "3"]


def called(code: str) -> list[dict[str, Any]]:
    call = {"name": "code_execution", "arguments": {"code": code, "submit": True}}
    said = {"role": "assistant", "content": "", "tool_calls": [{"type": "function", "function": call}]}
    return [*CONVERSATION[:2], said]


def test_what_programs_have_in_common_is_one_token_and_the_rest_is_spelt() -> None:
    rows = [called(f"import a\n\nx = {n}\nprint(x)\nprint(1)\n") for n in range(3)]
    passages = spelling.repeated_passages(rows, repeated=3)
    assert passages == ["print(x)\\nprint(1)\\n", "import a\\n\\n"]
    assert spelling.repeated_passages(rows, repeated=4) == []
    tokenizer = spelling.make([], passages=passages)
    text = spelling.template_texts(rows)[0]
    assert {*passages} < {*tokenizer.tokenize(text)}
    assert tokenizer.decode(tokenizer(text)["input_ids"]) == text


def test_the_model_reads_the_question_and_writes_an_action() -> None:
    assert spelling.template_texts([CONVERSATION]) == [f"Who is o'hara?\n<|start|>{SAID}<|end|>"]


def test_of_a_session_each_question_is_read() -> None:
    recorded = "Nothing was printed.\n\nRecorded.\n\nQuestion 2 of 2: Of these: which?\nAnswer: a list."
    session = [*CONVERSATION, {"role": "tool", "content": recorded}, CONVERSATION[2]]
    said = f"<|start|>{SAID}<|end|>"
    assert spelling.template_texts([session]) == [f"Who is o'hara?\n{said}Of these: which?\n{said}"]


def test_only_the_reply_is_learned() -> None:
    tokenizer = spelling.make([])
    made = sft.encoded(CONVERSATION, tokenizer)
    learned = [id for id, own in zip(made["input_ids"], made["assistant_masks"], strict=True) if own]
    assert tokenizer.decode(learned) == f"{SAID}<|end|>"


def test_the_reply_is_an_action_of_the_agent() -> None:
    from medgym_core import plugins
    from medgym_core.action import parse
    from medgym_core.task import ActionCall

    parsed = parse(SAID, {"code_execution": plugins.action("code_execution")})
    assert parsed == ActionCall.model_validate(CALL)


def lesson(folder: Path, rows: list[dict[str, Any]]) -> Path:
    folder.mkdir()
    (folder / "rows-00000.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return folder


def likelihood(folder: Path, reply: str) -> float:
    """Log-probability of a reply to the question."""
    import torch

    tokenizer, learner = model.load(folder)
    prompt = spelling.template_texts([CONVERSATION])[0].split("<|start|>")[0] + "<|start|>"
    whole = tokenizer(f"{prompt}{reply}<|end|>", return_tensors="pt")["input_ids"]
    start = len(tokenizer(prompt)["input_ids"])
    with torch.no_grad():
        logprobs = learner(whole).logits[0, start - 1 : -1].log_softmax(-1)
    return float(logprobs.gather(1, whole[0, start:, None]).sum())


@pytest.fixture(scope="module")
def fitted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("fitted")
    rows = lesson(folder / "rows", [{"messages": CONVERSATION}] * 16)
    sft.encode([rows], folder / "lessons")
    model.begin(folder / "lessons", folder / "before", model.Shape(32, 1), seed=0)
    how = sft.Fitting(30.0, 4, 1e-2)
    sft.fit(folder / "lessons", folder / "before", folder / "after", how, seed=0)
    return folder


def test_fine_tuning_makes_the_reply_likely(fitted: Path) -> None:
    assert likelihood(fitted / "after", SAID) > likelihood(fitted / "before", SAID) / 4


def test_a_checkpoint_holds_what_bfloat16_has(fitted: Path) -> None:
    import torch

    _, learner = model.load(fitted / "after")
    assert all(torch.equal(weights, weights.bfloat16().float()) for weights in learner.parameters())


def test_fine_tuning_goes_on_from_a_model(fitted: Path, tmp_path: Path) -> None:
    sft.encode([fitted / "rows"], tmp_path / "lessons", reader=fitted / "after")
    how = sft.Fitting(10.0, 4, 1e-2)
    sft.fit(tmp_path / "lessons", fitted / "after", tmp_path / "on", how, seed=0)
    assert likelihood(tmp_path / "on", SAID) > likelihood(fitted / "after", SAID)


def test_preferences_part_the_better_reply_from_the_worse(fitted: Path, tmp_path: Path) -> None:
    other = "SELECT 2"
    sides = {"chosen": [CONVERSATION[2]], "rejected": [{"role": "assistant", "content": other}]}
    rows = lesson(tmp_path / "rows", [{"prompt": CONVERSATION[:2], **sides}] * 8)
    how = dpo.Preferring(epochs=4, batch=4, learning_rate=1e-3)
    assert dpo.prefer(rows, fitted / "after", tmp_path / "dpo", how, seed=0)["pairs"] == 8

    def margin(folder: Path) -> float:
        return likelihood(folder, SAID) - likelihood(folder, other)

    assert margin(tmp_path / "dpo") > margin(fitted / "after")


def made(folder: Path) -> Mapping[str, Any]:
    folder.mkdir()
    (folder / "model").write_text("weights")
    return {"loss": [1.0]}


def test_a_finished_stage_is_not_done_again(tmp_path: Path) -> None:
    first = Study(tmp_path).stage("sft", {"seed": 0}, made)
    assert Study(tmp_path).stage("sft", {"seed": 0}, lambda folder: pytest.fail("done again")) == first
    assert Study(tmp_path).results() == {"sft": first}


def test_an_unfinished_stage_begins_anew(tmp_path: Path) -> None:
    def fail(folder: Path) -> Mapping[str, Any]:
        made(folder)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Study(tmp_path).stage("sft", {}, fail)
    assert Study(tmp_path).stage("sft", {}, made)["found"] == {"loss": [1.0]}


def test_other_settings_are_refused(tmp_path: Path) -> None:
    Study(tmp_path).stage("sft", {"seed": 0}, made)
    with pytest.raises(ValueError, match="made by other settings"):
        Study(tmp_path).stage("sft", {"seed": 1}, made)


NUMBERS = "WITH RECURSIVE n(x) AS (SELECT 0 UNION ALL SELECT x + 1 FROM n WHERE x < 999)"
EVERY_NUMBER = f"{NUMBERS} SELECT group_concat(x) FROM n"


@pytest.mark.parametrize(
    ("code", "medgym", "published"),
    [("SELECT 'none'", 0.0, 0.0), (EVERY_NUMBER, 0.0, 1.0), (None, 1.0, 1.0)],
)
def test_both_rules_judge_the_same_reply(code: str | None, medgym: float, published: float) -> None:
    from medgym_core.env.opening import open_family

    opened = open_family("treqs", sandbox="process")
    task = opened.family.task(opened.build, "train", 0)
    right = opened.family.reference(opened.build, task)[0].arguments
    arguments = right if code is None else right | {"code": code}
    reply = [{"content": json.dumps({"action": "code_execution", "arguments": arguments})}]
    boxes = Boxes([opened])
    assert boxes.medgym([reply], [(0, 0)]) == [medgym]
    assert boxes.published([reply], [(0, 0)]) == [published]


@pytest.mark.nightly
def test_a_model_learns_from_random_weights(tmp_path: Path) -> None:
    from benchmarks.training_value.__main__ import main

    main(["--quick", "--sandbox", "process", "--out", str(tmp_path)])
    results = Study(tmp_path).results()
    assert results["treqs-untrained-on-test-0"]["found"]["success_rate"] == 0
    assert results["treqs-sft-on-test-0"]["found"]["interval"][0] > 0.1
    rewards = results["treqs-grpo-medgym-0"]["found"]["medgym"]
    assert len(rewards) == PRESETS["quick"].playing.steps
    assert fmean(rewards[-20:]) > fmean(rewards[:20])
