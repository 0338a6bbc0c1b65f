"""On-policy training with TRL's GRPO: every reply is executed in a box and graded."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from itertools import islice
from pathlib import Path
from typing import Any

from benchmarks.training_value import model, sft
from benchmarks.training_value.play import PLAYED
from benchmarks.training_value.reward import RULES, Boxes
from medgym_core.env.opening import OpenFamily


@dataclass(frozen=True)
class Playing:
    """How long and how fast to learn."""

    steps: int = 60
    """Optimiser steps."""
    tasks: int = 8
    """Tasks a step."""
    samples: int = 8
    """Replies to each task, compared with each other."""
    learning_rate: float = 2e-4
    """At its highest."""
    tokens: int = 192
    """Of a reply, at most."""


def play(
    start: Path,
    out: Path,
    opened: OpenFamily,
    rule: str,
    playing: Playing,
    categories: Sequence[str],
    seed: int,
) -> dict[str, Any]:
    """Train the model in ``start`` by the reward ``rule`` into ``out``; returns both rewards by step."""
    from datasets import Dataset
    from trl import GRPOConfig, GRPOTrainer

    boxes = Boxes(opened)
    tokenizer, learner = model.load(start)
    trainer = GRPOTrainer(
        model=learner,
        processing_class=tokenizer,
        train_dataset=Dataset.from_list(boxes.rows(_drawn(opened, playing, categories, seed))),
        reward_funcs=[boxes.medgym, boxes.published],
        args=GRPOConfig(
            output_dir=str(out),
            seed=seed,
            max_steps=playing.steps,
            per_device_train_batch_size=playing.tasks * playing.samples,
            num_generations=playing.samples,
            max_completion_length=playing.tokens,
            learning_rate=playing.learning_rate,
            lr_scheduler_type="constant_with_warmup",
            warmup_steps=3,
            temperature=1.0,
            beta=0.0,
            reward_weights=[float(rule == each) for each in RULES],
            activation_checkpointing=False,
            logging_steps=1,
            **sft.device_settings(),
        ),
    )
    trainer.train()
    trainer.save_model()
    trainer.save_state()
    noted = trainer.state.log_history
    return {rule: [step[key] for step in noted if (key := f"rewards/{rule}/mean") in step] for rule in RULES}


def _drawn(opened: OpenFamily, playing: Playing, categories: Sequence[str], seed: int) -> list[int]:
    """Training tasks of the categories whose references were not learned from, each at most once."""
    family, build = opened.family, opened.build
    tasks = [task for task in range(family.size(build, "train")) if fnmatchcase(str(task), PLAYED)]
    random.Random(seed).shuffle(tasks)
    wanted = (at for at in tasks if not categories or family.task(build, "train", at).category in categories)
    return list(islice(wanted, playing.steps * playing.tasks))
