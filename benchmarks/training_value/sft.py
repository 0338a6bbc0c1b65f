"""Supervised fine-tuning on an export, from random weights, with TRL."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.training_value import model, spelling

LESSONS = "lessons"
"""The folder of the token rows."""


@dataclass(frozen=True)
class Fitting:
    """How long and how fast to learn."""

    epochs: float = 8.0
    """Passes over the export."""
    batch: int = 32
    """Conversations a step."""
    learning_rate: float = 2e-3
    """At its highest; it rises for 3 % of the steps and falls as a cosine."""


def encode(
    exports: Sequence[Path], out: Path, reader: Path | None = None, passages: bool = False
) -> dict[str, Any]:
    """Write the conversations of ``exports`` as tokens into ``out``, with their tokenizer; returns counts.

    The tokenizer is that of the model in ``reader``, or one fitted to the exports: with ``passages``, what
    their programs have in common is a token a passage.
    """
    from datasets import Dataset

    rows = [row["messages"] for export in exports for row in read(export)]
    tokenizer = model.load(reader)[0] if reader else _fitted(rows, passages)
    tokenizer.save_pretrained(out)
    Dataset.from_list([encoded(row, tokenizer) for row in rows]).save_to_disk(out / LESSONS)
    return {"conversations": len(rows), "vocabulary": len(tokenizer)}


def _fitted(rows: Sequence[list[dict[str, Any]]], passages: bool) -> Any:
    """A tokenizer of what ``rows`` repeat."""
    whole = spelling.repeated_passages(rows) if passages else []
    return spelling.make(spelling.template_texts(rows), passages=whole)


def fit(lessons: Path, start: Path, out: Path, fitting: Fitting, seed: int) -> dict[str, Any]:
    """Train the model in ``start`` on the replies of ``lessons`` (of ``encode``) into ``out``."""
    from datasets import Dataset
    from trl import SFTConfig, SFTTrainer

    tokenizer, learner = model.load(start)
    trainer = SFTTrainer(
        model=learner,
        processing_class=tokenizer,
        train_dataset=Dataset.load_from_disk(lessons / LESSONS),
        args=SFTConfig(
            output_dir=str(out),
            seed=seed,
            num_train_epochs=fitting.epochs,
            per_device_train_batch_size=fitting.batch,
            train_sampling_strategy="group_by_length",
            learning_rate=fitting.learning_rate,
            lr_scheduler_type="cosine",
            warmup_steps=0.03,
            max_grad_norm=1.0,
            max_length=None,
            activation_checkpointing=False,
            **device_settings(bf16=True),
            logging_steps=20,
        ),
    )
    trainer.train()
    model.keep(trainer)
    return {
        "device": device_name(),
        "steps": trainer.state.global_step,
        "loss": [entry["loss"] for entry in trainer.state.log_history if "loss" in entry],
    }


def device_settings(bf16: bool = False) -> dict[str, Any]:
    """What every trainer of the study is given of its machine: whether to use it, ``bf16`` where it has that.

    Only imitation is computed in bfloat16: models are played in single precision, and so is what they sample
    while they learn by rewards.
    """
    import torch

    accelerated = torch.accelerator.is_available()
    return {
        "use_cpu": not accelerated,
        "bf16": bf16 and (accelerated or torch.cpu.get_capabilities().get("avx512_bf16", False)),
        "save_strategy": "no",
        "report_to": "none",
        "disable_tqdm": True,
    }


def device_name() -> str:
    """Where tensors are computed with."""
    import torch

    return torch.cuda.get_device_name() if torch.cuda.is_available() else "cpu"


def read(export: Path) -> list[dict[str, Any]]:
    """The rows of an export."""
    paths = sorted(export.glob("rows-*.jsonl"))
    return [json.loads(line) for path in paths for line in path.read_text(encoding="utf-8").splitlines()]


def encoded(messages: list[dict[str, Any]], tokenizer: Any) -> dict[str, list[int]]:
    """A conversation as tokens, with 1 where the model's own are."""
    made = tokenizer.apply_chat_template(
        messages, tokenize=True, return_dict=True, return_assistant_tokens_mask=True
    )
    return {"input_ids": made["input_ids"], "assistant_masks": made["assistant_masks"]}
