from pathlib import Path

import pytest

from medgym_prove.adversarial import corpus

from ..dynamic import played
from .armed import attack


@pytest.fixture(autouse=True)
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    played.few(monkeypatch)
    monkeypatch.setattr(corpus, "TASKS", 2)
    monkeypatch.setattr(corpus, "TRIED", 1)


@pytest.fixture
def armed(plugin: Path) -> Path:
    """A copy of the good plugin with an attack of its author."""
    attack(plugin)
    return plugin
