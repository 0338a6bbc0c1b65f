"""A language model for trials on a CPU: two layers, random weights, a tokenizer fitted to an export.

::

    python -m examples.tiny_model --data data/sft --out models/tiny
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any


def make_tokenizer(texts: Iterable[str], template: str, size: int = 5000) -> Any:
    """Bytes, merged up to whole lines where ``texts`` repeat them, so that conversations stay short."""
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
    from transformers import PreTrainedTokenizerFast

    base = Tokenizer(models.BPE())
    lines = pre_tokenizers.Split("\n", "isolated")
    base.pre_tokenizer = pre_tokenizers.Sequence(
        [lines, pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)]
    )
    base.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=size,
        special_tokens=["<|endoftext|>", "<|im_start|>", "<|im_end|>"],
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    base.train_from_iterator(texts, trainer)
    return PreTrainedTokenizerFast(
        tokenizer_object=base, eos_token="<|im_end|>", pad_token="<|endoftext|>", chat_template=template
    )


def make_model(tokenizer: Any, width: int = 16, kind: type[Any] | None = None) -> Any:
    """A model of Llama's form, or of a class derived from it; always with the same weights."""
    import torch
    from transformers import LlamaConfig, LlamaForCausalLM

    torch.manual_seed(0)
    config = LlamaConfig(
        vocab_size=len(tokenizer),
        hidden_size=width,
        intermediate_size=2 * width,
        num_hidden_layers=2,
        num_attention_heads=2,
        max_position_embeddings=16384,
        pad_token_id=tokenizer.pad_token_id,
        eos_token_id=tokenizer.eos_token_id,
        bos_token_id=tokenizer.pad_token_id,
    )
    return (kind or LlamaForCausalLM)(config)


def qwen_template() -> str:
    """A chat template that calls tools: Qwen 2.5's, as TRL ships it."""
    import trl

    return (Path(trl.__file__).parent / "chat_templates" / "qwen2_5.jinja").read_text(encoding="utf-8")


def conversations(data: Path, template: str) -> Iterator[str]:
    """The conversations of an export in the format sft, as a model reads them."""
    writer = make_tokenizer([], template)
    for path in sorted(data.glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            yield writer.apply_chat_template(row["messages"], tools=row["tools"], tokenize=False)


def main(arguments: Sequence[str] | None = None) -> None:
    """Make the model and write it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder of an export, for the words")
    parser.add_argument("--out", type=Path, required=True, help="folder for the model")
    parser.add_argument("--width", type=int, default=64, help="size of a hidden state (default 64)")
    given = parser.parse_args(arguments)
    tokenizer = make_tokenizer(conversations(given.data, qwen_template()), qwen_template())
    make_model(tokenizer, given.width).save_pretrained(given.out)
    tokenizer.save_pretrained(given.out)


if __name__ == "__main__":
    main()
