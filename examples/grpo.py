"""On-policy training with GRPO: TRL samples, medgym's boxes run what the model says and grade it.

::

    python -m examples.grpo --model models/sft --task npowerai,treqs --out models/grpo
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from medgym_train.adapters.trl import Environments


def main(arguments: Sequence[str] | None = None) -> None:
    """Train on the tasks of ``--task``, and write the model to ``--out``."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", required=True, help="name or folder of a causal language model")
    parser.add_argument("--task", required=True, help="families, separated by commas")
    parser.add_argument("--out", required=True, help="folder for the model")
    parser.add_argument("--limit", type=int, help="tasks of each family (default: all of the split train)")
    parser.add_argument("--samples", type=int, default=8, help="episodes of a task in a step (default 8)")
    parser.add_argument("--steps", type=int, default=-1, help="optimiser steps (default: three passes)")
    parser.add_argument("--tokens", type=int, default=4096, help="of an episode, at most (default 4096)")
    parser.add_argument("--learning-rate", type=float, default=1e-6, help="default 1e-6")
    given = parser.parse_args(arguments)

    import torch
    from datasets import Dataset
    from trl import GRPOConfig, GRPOTrainer

    accelerated = torch.accelerator.is_available()
    with Environments(given.task.split(",")) as families:
        trainer = GRPOTrainer(
            model=given.model,
            train_dataset=Dataset.from_list(families.rows(given.limit)),
            environment_factory=families.factories,
            reward_funcs=families.reward,
            args=GRPOConfig(
                output_dir=given.out,
                max_steps=given.steps,
                num_generations=given.samples,
                per_device_train_batch_size=given.samples,
                max_completion_length=given.tokens,
                learning_rate=given.learning_rate,
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
