from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from medgym_core.cli.main import main
from medgym_core.journal import JournalWriter
from medgym_core.rollout import folder
from medgym_core.rollout.config import RunConfig
from medgym_core.trajectory import Episode
from medgym_core.verifier import Status


def call(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["compare", *map(str, arguments)])


@pytest.fixture
def write(tmp_path: Path, make_episode: Callable[..., Episode]) -> Callable[..., Path]:
    """Writes a run of one sample a task: + success, - failure."""

    def run(name: str, outcomes: str, build: str = "b" * 64, **settings: object) -> Path:
        pinned = folder.Pinned(version="0.1.0", build=build, root=tmp_path)
        manifest = folder.Manifest(core="0.1.0", families={"toy": pinned})
        folder.create(tmp_path / name, RunConfig(task=("toy",), **settings), manifest)
        statuses = {"+": Status.SUCCESS, "-": Status.FAIL}
        episodes = [make_episode(n, status=statuses[c], build=build) for n, c in enumerate(outcomes)]
        with JournalWriter(tmp_path / name) as writer:
            writer.append([(episode, {}) for episode in episodes])
        return tmp_path / name

    return run


def test_two_runs_are_compared(write: Callable[..., Path]) -> None:
    first, second = write("a", "--+-"), write("b", "+++--")
    found = json.loads(call(first, second, "--json").stdout)
    assert (found["tasks"], found["better"], found["worse"], found["equal"]) == (4, 2, 0, 2)
    assert (found["difference"], found["only_second"], found["p_value"]) == (0.5, 1, 0.5)
    text = call(first, second).stdout
    assert "+50.0" in text
    assert "4 tasks that both runs hold; 0 only the first holds, 1 only the second" in text


@pytest.mark.parametrize("settings", [{"build": "c" * 64}, {"steps": 3}, {"max_repeats": 9}])
def test_what_cannot_be_compared_is_refused_or_shown(
    write: Callable[..., Path], settings: dict[str, object]
) -> None:
    first, second = write("a", "-+"), write("b", "++", **settings)
    refused = call(first, second)
    assert refused.exit_code == 2
    assert "these runs are not comparable" in refused.stderr
    assert "not the same: " in call(first, second, "--despite-differences").stdout


def test_what_is_no_run_is_refused(write: Callable[..., Path], tmp_path: Path) -> None:
    assert "not the folder of a run" in call(write("a", "+"), tmp_path / "none").stderr


def test_damage_and_the_way_on_are_reported(write: Callable[..., Path]) -> None:
    first, second = write("a", "--+-"), write("b", "+++--")
    segment = first / "journal" / "seg-000001.mgj"
    data = bytearray(segment.read_bytes())
    data[60] ^= 1
    segment.write_bytes(data)
    result = call(first, second, "--json")
    assert "the journal is damaged in seg-000001.mgj at byte 8" in result.stderr
    assert f"`medgym run --resume {first}` plays it again" in result.stderr
    assert json.loads(result.stdout)["remarks"] == result.stderr.splitlines()
