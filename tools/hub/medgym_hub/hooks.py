"""What this distribution provides."""

from __future__ import annotations

from collections.abc import Mapping

from medgym_core import Verb, hookimpl


@hookimpl
def medgym_commands() -> Mapping[str, Verb]:
    """What shares runs."""
    return {
        "pull": Verb("Fetch shared runs and exports from the Hugging Face Hub.", "medgym_hub.cli:pull"),
        "push": Verb("Share runs and exports on the Hugging Face Hub.", "medgym_hub.cli:push"),
    }
