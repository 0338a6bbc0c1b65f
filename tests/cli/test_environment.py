"""`.env`, `--log-level` and completion, of the whole command line."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click
import pytest
from click.shell_completion import ShellComplete
from click.testing import CliRunner, Result

from medgym_core import plugins
from medgym_core.cli.main import main
from medgym_core.errors.advice import install
from medgym_core.hookspecs import Verb


def call(*arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments))


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(os, "environ", os.environ.copy())
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path


def test_a_file_of_variables_sets_what_is_not_set(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (place / ".env").write_text("MEDGYM_DATA_STATUS_AS_JSON=1\nMEDGYM_HOME=/elsewhere\n")
    monkeypatch.setenv("MEDGYM_HOME", str(place))
    result = call("data", "status")
    assert '"schema": "medgym.data.status/1"' in result.stdout, result.output
    assert os.environ["MEDGYM_HOME"] == str(place)


def test_a_line_that_is_none_is_refused_by_number(place: Path) -> None:
    (place / ".env").write_text("A=1\n???\n")
    result = call("list")
    assert (result.exit_code, result.stderr) == (
        2,
        f"Error: {place}/.env, line 2: not of the form NAME=VALUE; fix that line\n",
    )


def test_without_the_library_the_file_is_left_alone(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (place / ".env").write_text("MEDGYM_DATA_STATUS_AS_JSON=1\n")
    monkeypatch.setitem(sys.modules, "dotenv", None)
    result = call("data", "status", "--home", str(place))
    assert result.exit_code == 0
    assert "schema" not in result.stdout
    assert result.stderr.startswith(f"{place}/.env is not read: {install('medgym-core[dotenv]')}\n")


def test_messages_are_shown_by_level(monkeypatch: pytest.MonkeyPatch) -> None:
    import logging

    @click.command("speak")
    def speak() -> None:
        for name in ("medgym_core.agent", "openai"):
            logging.getLogger(name).info("of %s", name)

    monkeypatch.setattr(plugins, "command", lambda name: Verb("", ""))
    monkeypatch.setattr(Verb, "load", lambda self: speak)
    assert call("speak", "--log-level", "info").stderr == "info medgym_core.agent: of medgym_core.agent\n"
    assert call("speak").stderr == ""
    assert call("speak", "--log-level", "loud").exit_code == 2


@pytest.mark.parametrize("name", sorted(plugins.commands()))
def test_every_verb_takes_a_level(name: str) -> None:
    context = click.Context(main)
    command: click.Command = main
    for part in name.split("."):
        assert isinstance(command, click.Group)
        found = command.get_command(context, part)
        assert found is not None
        command = found
    for leaf in command.commands.values() if isinstance(command, click.Group) else [command]:
        assert [p.name for p in leaf.params].count("log_level") == 1


@pytest.mark.parametrize(
    ("typed", "begun", "completed"),
    [
        ("run --task", "npow", "npowerai"),
        ("run --task", "mimic,npow", "mimic,npowerai"),
        ("run --task npowerai --split", "tra", "train"),
        ("run --agent", "ref", "reference"),
        ("run --sandbox", "bub", "bubblewrap"),
        ("run --log", "tens", "tensorboard"),
        ("run --endpoint", "lo", "local"),
        ("run --preset", "qu", "quick"),
        ("info", "npow", "npowerai"),
        ("report", "runs/fi", "runs/first"),
        ("run --resume", "runs/fi", "runs/first"),
    ],
)
def test_names_are_completed(place: Path, typed: str, begun: str, completed: str) -> None:
    (place / "runs" / "first").mkdir(parents=True)
    (place / "runs" / "first" / "config.json").touch()
    text = '[endpoints.local]\nbase_url = "http://127.0.0.1/v1"\n[presets.quick]\nlimit = 1\n'
    (place / "medgym.toml").write_text(text)
    found = ShellComplete(main, {}, "medgym", "_MEDGYM_COMPLETE").get_completions(typed.split(), begun)
    assert completed in [item.value for item in found]


def test_a_broken_file_completes_nothing(place: Path) -> None:
    (place / "medgym.toml").write_text("[")
    shell = ShellComplete(main, {}, "medgym", "_MEDGYM_COMPLETE")
    assert shell.get_completions(["run", "--endpoint"], "") == []


def test_neighbours_short_flags_work() -> None:
    found = {o: p.name for p in plugins.command("run").load().params for o in p.opts}
    assert (found["-m"], found["-n"], found["-j"]) == ("model", "limit", "jobs")
