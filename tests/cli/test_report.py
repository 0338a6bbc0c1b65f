from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from medgym_core import plugins
from medgym_core.cli.main import main
from medgym_core.errors.advice import install
from medgym_core.journal import JournalWriter
from medgym_core.rollout import folder
from medgym_core.rollout.config import RunConfig
from medgym_core.trajectory import Episode
from medgym_core.verifier import Status


def call(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["report", *map(str, arguments)])


@pytest.fixture
def run(tmp_path: Path, make_episode: Callable[..., Episode]) -> Path:
    episodes = [make_episode(0), make_episode(0, 1, status=Status.FAIL)]
    with JournalWriter(tmp_path / "run") as writer:
        writer.append([(episode, {}) for episode in episodes])
    return tmp_path / "run"


def test_one_run_is_a_list_of_one(run: Path) -> None:
    (found,) = json.loads(call(run, "--json").stdout)["runs"]
    assert [point["value"] for point in found["curves"]["pass_at_k"]] == [0.5, 1]
    assert found["failures"] == {"wrong_answer": 1}
    assert found["run"] == str(run)


def test_several_runs_are_a_list(run: Path) -> None:
    found = json.loads(call(run, run, "--json").stdout)
    assert [one["episodes"] for one in found["runs"]] == [2, 2]
    assert found["differences"] == []


def test_scores_of_a_file_are_used(run: Path, tmp_path: Path, make_episode: Callable[..., Episode]) -> None:
    ids = [make_episode(0, replica).id for replica in (0, 1)]
    lines = [json.dumps({"episode": id, "score": score}) for id, score in zip(ids, (0.9, 0.1), strict=True)]
    (tmp_path / "scores.jsonl").write_text("\n".join(lines))
    (found,) = json.loads(call(run, "--scores", tmp_path / "scores.jsonl", "--json").stdout)["runs"]
    assert [point["value"] for point in found["curves"]["best_at_k"]] == [0.5, 1]
    assert "best@k" in call(run, "--scores", tmp_path / "scores.jsonl").stdout


def test_sections_are_chosen(run: Path) -> None:
    assert "USD a success" not in call(run, "--show", "success,failures").stdout
    refused = call(run, "--show", "nothing")
    assert refused.exit_code == 2
    assert "no section 'nothing'" in refused.stderr


def test_what_a_run_lacks_is_reported_beside_its_figures(run: Path) -> None:
    pinned = folder.Pinned(version="1", build="b" * 64, root=run, tasks=9)
    (run / "manifest.json").write_text(folder.Manifest(core="1", families={"toy": pinned}).model_dump_json())
    (run / "config.json").write_text(RunConfig(task=("toy",), samples=2).model_dump_json())
    message = f"16 of 18 planned episodes have no record in {run}; `medgym run --resume {run}` goes on"
    for asked in ((run,), (run, run)):
        result = call(*asked, "--json")
        assert message in result.stderr
        assert {one["unrecorded"] for one in json.loads(result.stdout)["runs"]} == {16}
    assert call(run, run).stderr == f"{message}\n"


def test_comparing_is_advised_where_tasks_are_shared(
    run: Path, tmp_path: Path, make_episode: Callable[..., Episode]
) -> None:
    for name, tasks in (("other", [1]), ("both", [0, 1])):
        with JournalWriter(tmp_path / name) as writer:
            writer.append([(make_episode(task), {}) for task in tasks])
    apart, shared = call(run, tmp_path / "other"), call(run, tmp_path / "both")
    assert "not comparable" in apart.stdout
    assert "medgym compare" not in apart.stdout
    assert "`medgym compare` takes the tasks that two runs share" in shared.stdout


def test_at_least_one_run_is_needed() -> None:
    assert call().exit_code == 2


def test_a_page_needs_the_distribution_that_makes_it(
    run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plugins, "_points", tuple)
    result = call(run, "--html", tmp_path / "report.html")
    assert (result.exit_code, result.stderr.count(f"run `{install('medgym-view')}`")) == (2, 1)
    assert call(run).exit_code == 0
