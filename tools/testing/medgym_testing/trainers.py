"""What tests with real trainers share: without them they are skipped, and batches of GRPO are seen."""

from __future__ import annotations

import os
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

MISSING = [name for name in ("torch", "transformers", "trl") if find_spec(name) is None]
WHY = "not installed: docs/training.md says how to run these"


def alone() -> None:
    """Trainers that are imported from now on fetch nothing, tell nobody, and take one core."""
    if not MISSING:
        os.environ |= {
            "HF_HUB_OFFLINE": "1",
            "TRL_EXPERIMENTAL_SILENCE": "1",
            "CUDA_VISIBLE_DEVICES": "",
            "OMP_NUM_THREADS": "1",  # models so small are faster without company
        }


def mark(items: list[pytest.Item], folder: Path) -> None:
    """Without the trainers nothing below ``folder`` can run, and says so."""
    below = f"{folder}{os.sep}"
    for item in items:
        if str(item.path).startswith(below):
            # trainers warn of their own and each other's futures
            item.add_marker(pytest.mark.filterwarnings("default"))
            if MISSING:
                item.add_marker(pytest.mark.skip(reason=f"{', '.join(MISSING)} {WHY}"))


def samples(batch: Any, tokenizer: Any) -> Iterator[tuple[str, str, float]]:
    """Of each sample of a GRPO batch: what is learned of it, what it was given, and its advantage."""
    whole = batch["completion_mask"].bool()
    own = whole & batch["tool_mask"].bool()
    for ids, mine, all_of_it, advantage in zip(
        batch["completion_ids"], own, whole, batch["advantages"].tolist(), strict=True
    ):
        yield tokenizer.decode(ids[mine]), tokenizer.decode(ids[all_of_it & ~mine]), advantage


@pytest.fixture
def batches(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Every batch that a GRPO trainer learns from, from now on."""
    from trl import GRPOTrainer

    seen: list[Any] = []
    compute = GRPOTrainer.compute_loss

    def compute_loss(self: Any, model: Any, inputs: Any, *args: Any, **more: Any) -> Any:
        seen.append(inputs)
        return compute(self, model, inputs, *args, **more)

    monkeypatch.setattr(GRPOTrainer, "compute_loss", compute_loss)
    return seen
