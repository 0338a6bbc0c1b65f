"""A decoder small enough for a CPU, from random weights."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Shape:
    """Size of a decoder of Qwen 3's form: rotary positions, normalised queries and keys, tied embeddings."""

    width: int = 192
    """Size of a hidden state."""
    layers: int = 4
    """Blocks."""
    context: int = 1024
    """Tokens of a prompt and its reply, at most."""


SHORT = 1024
"""Tokens of a context that is short."""


def begin(lessons: Path, out: Path, shape: Shape, seed: int) -> dict[str, Any]:
    """Write a model that has learned nothing into ``out``, with the tokenizer in ``lessons``."""
    from transformers import AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(lessons)
    learner = make(tokenizer, shape, seed)
    for part in (tokenizer, learner):
        part.save_pretrained(out)
    return {"parameters": learner.num_parameters()}


def make(tokenizer: Any, shape: Shape, seed: int) -> Any:
    """The model before it has learned anything; the same weights for the same seed."""
    import torch
    from transformers import Qwen3Config, Qwen3ForCausalLM

    torch.manual_seed(seed)
    return Qwen3ForCausalLM(
        Qwen3Config(
            vocab_size=len(tokenizer),
            hidden_size=shape.width,
            intermediate_size=shape.width * 5 // 2,
            num_hidden_layers=shape.layers,
            num_attention_heads=shape.width // 32,
            num_key_value_heads=shape.width // 32,
            head_dim=32,
            max_position_embeddings=shape.context,
            tie_word_embeddings=True,
            pad_token_id=tokenizer.pad_token_id,
            eos_token_id=tokenizer.eos_token_id,
            bos_token_id=tokenizer.pad_token_id,
        )
    )


def keep(trainer: Any) -> None:
    """Save what was trained, as numbers that bfloat16 has: packed, a checkpoint is half as large."""
    for weights in trainer.model.parameters():
        weights.data = weights.data.bfloat16().to(weights.dtype)
    trainer.save_model()
    trainer.save_state()


def load(folder: Path) -> tuple[Any, Any]:
    """The tokenizer and the model that were saved in ``folder``."""
    from transformers import AutoConfig, AutoModelForCausalLM, AutoTokenizer

    # PyTorch's fused attention takes a CPU longer than plain products where conversations are short.
    short = AutoConfig.from_pretrained(folder).max_position_embeddings <= SHORT
    attention = "eager" if short else "sdpa"
    return (
        AutoTokenizer.from_pretrained(folder),
        AutoModelForCausalLM.from_pretrained(folder, attn_implementation=attention),
    )
