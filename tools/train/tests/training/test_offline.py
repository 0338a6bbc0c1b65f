"""Exports are read by ``datasets``, prepared by TRL as we expect, and learned from."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from medgym_train.export import FORMATS

EXPORTED = ("sft", "dpo", "kto")


@pytest.fixture
def load(exported: Callable[..., Path], tmp_path: Path) -> Callable[..., Any]:
    """Exports in a format; returns the dataset."""

    def make(format: str, **made: Any) -> Any:
        from datasets import load_dataset

        folder = str(exported(format, **made))
        return load_dataset(folder, split="train", cache_dir=str(tmp_path / "cache"))

    return make


def moved(trainer: Any) -> bool:
    """Whether training changed the weights."""
    before = {name: weight.detach().clone() for name, weight in trainer.model.named_parameters()}
    trainer.train()
    return any(not weight.equal(before[name]) for name, weight in trainer.model.named_parameters())


@pytest.mark.parametrize("format", EXPORTED)
def test_rows_come_back_as_they_were_written(load: Any, tmp_path: Path, format: str) -> None:
    rows = load(format).to_list()
    written = (tmp_path / format / "rows-00000.jsonl").read_text().splitlines()
    assert rows == [json.loads(line) for line in written] != []


@pytest.mark.parametrize("format", FORMATS)
def test_every_format_is_a_dataset(load: Any, tmp_path: Path, format: str) -> None:
    rows = load(format)
    manifest = json.loads((tmp_path / format / "manifest.json").read_text())
    assert rows.num_rows == manifest["rows"] > 0


@pytest.mark.parametrize("format", FORMATS)
def test_another_export_into_the_same_folder_is_read_again(load: Any, tmp_path: Path, format: str) -> None:
    before = load(format).num_rows
    for folder in ("run", format):
        shutil.rmtree(tmp_path / folder)
    assert load(format, tasks=1).num_rows == before / 2


def replies(messages: list[dict[str, Any]]) -> list[str]:
    """What the model must learn to write, in the form of the template."""
    texts = []
    for message in messages:
        if message["role"] == "assistant":
            calls = [
                json.dumps({"name": call["function"]["name"], "arguments": call["function"]["arguments"]})
                for call in message.get("tool_calls", ())
            ]
            parts = [message["content"], *(f"<tool_call>\n{call}\n</tool_call>" for call in calls)]
            texts.append("\n".join(part for part in parts if part) + "<|im_end|>\n")
    return texts


def spans(tokens: list[int], learned: list[bool]) -> Iterator[list[int]]:
    """Runs of tokens that are learned."""
    run: list[int] = []
    for token, wanted in zip(tokens, learned, strict=True):
        if wanted:
            run.append(token)
        elif run:
            yield run
            run = []
    if run:
        yield run


def test_sft_learns_the_replies_and_nothing_else(load: Any, tiny: Any, tokenizer: Any, settings: Any) -> None:
    from trl import SFTConfig, SFTTrainer

    rows = load("sft")
    trainer = SFTTrainer(
        tiny(),
        args=SFTConfig(**settings, assistant_only_loss=True, max_length=None),
        train_dataset=rows,
        processing_class=tokenizer,
    )
    assert len(trainer.train_dataset) == 2
    for row, prepared in zip(rows, trainer.train_dataset, strict=True):
        batch = trainer.data_collator([prepared])
        tokens, labels = batch["input_ids"][0].tolist(), batch["labels"][0].tolist()
        learned = [tokenizer.decode(span) for span in spans(tokens, [label != -100 for label in labels])]
        assert learned == ["\n" + reply for reply in replies(row["messages"])]
        assert "ZeroDivisionError" in tokenizer.decode(tokens)
    assert moved(trainer)


def test_dpo_prefers_one_reply_to_another(load: Any, tiny: Any, tokenizer: Any, settings: Any) -> None:
    from trl import DPOConfig, DPOTrainer

    rows = load("dpo")
    assert {row["pair"] for row in rows} == {"within", "across"}
    trainer = DPOTrainer(
        tiny(),
        ref_model=tiny(),
        args=DPOConfig(**settings, max_length=None),
        train_dataset=rows,
        processing_class=tokenizer,
    )
    for row, prepared in zip(rows, trainer.train_dataset, strict=True):
        for side in ("chosen", "rejected"):
            assert tokenizer.decode(prepared[f"{side}_ids"]) == replies(row[side])[0]
    assert moved(trainer)


def test_kto_learns_what_was_submitted(load: Any, tiny: Any, tokenizer: Any, settings: Any) -> None:
    from trl import KTOConfig, KTOTrainer

    rows = load("kto")
    assert sorted(rows["label"]) == [False, False, True, True]
    trainer = KTOTrainer(
        tiny(),
        ref_model=tiny(),
        args=KTOConfig(**settings, max_length=None),
        train_dataset=rows,
        processing_class=tokenizer,
    )
    for row, prepared in zip(rows, trainer.train_dataset, strict=True):
        assert prepared["label"] == row["label"]
        assert tokenizer.decode(prepared["completion_ids"]) == replies(row["completion"])[0]
    assert moved(trainer)
