"""A verb of the command line, described without importing it."""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import click


@dataclass(frozen=True)
class Verb:
    """A verb of the command ``medgym``: what a help page says of it, and where it is."""

    help: str
    """One line for ``medgym --help``."""
    target: str
    """Its click command, ``module:attribute``; imported when somebody types the verb."""

    def load(self) -> click.Command:
        """The command; imports its module."""
        module, _, attribute = self.target.partition(":")
        command: click.Command = getattr(importlib.import_module(module), attribute)
        return command
