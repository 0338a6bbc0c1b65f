"""What several verbs share: the switches, the folder of builds, and the consoles."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from medgym_core.errors import ConfigError

if TYPE_CHECKING:
    from rich.console import Console

json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")

identifiers_option = click.option(
    "--identifiers", is_flag=True, help="Show identifiers and dates of labelled data as they are."
)

exact_option = click.option(
    "--exact", is_flag=True, help="Show every count of labelled data; in the terminal only."
)

home_option = click.option(
    "--home",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path.home() / ".medgym",
    envvar="MEDGYM_HOME",
    help="Folder of the builds (default ~/.medgym).",
)


def refuse_exact(exact: bool, leaves: bool) -> None:
    """Refuse exact counts where they would leave the terminal, in JSON or a page.

    Raises:
        ConfigError: if so.
    """
    if exact and leaves:
        raise ConfigError("--exact is for the terminal: counts that may not leave are in no JSON and no page")


def print_json(value: Any) -> None:
    """Print ``value`` as one JSON document; control characters are escaped by JSON itself."""
    click.echo(json.dumps(value, indent=2))


def screen() -> Console:
    """Standard output for tables; wide enough for every column where no terminal sets a width."""
    from rich.console import Console

    console = Console(highlight=False, markup=False, emoji=False)
    return console if console.is_terminal else Console(highlight=False, markup=False, emoji=False, width=120)


def messages() -> Console:
    """Standard error, for progress and remarks."""
    from rich.console import Console

    return Console(stderr=True, highlight=False, markup=False, emoji=False, soft_wrap=True)
