from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from medgym_core.cli.main import main
from medgym_core.journal import JournalWriter
from medgym_core.plugins import Installed
from medgym_core.trajectory import Episode
from medgym_core.verifier import Status
from medgym_testing.installation import pretend_installed


def call(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


@pytest.fixture
def run(tmp_path: Path, make_episode: Callable[..., Episode]) -> Path:
    episodes = [make_episode(0), make_episode(1, status=Status.FAIL, category="mean")]
    with JournalWriter(tmp_path / "run") as writer:
        writer.append([(episode, {}) for episode in episodes])
    return tmp_path / "run"


def test_report_as_json_has_the_promised_keys(run: Path) -> None:
    (report,) = json.loads(call("report", run, "--json").stdout)["runs"]
    keys = {"success_rate", "episodes", "statuses"}
    assert keys | {"families"} <= report.keys()
    assert keys | {"categories"} <= report["families"]["toy"].keys()
    assert keys <= report["families"]["toy"]["categories"]["mean"].keys()
    assert (report["success_rate"], report["statuses"]) == (0.5, {"fail": 1, "success": 1})


def test_report_as_table(run: Path) -> None:
    assert "50.0%" in call("report", run).stdout


def test_report_warns_of_damage_and_goes_on(run: Path) -> None:
    segment = run / "journal" / "seg-000001.mgj"
    data = bytearray(segment.read_bytes())
    data[60] ^= 1
    segment.write_bytes(bytes(data))
    result = call("report", run, "--json")
    assert json.loads(result.stdout)["runs"][0]["episodes"] == 1
    assert "damaged in seg-000001.mgj" in result.stderr


def test_report_refuses_what_is_no_run(tmp_path: Path) -> None:
    result = call("report", tmp_path)
    assert result.exit_code == 2
    assert "not the folder of a run" in result.stderr


def test_show_finds_by_position_and_by_id(run: Path) -> None:
    first = json.loads(call("show", run, 0, "--json").stdout)
    assert first["key"]["task"] == "toy/test/0"
    assert f"episode {first['id']}" in call("show", run, first["id"][:8]).stdout


@pytest.mark.parametrize("episode", ["99", "zz", ""])
def test_show_refuses_what_is_not_there(run: Path, episode: str) -> None:
    result = call("show", run, episode)
    assert result.exit_code == 2
    assert "this run has no episode" in result.stderr


def test_list_imports_no_plugin_and_survives_a_broken_one(monkeypatch: pytest.MonkeyPatch) -> None:
    gone = [
        Installed("gone", "medgym_plugin_gone", "medgym-plugin-gone", "1"),
        Installed("two", "json", "first", "1"),
        Installed("two", "json", "second", "1"),
        Installed("npowerai", "json", "medgym-plugin-npowerai", "1"),
    ]
    pretend_installed(monkeypatch, *gone)
    rows = {row["name"]: row for row in json.loads(call("list", "--json").stdout)["families"]}
    assert "its folder is gone" in rows["gone"]["broken"]
    assert "several distributions" in rows["two"]["broken"]
    assert (rows["npowerai"]["broken"], rows["npowerai"]["splits"]["test"]) == ("", 240)
    assert "broken: " in call("list").stdout


def test_data_status_of_an_empty_home(tmp_path: Path) -> None:
    assert json.loads(call("data", "status", "--home", tmp_path, "--json").stdout)["builds"] == []


def test_run_needs_a_task() -> None:
    result = call("run")
    assert result.exit_code == 2
    assert "task is missing (--task" in result.stderr


def test_run_of_an_unknown_family_says_so() -> None:
    result = call("run", "--task", "no-such-family")
    assert result.exit_code == 2
    assert "no task family called 'no-such-family'" in result.stderr


@pytest.mark.parametrize("extra", [["--out", "x"], ["--config", __file__]])
def test_resume_takes_its_own_folder_and_configuration(run: Path, extra: list[str]) -> None:
    result = call("run", "--resume", run, *extra)
    assert result.exit_code == 2
    assert "leave --config and --out out" in result.stderr


@pytest.mark.parametrize(
    ("flag", "said"), [("--option", "not of the form NAME=VALUE"), ("--source", "write x=bare")]
)
def test_pairs_need_a_name(flag: str, said: str) -> None:
    assert said in call("run", "--task", "x", flag, "bare").stderr
