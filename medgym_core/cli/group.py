"""A group of verbs: each comes through the hook, and is imported when somebody types it."""

from __future__ import annotations

import click

from medgym_core import plugins
from medgym_core.cli.verbosity import with_log_level
from medgym_core.hookspecs import Verb


class VerbGroup(click.Group):
    """The verbs whose names begin with ``prefix``: all of ``medgym``, or the parts of one verb."""

    prefix = ""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The verbs of all installed distributions, sorted."""
        return list(self._verbs())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command:
        """The command behind a verb.

        Raises:
            ConfigError: if no installed distribution provides it, saying which to install if one is known.
            PluginError: if its distribution cannot be loaded.
        """
        return with_log_level(plugins.command(self.prefix + cmd_name).load())

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the table of verbs without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, verb.help) for name, verb in self._verbs().items()])

    def _verbs(self) -> dict[str, Verb]:
        provided = {
            name.removeprefix(self.prefix): verb
            for name, verb in sorted(plugins.commands().items())
            if name.startswith(self.prefix)
        }
        return {name: verb for name, verb in provided.items() if "." not in name}
