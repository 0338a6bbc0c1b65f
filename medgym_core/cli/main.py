"""The command ``medgym``: finds the verb, imports its module and no other, and words every error."""

from __future__ import annotations

import io
import signal
import sys
from typing import Any

import click

from medgym_core.cli.environment import load_environment
from medgym_core.cli.group import VerbGroup
from medgym_core.errors import ConfigError, MedgymError


class Refusal(click.ClickException):
    """What the caller asked for does not hold."""

    exit_code = 2


class WordedGroup(VerbGroup):
    """All verbs; errors of the library that they raise are worded here."""

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """Begin; from now on a character that the terminal's encoding lacks is written as its escape."""
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(errors="backslashreplace")  # as standard error is from the start
        return super().make_context(info_name, args, parent, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; an error of the library or of a file becomes one line and an exit code."""
        try:
            load_environment()
            return super().invoke(ctx)
        except KeyboardInterrupt as stop:
            click.echo(": ".join(["interrupted", *map(str, stop.args)]), err=True)
            raise click.exceptions.Exit(128 + getattr(stop, "signal", signal.SIGINT)) from None
        except MedgymError as error:
            from medgym_core.report.escape import escape  # errors may quote files and endpoints

            worded = Refusal if isinstance(error, ConfigError) else click.ClickException
            raise worded(escape(" ".join(str(error).split()))) from error
        except OSError as error:
            from medgym_core.report.escape import escape

            where = f"{error.filename}: " if error.filename else ""
            raise click.ClickException(escape(f"{where}{error.strerror or error}")) from error


@click.group(
    cls=WordedGroup, context_settings={"auto_envvar_prefix": "MEDGYM", "help_option_names": ["-h", "--help"]}
)
@click.version_option(package_name="medgym-core", prog_name="medgym")
def main() -> None:
    """Executable biomedical coding tasks: run agents on them, record, report."""
