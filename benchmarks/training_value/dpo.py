"""Learning by preferences between replies that the model itself gave, with TRL's DPO."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.training_value import model, sft


@dataclass(frozen=True)
class Preferring:
    """How long and how fast to learn."""

    epochs: float = 1.0
    """Passes over the pairs."""
    batch: int = 16
    """Pairs a step."""
    learning_rate: float = 5e-5
    """At its highest; it falls as a cosine."""
    beta: float = 0.1
    """How closely it keeps to where it started."""


def prefer(export: Path, start: Path, out: Path, preferring: Preferring, seed: int) -> dict[str, Any]:
    """Train the model in ``start`` on an export of the format dpo into ``out``; returns what it took."""
    from datasets import Dataset
    from trl import DPOConfig, DPOTrainer

    tokenizer, learner = model.load(start)
    rows = [spelt(row, tokenizer) for row in sft.read(export)]
    trainer = DPOTrainer(
        model=learner,
        processing_class=tokenizer,
        train_dataset=Dataset.from_list(rows),
        args=DPOConfig(
            output_dir=str(out),
            seed=seed,
            num_train_epochs=preferring.epochs,
            per_device_train_batch_size=preferring.batch,
            learning_rate=preferring.learning_rate,
            lr_scheduler_type="cosine",
            beta=preferring.beta,
            max_length=None,
            activation_checkpointing=False,
            logging_steps=1,
            **sft.device_settings(),
        ),
    )
    trainer.train()
    model.keep(trainer)
    noted = trainer.state.log_history
    return {
        "pairs": len(rows),
        "steps": trainer.state.global_step,
        "loss": [entry["loss"] for entry in noted if "loss" in entry],
    }


def spelt(row: dict[str, Any], tokenizer: Any) -> dict[str, str]:
    """A pair as text, since a table of calls would give each the arguments of all others."""

    def text(messages: list[dict[str, Any]], **how: Any) -> str:
        made: str = tokenizer.apply_chat_template(messages, tokenize=False, **how)
        return made

    prompt = text(row["prompt"], add_generation_prompt=True)
    sides = {side: text(row["prompt"] + row[side]).removeprefix(prompt) for side in ("chosen", "rejected")}
    return {"prompt": prompt, **sides}
