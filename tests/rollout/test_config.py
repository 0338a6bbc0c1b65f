"""What a run's settings say without being said: families and splits by ids of tasks, the agent by a model."""

from __future__ import annotations

from typing import Any

import pytest

from medgym_core.errors import ConfigError
from medgym_core.rollout.config import amend, resolve


@pytest.mark.parametrize(
    ("settings", "families", "splits"),
    [
        ({"tasks": "toy/test/3"}, ("toy",), ("test",)),
        ({"tasks": "toy/ood/1?,toy/ood/2*"}, ("toy",), ("ood",)),
        ({"tasks": ["toy/train/0", "other/ood/1"]}, ("toy", "other"), ("train", "ood")),
        ({"tasks": "toy/*/3"}, ("toy",), ("test",)),
        ({"tasks": "toy/ood/3", "split": "train"}, ("toy",), ("train",)),
        ({"tasks": "*/ood/3", "task": "other"}, ("other",), ("ood",)),
    ],
)
def test_ids_name_families_and_splits(
    settings: dict[str, Any], families: tuple[str, ...], splits: tuple[str, ...]
) -> None:
    found = resolve(None, settings)
    assert (found.task, found.split) == (families, splits)


@pytest.mark.parametrize("tasks", ["*/test/3", "3", "toy/test/3,*3"])
def test_a_pattern_of_any_family_names_none(tasks: str) -> None:
    with pytest.raises(ConfigError, match="task"):
        resolve(None, {"tasks": tasks})


@pytest.mark.parametrize(
    ("settings", "agent"),
    [({"model": "m"}, "llm"), ({"model": "m", "agent": "replay"}, "replay"), ({}, "reference")],
)
def test_a_model_is_for_the_agent_llm(settings: dict[str, Any], agent: str) -> None:
    assert resolve(None, {"task": "toy", **settings}).agent == agent


def test_a_run_of_another_agent_is_resumed_with_its_model() -> None:
    saved = resolve(None, {"task": "toy", "agent": "replay", "model": "m"})
    assert amend(saved, {"model": "m"}) == saved
