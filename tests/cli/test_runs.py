from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from medgym_core.cli.main import main
from medgym_core.errors import ConfigError
from medgym_core.journal import JournalWriter
from medgym_core.report.shelf import runs_below
from medgym_core.rollout import folder
from medgym_core.rollout.config import RunConfig
from medgym_core.trajectory import Episode
from medgym_core.verifier import Status

MANIFEST = folder.Manifest(
    core="1", families={"toy": folder.Pinned(version="1", build="b" * 64, root=Path("/builds/toy"))}
)


def call(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["runs", *map(str, arguments)])


@pytest.fixture
def runs(tmp_path: Path, make_episode: Callable[..., Episode]) -> Path:
    """Two runs: an old one, below another folder, with a success of two; a new one, with nothing in it."""
    top = tmp_path / "runs"
    for name, agent, began in (("deep/old", "nop", 1_000_000_000), ("new", "llm", 1_100_000_000)):
        config = RunConfig(task=("toy",), agent=agent, tags={"by": name})
        folder.create(top / name, config, MANIFEST)
        os.utime(top / name / "manifest.json", (began, began))
    with JournalWriter(top / "deep" / "old") as writer:
        writer.append([(make_episode(0), {}), (make_episode(1, status=Status.FAIL), {})])
    return top


def listed(*arguments: object) -> list[str]:
    found = json.loads(call("list", *arguments, "--json").stdout)["runs"]
    return [Path(one["run"]).name for one in found]


def test_runs_are_listed_the_newest_first(runs: Path) -> None:
    new, old = runs_below(runs)
    assert (new.run, new.episodes, new.success_rate) == (runs / "new", 0, None)
    assert (old.run, old.episodes, old.success_rate) == (runs / "deep" / "old", 2, 0.5)


@pytest.mark.parametrize(
    ("asked", "names"),
    [
        ((), ["new", "old"]),
        (("--agent", "nop"), ["old"]),
        (("--tag", "by=new"), ["new"]),
        (("--tag", "by=new", "--agent", "nop"), []),
        (("--task", "other"), []),
        (("--task", "other,toy"), ["new", "old"]),
    ],
)
def test_runs_are_found(runs: Path, asked: tuple[str, ...], names: list[str]) -> None:
    assert listed(runs, *asked) == names


def test_a_table_shows_them(runs: Path) -> None:
    table = call("list", runs).stdout
    assert "50.0%" in table
    assert "by=deep/old" in table
    assert "no such run" in call("list", runs, "--agent", "x").stdout


def test_tags_are_added_and_taken_away(runs: Path) -> None:
    printed = json.loads(call("tag", runs / "new", "by=", "of=me", "--json").stdout)
    assert printed == {"schema": "medgym.runs.tag/1", "run": str(runs / "new"), "tags": {"of": "me"}}
    assert folder.load(runs / "new")[0].tags == {"of": "me"}


def test_a_run_is_deleted_whole_after_a_yes(runs: Path) -> None:
    assert CliRunner().invoke(main, ["runs", "delete", str(runs / "new")], input="n\n").exit_code == 1
    assert listed(runs) == ["new", "old"]
    assert call("delete", runs / "new", "--yes").exit_code == 0
    assert not (runs / "new").exists()


def test_what_is_no_run_is_not_deleted(runs: Path) -> None:
    refused = call("delete", runs / "new", runs / "deep", "--yes")
    assert (refused.exit_code, "not the folder of a run" in refused.stderr) == (2, True)
    assert listed(runs) == ["new", "old"]


def test_a_run_that_is_played_is_shown_so_and_not_deleted(runs: Path) -> None:
    assert not folder.driven(runs / "new")
    with folder.drive(runs / "new", print):
        assert folder.driven(runs / "new")
        assert "(playing)" in call("list", runs).stdout
        with pytest.raises(ConfigError, match="is driving"):
            folder.delete(runs / "new")


def test_a_record_of_an_unknown_form_hides_no_other_run(
    runs: Path, make_episode: Callable[..., Episode]
) -> None:
    with JournalWriter(runs / "new") as writer:
        writer.append([(make_episode(0).model_copy(update={"schema_version": 99}), {})])
    new, old = runs_below(runs)
    assert ("form 99" in new.error, old.error) == (True, "")
    assert "unreadable" in call("list", runs).stdout


def test_a_folder_that_there_is_not_is_refused(tmp_path: Path) -> None:
    refused = call("list", tmp_path / "none")
    assert (refused.exit_code, "there is no folder" in refused.stderr) == (2, True)


def test_a_damaged_configuration_hides_no_other_run(runs: Path) -> None:
    (runs / "new" / "config.json").write_text('{"task": [')
    result = call("list", runs)
    assert result.exit_code == 0
    assert "deep/old" in result.stdout
    assert "unreadable" in result.stdout
    assert f"{runs / 'new' / 'config.json'} is damaged" in result.stderr
    assert listed(runs, "--task", "toy") == ["old"]
