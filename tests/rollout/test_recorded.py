from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any

import pytest

from medgym_core import Episode, Run, Status, load_run, load_run_async, play, play_async, run, run_async
from medgym_core.errors import ConfigError
from medgym_core.rollout.recorded import COLUMNS
from medgym_testing.session import SessionFamily


@pytest.fixture
def family(monkeypatch: pytest.MonkeyPatch) -> SessionFamily:
    family = SessionFamily()
    monkeypatch.setattr("medgym_core.plugins.family", {family.name: family}.__getitem__)
    return family


@pytest.fixture
def settings(family: SessionFamily, tmp_path: Path) -> dict[str, Any]:
    return {"sandbox": "process", "home": tmp_path / "home", "out": tmp_path / "run", "limit": 2, "jobs": 1}


@pytest.fixture
def played(family: SessionFamily, settings: dict[str, Any]) -> Run:
    return run(family.name, **settings)


def test_a_run_is_played_and_opened_again(played: Run, tmp_path: Path) -> None:
    again = load_run(str(tmp_path / "run"))
    assert len(again) == len(played) == 2
    assert [episode.verdict.status for episode in again] == [Status.SUCCESS] * 2
    assert again.config == played.config


def test_an_episode_is_found_by_place_and_by_id(played: Run) -> None:
    first = next(iter(played))
    assert played.episode(0) == played.episode(first.key.id) == first
    with pytest.raises(ConfigError, match="no episode"):
        played.episode(2)


def test_its_table_has_a_row_an_episode(played: Run) -> None:
    table = played.table()
    assert table.column_names == ["family", *COLUMNS]
    assert table["task"].to_pylist() == sorted(episode.key.task for episode in played)
    assert table["reward"].to_pylist() == [1.0] * 2


def test_its_data_frame_is_grouped_as_any_other(played: Run, family: SessionFamily) -> None:
    means = played.frame().groupby("family").reward.mean()
    assert dict(means) == {family.name: 1.0}


@pytest.mark.parametrize(("module", "read"), [("pandas", Run.frame), ("pyarrow", Run.table)])
def test_what_a_table_needs_is_named(
    played: Run, monkeypatch: pytest.MonkeyPatch, module: str, read: Any
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(ConfigError, match=rf"{module}; run `(uv )?pip install"):
        read(played)


def test_a_setting_that_there_is_not_is_refused(settings: dict[str, Any], family: SessionFamily) -> None:
    with pytest.raises(ConfigError, match="no setting 'limits', did you mean 'limit'"):
        run(family.name, **settings, limits=2)


def test_a_folder_without_a_run_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="not the folder of a run"):
        load_run(tmp_path)


def test_an_episode_is_played_by_its_task(family: SessionFamily, tmp_path: Path) -> None:
    episode = play(f"{family.name}/test/0", sandbox="process", home=tmp_path)
    assert (episode.key.task, episode.verdict.reward) == (f"{family.name}/test/0", 1.0)


@pytest.mark.parametrize("task", ["npowerai", "npowerai/test", "npowerai/test/x", "a/b/1/2"])
def test_what_is_no_id_is_refused(task: str) -> None:
    with pytest.raises(ConfigError, match="not the id of a task"):
        play(task)


def test_both_can_be_awaited(family: SessionFamily, settings: dict[str, Any]) -> None:
    async def both() -> tuple[Run, Episode]:
        task = f"{family.name}/test/0"
        played = await run_async(family.name, **settings)
        assert await load_run_async(played.folder) is not played
        return played, await play_async(task, sandbox="process", home=settings["home"])

    played, episode = asyncio.run(both())
    assert (len(played), episode.verdict.reward) == (2, 1.0)
