"""A language model small enough for a CPU, with random weights and a tokenizer made on the spot."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

MISSING = [name for name in ("torch", "transformers", "trl") if importlib.util.find_spec(name) is None]

os.environ |= {
    "HF_HUB_OFFLINE": "1",  # nothing is fetched, and nothing is told to anyone
    "TRL_EXPERIMENTAL_SILENCE": "1",
    "CUDA_VISIBLE_DEVICES": "",
}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Without the trainers nothing here can run, and says so."""
    here = Path(__file__).parent
    reason = f"{', '.join(MISSING)} not installed: docs/training.md says how to run these"
    for item in items:
        if here in Path(item.path).parents:
            # trainers warn of their own and each other's futures
            item.add_marker(pytest.mark.filterwarnings("default"))
            if MISSING:
                item.add_marker(pytest.mark.skip(reason=reason))


@pytest.fixture(scope="session")
def template() -> str:
    """A real chat template that calls tools: Qwen 2.5's, as TRL ships it."""
    import trl

    return (Path(trl.__file__).parent / "chat_templates" / "qwen2_5.jinja").read_text()


@pytest.fixture(scope="session")
def tokenizer(template: str) -> Any:
    """Bytes, merged to some words of the rules, so that prompts stay short."""
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
    from transformers import PreTrainedTokenizerFast

    from medgym_core import prompt

    special = ["<|endoftext|>", "<|im_start|>", "<|im_end|>"]
    base = Tokenizer(models.BPE())
    base.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    base.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=1000,
        special_tokens=special,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    base.train_from_iterator([Path(prompt.__file__).read_text(), template], trainer)
    return PreTrainedTokenizerFast(
        tokenizer_object=base, eos_token="<|im_end|>", pad_token="<|endoftext|>", chat_template=template
    )


@pytest.fixture
def tiny(tokenizer: Any) -> Callable[..., Any]:
    """Makes a model of a class of Llama's kind, always with the same weights."""
    import torch
    from transformers import LlamaConfig, LlamaForCausalLM

    def make(kind: type[Any] = LlamaForCausalLM) -> Any:
        torch.manual_seed(0)
        config = LlamaConfig(
            vocab_size=len(tokenizer),
            hidden_size=16,
            intermediate_size=32,
            num_hidden_layers=2,
            num_attention_heads=2,
            max_position_embeddings=16384,
            pad_token_id=tokenizer.pad_token_id,
            eos_token_id=tokenizer.eos_token_id,
            bos_token_id=tokenizer.pad_token_id,
        )
        return kind(config)

    return make


@pytest.fixture
def settings(tmp_path: Path) -> dict[str, Any]:
    """What every trainer is told: two steps on the CPU, reporting to nobody."""
    return {
        "output_dir": str(tmp_path / "trained"),
        "max_steps": 2,
        "learning_rate": 1e-2,
        "use_cpu": True,
        "bf16": False,
        "report_to": "none",
        "save_strategy": "no",
        "logging_steps": 1,
        "disable_tqdm": True,
        "activation_checkpointing": False,
    }
