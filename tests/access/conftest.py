"""Runs on labelled data, invented."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from medgym_core.access import Tier
from medgym_core.journal import JournalWriter
from medgym_core.rollout import folder
from medgym_core.rollout.config import RunConfig
from medgym_core.trajectory import Episode
from medgym_core.verifier import Status

MakeEpisode = Callable[..., Episode]


@pytest.fixture
def record(tmp_path: Path) -> Callable[..., Path]:
    """Writes episodes as the run ``name``."""

    def write(episodes: Iterable[Episode], name: str = "run") -> Path:
        pinned = folder.Pinned(version="0.1.0", build="b" * 64, root=tmp_path / "build")
        manifest = folder.Manifest(core="0.1.0", families={"toy": pinned})
        folder.create(tmp_path / name, RunConfig(task=("toy",)), manifest)
        with JournalWriter(tmp_path / name) as writer:
            writer.append([(episode, {}) for episode in episodes])
        return tmp_path / name

    return write


@pytest.fixture
def run(record: Callable[..., Path], make_episode: MakeEpisode) -> Path:
    """Thirty episodes on credentialed data: 12 succeeded, 18 failed."""
    outcomes = [Status.SUCCESS] * 12 + [Status.FAIL] * 18
    made = (make_episode(n, status=one, tier=Tier.CREDENTIALED) for n, one in enumerate(outcomes))
    return record(
        episode.model_copy(update={"prompt": f"question {number}"}) for number, episode in enumerate(made)
    )


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A git checkout."""
    (tmp_path / "checkout" / ".git").mkdir(parents=True)
    return tmp_path / "checkout"
