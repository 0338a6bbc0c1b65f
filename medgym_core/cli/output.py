"""What several verbs share: the switches, the folder of builds, and the consoles."""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

from medgym_core.cli import completion
from medgym_core.cli.paths import FOLDER
from medgym_core.cli.verbosity import is_shown
from medgym_core.errors import ConfigError
from medgym_core.files import default_home

if TYPE_CHECKING:
    from rich.console import Console

    from medgym_core.cli.waiting import Messages

SCHEMA = 1
"""Version of the forms of ``--json``; changes when a reader of the old form of any would misread the new."""
REPEAT_AFTER_S = 5.0
"""A warning of one subject is not printed again for so long, seconds."""


class Family(click.ParamType):  # type: ignore[type-arg]  # generic in newer click alone
    """The name of a family, however it is spelt; completed from those that are installed."""

    name = "name"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name as it is installed, or as it was typed if none is meant."""
        from medgym_core import plugins

        return plugins.spelled(value)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Installed names that begin so."""
        return completion.families(ctx, param, incomplete)


json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")

identifiers_option = click.option(
    "--identifiers", is_flag=True, help="Show identifiers and dates of labelled data as they are."
)

exact_option = click.option(
    "--exact", is_flag=True, help="Show every count of labelled data; in the terminal only."
)

home_option = click.option(
    "--home",
    type=FOLDER,
    default=default_home,
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


def print_json(value: Mapping[str, Any], part: str = "") -> None:
    """Print ``value`` as one JSON object, whose ``schema`` names the verb and the version of its form.

    ``part`` tells forms of one verb apart. Control characters are escaped by JSON itself.
    """
    context = click.get_current_context()
    words = context.command_path.split()
    name = ".".join(filter(None, (*(words[1:] or words), part)))
    click.echo(json.dumps({"schema": f"medgym.{name}/{SCHEMA}", **value}, indent=2))


def screen() -> Console:
    """Standard output for tables; wide enough for all columns unless a terminal or COLUMNS says how wide."""
    from rich.console import Console

    console = Console(highlight=False, markup=False, emoji=False)
    if console.is_terminal or os.environ.get("COLUMNS", "").isdigit():
        return console
    return Console(highlight=False, markup=False, emoji=False, width=120)


class _Warnings(logging.Handler):
    """Prints warnings as they come; of one subject (the first argument) only one in some seconds."""

    def __init__(self, console: Console) -> None:
        super().__init__(logging.WARNING)
        self._console = console
        self._printed: dict[str, float] = {}

    def emit(self, record: logging.LogRecord) -> None:
        """Print the warning, unless one of the same subject was printed just now."""
        from medgym_core.report.escape import escape

        text = record.getMessage()
        subject = str(record.args[0]) if isinstance(record.args, tuple) and record.args else text
        if record.created - self._printed.get(subject, 0.0) >= REPEAT_AFTER_S:
            self._printed[subject] = record.created
            self._console.print(escape(text))


@contextmanager
def shown_warnings(console: Console) -> Iterator[None]:
    """Prints what the library warns of meanwhile, such as an endpoint that is asked again."""
    if is_shown():  # by --log-level
        yield
        return
    log, handler = logging.getLogger("medgym_core"), _Warnings(console)
    log.addHandler(handler)
    try:
        yield
    finally:
        log.removeHandler(handler)


def tell(*remarks: str) -> None:
    """Print ``remarks`` on standard error, a line each; what could steer a terminal is escaped."""
    from medgym_core.report.escape import escape

    for remark in remarks:
        messages().print(escape(remark))


def messages() -> Messages:
    """Standard error, for progress and remarks."""
    from medgym_core.cli.waiting import Messages

    return Messages(stderr=True, highlight=False, markup=False, emoji=False, soft_wrap=True)
