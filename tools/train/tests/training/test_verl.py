"""verl's own dataset reads the export, and its reward manager hands the task's id to whoever grades."""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("verl") is None,
    reason="verl is not installed: docs/training.md says how to run this",
)


@pytest.fixture
def dataset(exported: Callable[[str], Path], tokenizer: Any, tmp_path: Path) -> Any:
    from omegaconf import OmegaConf
    from verl.utils.dataset.rl_dataset import RLHFDataset

    config = {"max_prompt_length": 4000, "cache_dir": str(tmp_path / "cache")}
    files = [str(path) for path in exported("verl").glob("*.parquet")]
    return RLHFDataset(files, tokenizer, OmegaConf.create(config))


def test_its_dataset_reads_the_rows(dataset: Any, tmp_path: Path) -> None:
    assert len(dataset) == json.loads((tmp_path / "verl" / "manifest.json").read_text())["rows"] == 4
    row = dataset[0]
    assert [message["role"] for message in row["raw_prompt"]] == ["system", "user"]
    assert row["reward_model"] == {"style": "rule", "ground_truth": "toy/train/0"}


def test_its_reward_manager_asks_by_the_tasks_id(dataset: Any, tokenizer: Any) -> None:
    import torch
    from verl import DataProto
    from verl.utils.dataset.rl_dataset import collate_fn
    from verl.workers.reward_manager.naive import NaiveRewardManager

    asked = []

    def grade(data_source: str, solution_str: str, ground_truth: str, **_: Any) -> float:
        asked.append((data_source, solution_str, ground_truth))
        return float(ground_truth.endswith("/0"))

    rows = [dataset[0], dataset[3]]
    said = torch.tensor([tokenizer("answer = 7")["input_ids"]] * len(rows))
    whole = torch.ones_like(torch.cat([said, said], dim=1))
    tensors = {"prompts": said, "responses": said, "attention_mask": whole}
    batch = DataProto.from_single_dict(collate_fn(rows) | tensors)
    rewards = NaiveRewardManager(tokenizer, num_examine=0, compute_score=grade)(batch)
    assert asked == [("medgym/toy", "answer = 7", f"toy/train/{index}") for index in (0, 1)]
    assert rewards.sum(dim=1).tolist() == [1.0, 0.0]
