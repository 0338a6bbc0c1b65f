"""The command ``medgym``: finds the verb, imports its module and no other, and words every error."""

from __future__ import annotations

import importlib
from typing import Any

import click

from medgym_core.errors import ConfigError, MedgymError

COMMANDS = {
    "access": "State which endpoints may see labelled data, see and revoke what is stated.",
    "bundle": "Put medgym into one file, for machines without a network.",
    "compare": "Compare two runs over the tasks that both hold.",
    "conformance": "Check that a sandbox backend gives exactly the guarantees it declares.",
    "data": "Build a family's data and see what is built.",
    "doctor": "Find out what works on this machine and how to mend what does not.",
    "export": "Turn the episodes of runs into training data.",
    "health": "Play the references of installed families and tell which tasks have broken.",
    "image": "Build the image of a family's boxes.",
    "info": "Show one family: identity, categories, splits, licence.",
    "list": "List the installed families.",
    "new-task": "Make a new task family from the template.",
    "registry": "Find families, installed or not; make and check the registry.",
    "regrade": "Grade the stored submissions of a run with the installed verifiers.",
    "report": "Show the figures of runs.",
    "run": "Play tasks with an agent and record every episode.",
    "show": "Show one episode of a run.",
    "validate": "Check what a family must prove before it is accepted.",
    "verifier": "Train a learned verifier, score episodes with it, see how good it is.",
    "view": "Show the episodes of a run in a browser.",
}
"""Verb to one line of help; the module ``medgym_core.cli.<verb>`` (``_`` for ``-``) holds ``command``."""


class Refusal(click.ClickException):
    """What the caller asked for does not hold."""

    exit_code = 2


class LazyGroup(click.Group):
    """A group whose commands are imported when called, and where errors of the library are worded."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The verbs, sorted."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command behind a verb."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = importlib.import_module(
            f"medgym_core.cli.{cmd_name.replace('-', '_')}"
        ).command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the table of verbs without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; an error of the library becomes one line and an exit code."""
        try:
            return super().invoke(ctx)
        except MedgymError as error:
            from medgym_core.report.escape import escape  # errors may quote files and endpoints

            worded = Refusal if isinstance(error, ConfigError) else click.ClickException
            raise worded(escape(" ".join(str(error).split()))) from error


@click.group(
    cls=LazyGroup, context_settings={"auto_envvar_prefix": "MEDGYM", "help_option_names": ["-h", "--help"]}
)
@click.version_option(package_name="medgym-core", prog_name="medgym")
def main() -> None:
    """Executable biomedical coding tasks: run agents on them, record, report."""
