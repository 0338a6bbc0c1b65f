"""What this distribution provides."""

from __future__ import annotations

from collections.abc import Mapping

from medgym_core import Verb, hookimpl


@hookimpl
def medgym_commands() -> Mapping[str, Verb]:
    """What carries medgym to where there is no network."""
    return {
        "bundle": Verb(
            "Put medgym into one file, for machines without a network.", "medgym_bundle.cli:command"
        ),
    }
