"""Supervised fine-tuning on an export, from random weights, with TRL."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.training_value import model, spelling


@dataclass(frozen=True)
class Fitting:
    """How long and how fast to learn."""

    epochs: float = 8.0
    """Passes over the export."""
    batch: int = 32
    """Conversations a step."""
    learning_rate: float = 2e-3
    """At its highest; it rises for 3 % of the steps and falls as a cosine."""


def fit(
    exports: Sequence[Path],
    out: Path,
    shape: model.Shape,
    fitting: Fitting,
    seed: int,
    start: Path | None = None,
) -> dict[str, Any]:
    """Train on the replies of ``exports`` into ``out``; returns what it took.

    The model is a new one with a tokenizer fitted to the exports, or the one in the folder ``start``.
    """
    from datasets import Dataset
    from trl import SFTConfig, SFTTrainer

    rows = [row for export in exports for row in read(export)]
    tokenizer, learner = _learner(rows, shape, seed) if start is None else model.load(start)
    trainer = SFTTrainer(
        model=learner,
        processing_class=tokenizer,
        train_dataset=Dataset.from_list([encoded(row["messages"], tokenizer) for row in rows]),
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
            **device_settings(),
            logging_steps=20,
        ),
    )
    if fitting.epochs:
        trainer.train()
    model.keep(trainer)
    return {
        "device": device_name(),
        "parameters": learner.num_parameters(),
        "vocabulary": len(tokenizer),
        "conversations": len(rows),
        "steps": trainer.state.global_step,
        "loss": [entry["loss"] for entry in trainer.state.log_history if "loss" in entry],
    }


def _learner(rows: list[dict[str, Any]], shape: model.Shape, seed: int) -> tuple[Any, Any]:
    tokenizer = spelling.make(spelling.template_texts(row["messages"] for row in rows))
    return tokenizer, model.make(tokenizer, shape, seed)


def device_settings() -> dict[str, Any]:
    """What every trainer of the study is told of its machine."""
    import torch

    accelerated = torch.accelerator.is_available()
    return {
        "use_cpu": not accelerated,
        "bf16": accelerated,
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
