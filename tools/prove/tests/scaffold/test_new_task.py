"""``medgym new-task``: flags, a file, a wizard."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from medgym_core.cli.main import main
from medgym_prove.cli import new_task


def call(*arguments: object, typed: str = "") -> Result:
    return CliRunner().invoke(main, ["new-task", *map(str, arguments)], input=typed)


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(new_task, "_asks", lambda: True)


def test_flags_win_over_the_file_and_the_next_commands_are_printed(tmp_path: Path) -> None:
    (tmp_path / "answers.json").write_text(json.dumps({"name": "toy", "kind": "table", "author": "Ada"}))
    result = call("--answers", tmp_path / "answers.json", "--kind", "state", "--out", tmp_path)
    assert result.exit_code == 0, result.output
    assert (tmp_path / "toy" / "medgym_plugin_toy" / "service.py").is_file()
    assert f"medgym validate {tmp_path / 'toy'} --level 3" in result.output.splitlines()[-1]


def test_json_holds_the_folder_and_the_settings(tmp_path: Path) -> None:
    result = json.loads(call("--name", "toy", "--out", tmp_path, "--json").stdout)
    assert (result["folder"], result["kind"], len(result["next"])) == (str(tmp_path / "toy"), "value", 3)


def test_without_a_terminal_what_is_missing_is_refused(tmp_path: Path) -> None:
    result = call("--out", tmp_path)
    assert result.exit_code == 2
    assert "name is missing" in result.output
    assert not list(tmp_path.iterdir())


@pytest.mark.usefixtures("terminal")
def test_the_wizard_asks_again_until_an_answer_holds(tmp_path: Path) -> None:
    typed = "\n".join(["Toy Family", "mimic", "toy", "", "tabel", "table", "open", "", "Ada"]) + "\n"
    result = call("--out", tmp_path, "--json", typed=typed)
    assert result.exit_code == 0, result.output
    assert "taken by medgym-plugin-mimic" in result.output
    assert "did you mean 'table'" in result.output
    family = (tmp_path / "toy" / "medgym_plugin_toy" / "family.py").read_text()
    assert "Tier.OPEN" in family
    assert 'title: ClassVar[str] = "Toy"' in family


@pytest.mark.usefixtures("terminal")
def test_the_wizard_does_not_ask_what_is_given(tmp_path: Path) -> None:
    flags = ["--name", "toy", "--title", "T1", "--kind", "value", "--tier", "open", "--licence", "MIT"]
    result = call(*flags, "--out", tmp_path, typed="Ada\n")
    assert result.exit_code == 0, result.output
    assert [question for question in new_task.QUESTIONS.values() if question in result.output] == ["Author"]
