"""What this distribution provides."""

from __future__ import annotations

from collections.abc import Mapping

from medgym_core import Verb, hookimpl


@hookimpl
def medgym_commands() -> Mapping[str, Verb]:
    """What fetches published data."""
    return {
        "data.fetch": Verb(
            "Fetch published data of a family from where its publishers keep it, and check every file.",
            "medgym_fetch.cli:command",
        )
    }
