"""Supervised fine-tuning on conversations that ended well, with TRL.

::

    medgym export runs/first --format sft --out data/sft
    python -m examples.sft --model Qwen/Qwen2.5-Coder-0.5B-Instruct --data data/sft --out models/sft
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> None:
    """Train on the replies of ``--data``, and write the model to ``--out``."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", required=True, help="name or folder of a causal language model")
    parser.add_argument("--data", required=True, help="folder of an export in the format sft")
    parser.add_argument("--out", required=True, help="folder for the model")
    parser.add_argument("--steps", type=int, default=-1, help="optimiser steps (default: three passes)")
    parser.add_argument("--batch", type=int, default=4, help="conversations a step (default 4)")
    parser.add_argument("--learning-rate", type=float, default=1e-5, help="default 1e-5")
    given = parser.parse_args(arguments)

    import torch
    from datasets import load_dataset
    from trl import SFTConfig, SFTTrainer

    accelerated = torch.accelerator.is_available()
    trainer = SFTTrainer(
        model=given.model,
        train_dataset=load_dataset(given.data, split="train"),
        args=SFTConfig(
            output_dir=given.out,
            max_steps=given.steps,
            per_device_train_batch_size=given.batch,
            learning_rate=given.learning_rate,
            assistant_only_loss=True,  # observations are not the model's words
            max_length=None,  # a conversation that is cut has lost its submission
            bf16=accelerated,
            use_cpu=not accelerated,
            save_strategy="no",
            report_to="none",
            logging_steps=1,
        ),
    )
    trainer.train()
    trainer.save_model()
    trainer.save_state()


if __name__ == "__main__":
    main()
