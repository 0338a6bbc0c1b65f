"""`medgym run` from flags to folder, with a family whose episodes need no box."""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from medgym_core import plugins
from medgym_core.cli import waiting
from medgym_core.env.choose import Choice
from medgym_core.errors.advice import install
from medgym_core.family import TaskFamily
from medgym_core.journal import Journal
from medgym_core.rollout import preparation, progress, worker

from .toy import Toy
from .toy import call as call


def test_a_run_is_played_reported_and_recorded(call: Callable[..., Result], tmp_path: Path) -> None:
    result = call("run", "--task", "toy", "--out", "run")
    assert result.exit_code == 0, result.output
    assert "sandbox fake: guarantees nothing" in result.stderr
    assert "3/3 episodes" in result.stderr
    assert "100.0%" in result.stdout
    assert f"recorded in {tmp_path / 'run'}" in result.stdout
    assert len(list(Journal(tmp_path / "run").episodes())) == 3


def test_a_run_gives_a_sign_of_life_while_no_episode_ends(
    call: Callable[..., Result], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "LINE_EVERY_S", 0.2)
    result = call("run", "--task", "toy", "--agent", "reference", "--option", "sleep_s=1", "--jobs", 3)
    assert "\n0/3 episodes, 3 in play, 0 s\n" in result.stderr


def test_a_retry_is_reported_with_its_reason(
    call: Callable[..., Result], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "RETRY_PAUSE_S", 0.0)
    failing = ("--agent", "reference", "--option", "status=infra_error", "--retries", 1)
    result = call("run", "--task", "toy", "--limit", 1, *failing)
    assert "infra_error: no \\x1b[2J engine; toy/test/0, retry 1 of 1 in 0 s\n" in result.stderr


def test_a_run_says_that_it_loads_families(
    call: Callable[..., Result], monkeypatch: pytest.MonkeyPatch
) -> None:
    def load(name: str) -> TaskFamily:
        time.sleep(0.5)
        return Toy()

    monkeypatch.setattr(waiting, "FIRST_AFTER_S", 0.1)
    monkeypatch.setattr(plugins, "family", load)
    assert "loading families (0 s)\n" in call("run", "--task", "toy").stderr


def test_json_is_alone_on_standard_output(call: Callable[..., Result]) -> None:
    report = json.loads(call("run", "--task", "toy", "--limit", 2, "--samples", 2, "--json").stdout)
    assert (report["episodes"], report["missing"], report["tasks"]) == (4, 0, 2)
    assert Path(report["run"]).parent.name == "runs"
    assert report["run"].endswith("-toy")


def test_a_key_is_never_written_down(call: Callable[..., Result], tmp_path: Path) -> None:
    assert call("run", "--task", "toy", "--out", "run", "--api-key", "sk-secret").exit_code == 0
    files = [path.read_bytes() for path in (tmp_path / "run").rglob("*") if path.is_file()]
    assert not any(b"sk-secret" in data for data in files)


def test_a_finished_run_says_so(call: Callable[..., Result]) -> None:
    call("run", "--task", "toy", "--out", "run")
    result = call("run", "--resume", "run")
    assert result.exit_code == 0
    assert "finished already; nothing was played" in result.stdout


def test_splits_without_a_task_are_refused_before_anything_is_recorded(
    call: Callable[..., Result], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(Toy, "size", lambda *_: 0)
    result = call("run", "--task", "toy", "--out", "run")
    assert result.exit_code == 2
    assert "the chosen splits hold no task of this build" in result.stderr
    assert not (tmp_path / "run").exists()


def test_errors_are_counted_and_the_way_on_is_reported(call: Callable[..., Result], tmp_path: Path) -> None:
    result = call(
        "run", "--task", "toy", "--out", "run", "--agent", "reference", "--option", "status=agent_error"
    )
    assert "3 agent_error" in result.stdout
    assert (
        f"3 episodes have no reward; play them with: medgym run --resume {tmp_path / 'run'}" in result.stdout
    )


def test_one_error_is_reported_in_the_singular(call: Callable[..., Result], tmp_path: Path) -> None:
    failing = ("--agent", "reference", "--option", "status=agent_error")
    result = call("run", "--task", "toy", "--limit", 1, "--out", "run", *failing)
    assert f"\n1 episode has no reward; play it with: medgym run --resume {tmp_path / 'run'}" in result.stdout


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_while_data_is_built_says_that_nothing_is_recorded(
    call: Callable[..., Result], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, number: signal.Signals
) -> None:
    monkeypatch.setattr(preparation, "ensure_build", lambda *_: os.kill(os.getpid(), number))
    result = call("run", "--task", "toy", "--out", "run")
    assert result.exit_code == 128 + number
    assert result.stderr.endswith("interrupted: nothing was recorded yet; run the same command again\n")
    assert not (tmp_path / "run").exists()


def test_the_tasks_without_a_success_are_played_again(call: Callable[..., Result], tmp_path: Path) -> None:
    failing = (
        "--limit",
        2,
        "--scale",
        7,
        "--data-seed",
        5,
        "--agent",
        "reference",
        "--option",
        "status=fail",
        "--out",
        "first",
    )
    call("run", "--task", "toy", "--split", "train", *failing)
    again = call("run", "--failed-of", "first", "--out", "again", "--json")
    config = json.loads((tmp_path / "again" / "config.json").read_text())
    assert (config["task"], config["split"]) == (["toy"], ["train"])
    assert (config["scale"], config["data_seed"]) == (7, 5)
    assert config["tasks"] == ["toy/train/0", "toy/train/1"]
    assert again.exit_code == 0, again.output


def test_a_run_without_failures_leaves_nothing_to_play(call: Callable[..., Result]) -> None:
    call("run", "--task", "toy", "--limit", 1, "--out", "first")
    result = call("run", "--failed-of", "first")
    assert result.exit_code == 2
    assert "no task of first was played without a success" in result.output


def test_tags_are_recorded(call: Callable[..., Result], tmp_path: Path) -> None:
    call("run", "--task", "toy", "--out", "run", "--tag", "who=me", "--tag", "why=a first look")
    config = json.loads((tmp_path / "run" / "config.json").read_text())
    assert config["tags"] == {"who": "me", "why": "a first look"}


def test_resume_refuses_another_experiment_but_not_another_pace(call: Callable[..., Result]) -> None:
    call("run", "--task", "toy", "--out", "run", "--limit", 1)
    refused = call("run", "--resume", "run", "--limit", 2)
    assert refused.exit_code == 2
    assert "started with limit = 1, not 2" in refused.stderr
    assert call("run", "--resume", "run", "--jobs", 1).exit_code == 0


def test_resume_refuses_a_family_that_has_changed(
    call: Callable[..., Result], monkeypatch: pytest.MonkeyPatch
) -> None:
    call("run", "--task", "toy", "--out", "run")
    monkeypatch.setattr(Toy, "version", "0.2.0")
    refused = call("run", "--resume", "run")
    assert refused.exit_code == 2
    assert "this run used toy 0.1.0" in refused.stderr


def test_a_split_that_is_not_there_names_those_that_are(call: Callable[..., Result]) -> None:
    refused = call("run", "--task", "toy", "--split", "tset")
    assert refused.exit_code == 2
    assert "toy has no split 'tset'; it has: test, train" in refused.stderr


def test_a_file_configures_and_flags_win(call: Callable[..., Result], tmp_path: Path) -> None:
    (tmp_path / "run.toml").write_text('task = "toy"\nsplit = "train"\nlimit = 5\n')
    report = json.loads(call("run", "--config", "run.toml", "--limit", 4, "--json").stdout)
    assert report["episodes"] == 4


def test_a_run_is_not_overwritten(call: Callable[..., Result]) -> None:
    call("run", "--task", "toy", "--out", "run")
    assert "holds a run already" in call("run", "--task", "toy", "--out", "run").stderr


def test_a_user_s_own_data_has_the_tier_of_what_was_published(
    call: Callable[..., Result], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[bool] = []

    def choose(*_: object, isolated: bool, **__: object) -> Choice:
        asked.append(isolated)
        return Choice("fake", "")

    monkeypatch.setattr(preparation, "choose", choose)
    (tmp_path / "copy.csv").write_text("a,b\n")
    assert call("run", "--task", "toy", "--source", "toy=copy.csv", "--out", "own").exit_code == 0
    assert call("run", "--task", "toy", "--out", "synthetic").exit_code == 0
    assert asked == [True, False]


def test_synthetic_data_is_as_large_as_asked(call: Callable[..., Result], tmp_path: Path) -> None:
    (tmp_path / "copy.csv").write_text("a,b\n")
    for more in ((), ("--scale", 2)):
        assert call("run", "--task", "toy", "--out", f"run{len(more)}", *more).exit_code == 0
    built = json.loads(call("data", "status", "--json").stdout)["builds"]
    sources = sorted((build["source"]["kind"], build["source"]["scale"] or 0) for build in built)
    assert sources == [("synthetic", 0), ("synthetic", 2)]
    beside = call("run", "--task", "toy", "--out", "run4", "--scale", 2, "--source", "toy=copy.csv")
    assert beside.exit_code == 2
    assert "--scale is about synthetic data" in beside.stderr


def test_another_seed_of_data_gives_another_build(call: Callable[..., Result]) -> None:
    for number, more in enumerate(((), ("--data-seed", 3), ("--data-seed", 3, "--seed", 4))):
        assert call("run", "--task", "toy", "--out", f"run{number}", *more).exit_code == 0
    built = json.loads(call("data", "status", "--json").stdout)["builds"]
    assert sorted(build["source"]["seed"] for build in built) == [0, 3]


def test_a_run_on_labelled_data_is_not_recorded_in_a_checkout(
    call: Callable[..., Result], tmp_path: Path
) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "copy.csv").write_text("a,b\n")
    home = tmp_path.parent / f"{tmp_path.name}-home"
    refused = call("run", "--task", "toy", "--source", "toy=copy.csv", "--home", home)
    assert "credentialed data is not kept where it could be committed; choose another --out" in refused.stderr
    assert not (tmp_path / "runs").exists()


def test_only_the_owner_enters_a_run_on_labelled_data(call: Callable[..., Result], tmp_path: Path) -> None:
    (tmp_path / "copy.csv").write_text("a,b\n")
    assert call("run", "--task", "toy", "--source", "toy=copy.csv", "--out", "own").exit_code == 0
    assert (tmp_path / "own").stat().st_mode & 0o077 == 0


def test_ray_that_is_not_installed_says_how_to_get_it(
    call: Callable[..., Result], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    refused = call("run", "--task", "toy", "--backend", "ray")
    assert refused.exit_code == 2
    assert install("medgym-core[ray]") in refused.stderr
    assert not Path("runs").exists()


def test_built_data_is_listed(call: Callable[..., Result]) -> None:
    built = json.loads(call("data", "build", "toy", "--seed", 4, "--json").stdout)
    assert built["source"]["seed"] == 4
    (listed,) = json.loads(call("data", "status", "--json").stdout)["builds"]
    built.pop("schema")
    assert built == {**{name: listed[name] for name in built if name != "report"}, "report": None}
    assert "synthetic, seed 4" in call("data", "status").stdout
