"""On-policy training with TRL's GRPO: every reply is executed in a box and graded."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from benchmarks.training_value import model, sft
from benchmarks.training_value.reward import RULES, Boxes, Place
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
    opened: Sequence[OpenFamily],
    places: Sequence[Place],
    rule: str,
    playing: Playing,
    seed: int,
) -> dict[str, Any]:
    """Train the model in ``start`` by the reward ``rule`` into ``out``; returns both rewards by step.

    It plays the training tasks of ``opened`` at ``places``, again in another order when all were played.
    `equal` is by step which share of the groups of a task's replies earned the same throughout.
    """
    from datasets import Dataset
    from trl import GRPOTrainer

    boxes = Boxes(opened)
    tokenizer, learner = model.load(start)
    trainer = GRPOTrainer(
        model=learner,
        processing_class=tokenizer,
        train_dataset=Dataset.from_list(boxes.rows(places)),
        reward_funcs=[boxes.medgym, boxes.published],
        args=_arguments(out, rule, playing, seed),
    )
    trainer.train()
    model.keep(trainer)
    noted = trainer.state.log_history
    rewards = {
        rule: [step[key] for step in noted if (key := f"rewards/{rule}/mean") in step] for rule in RULES
    }
    equal = [step["frac_reward_zero_std"] for step in noted if "frac_reward_zero_std" in step]
    done = {"device": sft.device_name(), "steps": trainer.state.global_step, "tasks": len(places)}
    return {**done, **rewards, "equal": equal}


def _arguments(out: Path, rule: str, playing: Playing, seed: int) -> Any:
    """The trainer's configuration."""
    from trl import GRPOConfig

    return GRPOConfig(
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
    )


def met_once(
    opened: Sequence[OpenFamily], playing: Playing, categories: Sequence[str], seed: int
) -> list[Place]:
    """So many tasks as are played, each at most once; fewer where there are no more.

    They are of the categories, of one of ``opened`` after the other, shuffled by ``seed``.
    """
    places = (
        (data, index) for data, one in enumerate(opened) for index in _shuffled(one, categories, seed + data)
    )
    return list(islice(places, playing.steps * playing.tasks))


def _shuffled(opened: OpenFamily, categories: Sequence[str], seed: int) -> Iterator[int]:
    family, build = opened.family, opened.build
    tasks = list(range(family.size(build, "train")))
    random.Random(seed).shuffle(tasks)
    return (at for at in tasks if not categories or family.task(build, "train", at).category in categories)
