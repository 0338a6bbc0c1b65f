"""What episodes are made of beside a family and a sandbox: actions and verifiers, by name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from medgym_core import plugins
from medgym_core.action.contract import Action
from medgym_core.verifier.contract import Verifier


def installed_action(name: str) -> Action:
    """The action of this name that is installed when it is asked for.

    Raises:
        ConfigError: if there is none.
    """
    return plugins.action(name)


def installed_verifier(name: str) -> Verifier:
    """The verifier of this name that is installed when it is asked for.

    Raises:
        ConfigError: if there is none.
    """
    return plugins.verifier(name)


@dataclass(frozen=True)
class Parts:
    """Where the actions and verifiers that tasks name are found; installed ones, unless others are given."""

    action: Callable[[str], Action] = installed_action
    """An action by its name."""
    verifier: Callable[[str], Verifier] = installed_verifier
    """A verifier by its name."""


INSTALLED = Parts()
"""Those that plugins bring."""
