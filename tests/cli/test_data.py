"""`medgym data build` says what it built and what it found in the raw data."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from medgym_core import plugins
from medgym_core.cli.main import main
from tests.fakes.session import SessionFamily

ROW = {
    "task_type": "Paired t-test",
    "task_id": 3,
    "estimate_target": "size",
    "question": "It lowers lipids by 16.7 units with a standard deviation of 38. What sample size has 80% of "
    "power in a lower one-sided test at the significance level of 0.05?",
    "answer": 42,
}


def call(*arguments: object) -> str:
    result = CliRunner().invoke(main, ["data", "build", *map(str, arguments)])
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.fixture
def arguments(tmp_path: Path) -> list[object]:
    (tmp_path / "test_tasks.jsonl").write_text(json.dumps(ROW))
    return ["npowerai", "--source", tmp_path / "test_tasks.jsonl", "--home", tmp_path / "home"]


def test_the_familys_report_is_printed(arguments: list[object]) -> None:
    first, second = call(*arguments), call(*arguments)
    assert "npowerai 0.1.0 is built in " in first
    assert "test_tasks.jsonl:1: published 42, computed 34" in first
    assert first == second


def test_the_familys_report_is_in_the_json(arguments: list[object]) -> None:
    built = json.loads(call(*arguments, "--json"))
    assert built["source"]["kind"] == "user"
    assert built["report"].startswith("1 rows: 0 agree")


def test_a_family_without_a_report_prints_its_folder_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plugins, "family", lambda name: SessionFamily())
    assert len(call("fake-session", "--home", tmp_path).splitlines()) == 1
