"""What episodes are made of beside a family and a sandbox: actions and verifiers, by name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from medgym_core import plugins
from medgym_core.action.contract import Action
from medgym_core.verifier.contract import Verifier


@dataclass(frozen=True)
class Parts:
    """Where the actions and verifiers that tasks name are found; installed ones, unless others are given.

    Both raise :class:`ConfigError` where there is none of a name.
    """

    action: Callable[[str], Action] = plugins.action
    """An action by its name."""
    verifier: Callable[[str], Verifier] = plugins.verifier
    """A verifier by its name."""


INSTALLED = Parts()
"""Those that plugins bring."""
