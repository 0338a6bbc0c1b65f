"""What one sample of a GRPO batch is, in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


def samples(batch: Any, tokenizer: Any) -> Iterator[tuple[str, str, float]]:
    """Of each sample: what is learned of it, what it was told, and its advantage."""
    whole = batch["completion_mask"].bool()
    own = whole & batch["tool_mask"].bool()
    for ids, mine, all_of_it, advantage in zip(
        batch["completion_ids"], own, whole, batch["advantages"].tolist(), strict=True
    ):
        yield tokenizer.decode(ids[mine]), tokenizer.decode(ids[all_of_it & ~mine]), advantage
