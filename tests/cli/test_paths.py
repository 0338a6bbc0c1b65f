"""An empty name of a file or folder is refused by every verb."""

from __future__ import annotations

from collections.abc import Iterator

import click
import pytest

from medgym_core.cli.main import main
from medgym_core.cli.paths import FOLDER, PATH, Named


def parameters(command: click.Command = main) -> Iterator[click.Parameter]:
    yield from command.params
    if isinstance(command, click.Group):
        for verb in command.list_commands(click.Context(command)):
            found = command.get_command(click.Context(command), verb)
            assert found is not None
            yield from parameters(found)


def test_every_path_of_every_verb_has_a_name() -> None:
    paths = [parameter for parameter in parameters() if isinstance(parameter.type, click.Path)]
    assert len(paths) > 20
    assert [parameter.name for parameter in paths if not isinstance(parameter.type, Named)] == []


def test_an_empty_name_is_refused() -> None:
    with pytest.raises(click.BadParameter, match="the name is empty; for the current folder give"):
        FOLDER.convert("", None, None)


def test_the_current_folder_has_a_name() -> None:
    assert str(PATH.convert(".", None, None)) == "."
