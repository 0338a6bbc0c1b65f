from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from medgym_core import Episode, Status, Tier, plugins
from medgym_core.journal import JournalWriter
from medgym_core.rollout import folder
from medgym_core.rollout.config import RunConfig
from medgym_testing.base import FakeFamily
from medgym_testing.fixtures import make_episode

from .hub import TOKEN, Hub, serving

__all__ = ["make_episode"]


@pytest.fixture
def hub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hub]:
    """A hub, its account logged in, and nothing of this machine's cache."""
    monkeypatch.setenv("HF_TOKEN", TOKEN)
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", False)
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_DISABLE_XET", True)
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr("huggingface_hub.utils._http.time.sleep", lambda _: None)
    with serving() as hub:
        monkeypatch.setenv("HF_ENDPOINT", hub.url)
        yield hub


@pytest.fixture
def run_of(
    tmp_path: Path, make_episode: Callable[..., Episode], monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Path]:
    """A run of three episodes of the fake family, on data of a tier."""
    monkeypatch.setattr(plugins, "family", lambda name: FakeFamily)

    def make(name: str = "first", tier: Tier = Tier.SYNTHETIC, episodes: int = 3) -> Path:
        run = tmp_path / name
        config = RunConfig(task=("toy",), home=tmp_path / "private-home")
        pinned = folder.Pinned(version="0.1.0", build="b" * 64, root=tmp_path / "private-home" / "b")
        folder.create(run, config, folder.Manifest(core="0.2.0", families={"toy": pinned}))
        with JournalWriter(run) as writer:
            for index in range(episodes):
                status = Status.FAIL if index == 1 else Status.SUCCESS
                episode = make_episode(index, status=status, tier=tier)
                writer.append([(episode, {"ab" * 32: b"graded"})])
        (run / "tracked.json").write_text("{}")
        return run

    return make
