"""Every command in a page exists with the options it is given; the cheap ones run."""

import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from medgym_core.cli.main import main
from tests.docs.pages import ROOT, blocks

CHEAP = (
    *("list", "info", "data status", "--help", "--version"),
    *("registry search", "registry info", "registry check", "registry build --out"),
)


def _lines() -> Iterator[str]:
    for block in blocks("sh"):
        yield from block.text.replace("\\\n", "").strip().splitlines()


LINES = sorted(set(_lines()))
COMMANDS = [line.removeprefix("medgym ") for line in LINES if line.startswith("medgym ")]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with what the pages speak of."""
    (tmp_path / "mimic-raw").mkdir()
    for name in ("run.yaml", "corporate.pem", "scores.jsonl"):
        (tmp_path / name).touch()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MEDGYM_HOME", str(tmp_path / "home"))
    return tmp_path


def parse(
    command: click.Command, name: str, arguments: list[str], parent: click.Context | None = None
) -> None:
    """Parse as the command line would, and run nothing."""
    context = command.make_context(name, arguments, parent)
    if isinstance(command, click.Group):
        rest = [*context._protected_args, *context.args]
        verb, found, arguments = command.resolve_command(context, rest)
        assert found is not None
        parse(found, str(verb), arguments, context)


@pytest.mark.parametrize("line", COMMANDS)
def test_commands_parse(line: str, folder: Path) -> None:
    parse(main, "medgym", shlex.split(line))


@pytest.mark.parametrize("line", [line for line in COMMANDS if line.startswith(CHEAP)])
def test_cheap_commands_run(line: str, folder: Path) -> None:
    result = CliRunner().invoke(main, shlex.split(line))
    assert result.exit_code == 0, result.output


def test_wrong_options_are_noticed(folder: Path) -> None:
    with pytest.raises(click.NoSuchOption):
        parse(main, "medgym", ["run", "--tasks", "npowerai"])


@pytest.mark.parametrize("line", [line for line in LINES if "python -m" in line])
def test_modules_exist(line: str) -> None:
    module = line.split("python -m ")[1].split()[0]
    assert (ROOT / module.replace(".", "/")).with_suffix(".py").is_file()


def test_no_other_commands() -> None:
    assert not [line for line in LINES if not line.startswith("medgym ") and "python -m" not in line]
