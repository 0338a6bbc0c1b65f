"""One folder of builds for every verb and every way in from Python."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import click
import pytest

from medgym_core.agent import AgentConfig
from medgym_core.cli.main import main
from medgym_core.files import default_home
from medgym_core.rollout.config import RunConfig
from medgym_sandbox.spec import BoxSpec
from medgym_testing.program import ProgramFamily

WAYS: dict[str, Callable[[], Path]] = {
    "function": default_home,
    "agent": lambda: AgentConfig().home,
    "run": lambda: RunConfig(task=("toy",)).home,
    "box": lambda: BoxSpec(environment=ProgramFamily.environment).home,
}


@pytest.mark.parametrize("way", WAYS)
def test_the_environment_names_the_folder(way: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("MEDGYM_HOME", str(tmp_path))
    assert WAYS[way]() == tmp_path


@pytest.mark.parametrize("way", WAYS)
def test_without_it_the_folder_is_in_the_user_s(
    way: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("MEDGYM_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert WAYS[way]() == tmp_path / ".medgym"


def homes(command: click.Command = main, name: str = "") -> Iterator[tuple[str, click.Parameter]]:
    """Every verb that takes a folder of builds, and its option."""
    if not isinstance(command, click.Group):
        yield from ((name, parameter) for parameter in command.params if parameter.name == "home")
        return
    for verb in command.list_commands(click.Context(command)):
        found = command.get_command(click.Context(command), verb)
        assert found is not None
        yield from homes(found, f"{name} {verb}".strip())


HOMES = dict(homes())


@pytest.mark.parametrize("verb", HOMES)
def test_every_verb_takes_it_from_the_environment(
    verb: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("MEDGYM_HOME", str(tmp_path))
    context = click.Context(click.Command(verb), auto_envvar_prefix="MEDGYM_VERB")
    value, _ = HOMES[verb].consume_value(context, {})
    assert value is None or Path(value) == tmp_path  # none: the configuration takes it, as above
