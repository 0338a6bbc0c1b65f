"""Runs to export, written by hand into a journal."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from medgym_core import plugins
from medgym_core.trajectory import Episode, Step
from medgym_testing.base import FakeFamily
from medgym_train.export import Manifest, Options, export

from .steps import submitted

MakeEpisode = Callable[..., Episode]
Row = dict[str, Any]


@pytest.fixture
def families(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every family is the fake one: of its splits, only ``test`` is held out."""
    monkeypatch.setattr(plugins, "family", lambda name: FakeFamily)


@pytest.fixture
def played(make_episode: MakeEpisode) -> MakeEpisode:
    """Makes an episode of a training split with these steps; ``key`` and ``provenance`` change fields."""

    def make(
        *steps: Step, split: str = "train", key: Any = None, provenance: Any = None, **more: Any
    ) -> Episode:
        episode = make_episode(steps=steps or (submitted(),), **more)
        task = episode.key.task.replace("/test/", f"/{split}/")
        return episode.model_copy(
            update={
                "key": episode.key.model_copy(update={"task": task, **(key or {})}),
                "provenance": episode.provenance.model_copy(update=provenance or {}),
                "actions": ("terminal", "code_execution"),
            }
        )

    return make


@pytest.fixture
def exported(
    tmp_path: Path, write_run: Callable[..., Path], families: None
) -> Callable[..., tuple[Path, Manifest]]:
    """Exports episodes; returns the folder and the manifest."""

    def make(format: str, *episodes: Episode, **options: Any) -> tuple[Path, Manifest]:
        out = tmp_path / "out"
        return out, export([write_run(*episodes)], out, Options(format=format, **options))

    return make


@pytest.fixture
def rows_of(exported: Callable[..., tuple[Path, Manifest]]) -> Callable[..., list[Row]]:
    """Exports episodes as JSON lines; returns the rows."""

    def make(format: str, *episodes: Episode, **options: Any) -> list[Row]:
        out, _ = exported(format, *episodes, **options)
        return [json.loads(line) for line in (out / "rows-00000.jsonl").read_text().splitlines()]

    return make
