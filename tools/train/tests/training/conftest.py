"""A language model small enough for a CPU, with random weights and a tokenizer made on the spot."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from medgym_core.journal import JournalWriter
from medgym_core.trajectory import Episode
from medgym_core.verifier import Status
from medgym_testing import trainers
from medgym_testing.trainers import batches
from medgym_train.export import Options, export

from ..export.steps import said, step, submitted

__all__ = ["batches"]

trainers.alone()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    trainers.mark(items, Path(__file__).parent)


@pytest.fixture(scope="session")
def tokenizer() -> Any:
    """That of a model which has read the rules."""
    from examples.tiny_model import make_tokenizer, qwen_template
    from medgym_core.env import prompt

    return make_tokenizer([Path(prompt.__file__).read_text(), qwen_template()], qwen_template())


@pytest.fixture
def tiny(tokenizer: Any) -> Callable[..., Any]:
    """Makes a model of a class of Llama's kind, always with the same weights."""
    from examples.tiny_model import make_model

    return lambda kind=None: make_model(tokenizer, 16, kind)


@pytest.fixture
def exported(make_episode: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Path]:
    """Exports two tasks' episodes, right and wrong ones, in words and by tools; returns the folder."""
    from medgym_core import plugins
    from medgym_testing.base import FakeFamily

    monkeypatch.setattr(plugins, "family", lambda name: FakeFamily)

    def episodes(tasks: int) -> Iterator[Episode]:
        failed = step("1 / 0", "ZeroDivisionError: division by zero", ok=False)
        for index in range(tasks):
            for replica, (last, status) in enumerate((("7", Status.SUCCESS), ("8", Status.FAIL))):
                steps = (said("Hm."), failed, submitted(f"answer = {last}"))
                made = make_episode(index, replica, status, steps=steps)
                key = made.key.model_copy(update={"task": f"toy/train/{index}"})
                yield made.model_copy(update={"key": key, "actions": ("terminal", "code_execution")})

    def make(format: str, tasks: int = 2) -> Path:
        with JournalWriter(tmp_path / "run") as writer:
            writer.append([(episode, {}) for episode in episodes(tasks)])
        export([tmp_path / "run"], tmp_path / format, Options.model_validate({"format": format}))
        return tmp_path / format

    return make


@pytest.fixture
def settings(tmp_path: Path) -> dict[str, Any]:
    """What every trainer is given: two steps on the CPU, reporting to nobody."""
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
