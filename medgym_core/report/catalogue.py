"""What is installed, as `medgym list` and `medgym info` show it."""

from __future__ import annotations

from collections import Counter

from medgym_core import plugins, registry
from medgym_core.errors.advice import farewell, is_gone
from medgym_core.registry import FamilyEntry, Totals
from medgym_sandbox.boundary.frozen import Frozen


class Listed(Frozen):
    """One installed name, known without importing its plugin."""

    name: str
    """What is provided."""
    package: str
    """Distribution that provides it."""
    version: str
    """Version of the distribution."""
    title: str
    """Title, where the registry knows the name."""
    tier: str
    """Data tier, likewise."""
    splits: dict[str, int]
    """Split name to number of tasks, likewise."""
    certificate: str
    """``none``, ``void`` (it is of another version), or the version that was checked."""
    broken: str
    """Why it cannot be used, if it cannot."""


def listing() -> list[Listed]:
    """Everything installed plugins provide, by name; imports none of them."""
    installed = plugins.installed()
    providers = Counter(item.name for item in installed)
    return [_listed(item, clash=providers[item.name] > 1) for item in installed]


def describe(name: str) -> FamilyEntry:
    """What the installed family ``name`` says of itself; imports its plugin and no other.

    Raises:
        ConfigError: if it is not installed.
        PluginError: if its plugin cannot be loaded.
    """
    from medgym_core.report.generation import entry_of

    family = plugins.family(name)
    return entry_of(next(item for item in plugins.installed() if item.name == name), family)


def known(name: str) -> FamilyEntry:
    """What the registry says of the family ``name``, installed or not; or else the installed family itself.

    Raises:
        ConfigError: if it is neither registered nor installed.
        PluginError: if it is not registered and its plugin cannot be loaded.
    """
    return registry.load().families.get(name) or describe(name)


class Counted(Frozen):
    """How much the installed families are that can be used."""

    benchmark: Totals
    """Families that are part of a benchmark suite."""
    beyond: Totals
    """All others."""
    unregistered: tuple[str, ...]
    """Installed names that the registry does not know; not counted."""


def installed_totals() -> Counted:
    """Totals of the installed families that can be used, from the registry; imports none of them."""
    usable = [row.name for row in listing() if not row.broken]
    families = registry.load().families
    entries = [families[name] for name in usable if name in families]
    return Counted(
        benchmark=registry.total(entry for entry in entries if entry.suites),
        beyond=registry.total(entry for entry in entries if not entry.suites),
        unregistered=tuple(name for name in usable if name not in families),
    )


def _listed(item: plugins.Installed, clash: bool) -> Listed:
    entry = registry.load().families.get(item.name)
    certificate = entry.certificate if entry else None
    broken = ""
    if clash:
        broken = "several distributions provide this name; uninstall all but one"
    elif is_gone(item.module):
        broken = farewell(item.distribution)
    return Listed(
        name=item.name,
        package=item.distribution,
        version=item.version,
        title=entry.title if entry else "",
        tier=entry.tier if entry else "",
        splits={name: split.size for name, split in entry.splits.items()} if entry else {},
        certificate=certificate.standing(item.version) if certificate else "none",
        broken=broken,
    )
