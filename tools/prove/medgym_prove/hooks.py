"""What this distribution provides."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from medgym_core import Verb, hookimpl

if TYPE_CHECKING:
    from medgym_core import AgentFactory


@hookimpl
def medgym_commands() -> Mapping[str, Verb]:
    """What makes and proves families, and grades runs again."""
    return {
        "conformance": Verb(
            "Check that a sandbox backend gives exactly the guarantees it declares.",
            "medgym_prove.cli.conformance:command",
        ),
        "difficulty": Verb(
            "Measure what agents earn that leave out one thing.", "medgym_prove.cli.difficulty:command"
        ),
        "health": Verb(
            "Play the references of installed families and tell which tasks have broken.",
            "medgym_prove.cli.health:command",
        ),
        "new-task": Verb("Make a new task family from the template.", "medgym_prove.cli.new_task:command"),
        "registry.build": Verb(
            "Make the registry anew from the installed families; imports every plugin.",
            "medgym_prove.cli.registry:build",
        ),
        "registry.check": Verb(
            "Hold the registry FILE against the installed families.", "medgym_prove.cli.registry:check"
        ),
        "regrade": Verb(
            "Grade the stored submissions of a run with the installed verifiers.",
            "medgym_prove.cli.regrade:command",
        ),
        "validate": Verb(
            "Check what a family must prove before it is accepted.", "medgym_prove.cli.validate:command"
        ),
    }


@hookimpl
def medgym_agents() -> Mapping[str, AgentFactory]:
    """The attacks on the oracle, ``attack:NAME``."""
    from medgym_prove.attack import ATTACKS

    return ATTACKS
