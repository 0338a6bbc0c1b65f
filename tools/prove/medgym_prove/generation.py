"""The registry, made anew from the families that are installed."""

from __future__ import annotations

from medgym_core import plugins
from medgym_core.registry.document import Registry
from medgym_core.report.generation import entry_of


def generate() -> Registry:
    """The registry of all families that are installed here.

    Raises:
        PluginError: for a plugin that cannot be loaded, and where two provide one name.
        DataError: if a plugin ships a malformed certificate.
    """
    return Registry(families={item.name: entry_of(item, family) for item, family in plugins.families()})
