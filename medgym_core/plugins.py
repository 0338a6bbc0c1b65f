"""Find plugins by their entry points, load one or all, collect what they provide, refuse clashes."""

from __future__ import annotations

import difflib
import importlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING, Any, cast

import pluggy

from medgym_core import hookspecs
from medgym_core.errors import ConfigError, PluginError
from medgym_core.errors.advice import PROVIDERS, install, is_gone, unloadable

if TYPE_CHECKING:
    from medgym_core.action import Action
    from medgym_core.agent import Agent, AgentConfig, AgentFactory
    from medgym_core.download.contract import Download
    from medgym_core.family import TaskFamily
    from medgym_core.hookspecs import Verb
    from medgym_core.journal.event import ListenerFactory
    from medgym_core.verifier import Verifier
    from medgym_sandbox.backend import SandboxBackend

NOUNS = {
    "medgym_task_families": "task family",
    "medgym_downloads": "download",
    "medgym_sandboxes": "sandbox",
    "medgym_actions": "action",
    "medgym_verifiers": "verifier",
    "medgym_agents": "agent",
    "medgym_listeners": "listener",
    "medgym_samplers": "sampler",
    "medgym_reports": "form of report",
    "medgym_commands": "verb",
}
"""The hooks, and what each provides."""
_CORE = ("medgym_core.builtin", "medgym-core")


@dataclass(frozen=True)
class Installed:
    """One installed entry point, known from metadata alone."""

    name: str
    """What it provides."""
    module: str
    """Module that implements the hooks."""
    distribution: str
    """Distribution that installs it."""
    version: str
    """Its version."""
    hook: str = ""
    """The hook that provides it, where the entry point says so."""


def installed(hook: str = "medgym_task_families") -> list[Installed]:
    """Every entry point that may name what ``hook`` provides, sorted by name; imports no plugin.

    Two distributions may claim one name here; only who asks for that name is refused.
    """
    items = {item for item in map(_describe, _points()) if item.hook in ("", hook)}
    return sorted(items, key=lambda item: (item.name, item.distribution))


def family(name: str) -> TaskFamily:
    """The task family called ``name``, as in :func:`spelled`; imports its plugin and no other.

    Raises:
        ConfigError: if no installed plugin provides it.
        PluginError: if its plugin cannot be loaded.
    """
    provided: TaskFamily = _lookup("medgym_task_families", spelled(name))
    return provided


def spelled(name: str) -> str:
    """The installed family that is meant by ``name`` whatever its case, hyphens, underscores and spaces.

    A name that is installed as it stands, and one that means none, stay as they are.
    """
    names = {item.name for item in installed()}
    meant = {each for each in names if _bare(each) == _bare(name)}
    return name if name in names or len(meant) != 1 else meant.pop()


def _bare(name: str) -> str:
    return "".join(filter(str.isalnum, name.casefold()))


def families() -> Iterator[tuple[Installed, TaskFamily]]:
    """Every installed family with what installs it, by name; imports every plugin.

    Raises:
        PluginError: for a plugin that cannot be loaded, and where two provide one name.
    """
    for item in installed():
        if item.name in collect("medgym_task_families", item.module, item.distribution):
            yield item, family(item.name)


def downloads(name: str) -> Mapping[str, Download]:
    """What can be fetched for the family ``name``, by source; nothing where its plugin declares nothing.

    Raises:
        PluginError: if its plugin cannot be loaded.
    """
    point = _promised(spelled(name), "medgym_task_families")
    if point is None:
        return {}
    provided: Mapping[str, Mapping[str, Download]] = collect(
        "medgym_downloads", point.module, point.distribution
    )
    return provided.get(point.name, {})


def sandbox(name: str) -> SandboxBackend:
    """The sandbox backend called ``name``; errors as in :func:`family`."""
    provided: SandboxBackend = _lookup("medgym_sandboxes", name)
    return provided


def action(name: str) -> Action:
    """The action called ``name``; errors as in :func:`family`."""
    provided: Action = _lookup("medgym_actions", name)
    return provided


def verifier(name: str) -> Verifier:
    """The verifier called ``name``; errors as in :func:`family`."""
    provided: Verifier = _lookup("medgym_verifiers", name)
    return provided


def load_episode_parts() -> None:
    """Import the core's actions and verifiers, before threads do so in the middle of episodes.

    Where pydantic defines a class it makes syntax trees, which must not happen in two threads at once: see
    :func:`medgym_core.parse_python`.
    """
    for hook in ("medgym_actions", "medgym_verifiers"):
        collect(hook, *_CORE)


def agent(name: str, config: AgentConfig) -> Agent:
    """The agent called ``name``, made from ``config``; errors as in :func:`family`."""
    return agent_factory(name)(config)


def agent_factory(name: str) -> AgentFactory:
    """What makes the agent called ``name``; errors as in :func:`family`."""
    provided: AgentFactory = _lookup("medgym_agents", name)
    return provided


def listener(name: str) -> ListenerFactory:
    """What makes the listener called ``name``; errors as in :func:`family`."""
    return cast("ListenerFactory", _lookup("medgym_listeners", name))


def sampler(name: str) -> Callable[..., Any]:
    """What makes the sampler called ``name`` of a run's configuration; errors as in :func:`family`."""
    return cast("Callable[..., Any]", _lookup("medgym_samplers", name))


def report_writer(form: str) -> Callable[..., None]:
    """What writes reports in the form called ``form``, such as ``html``; errors as in :func:`family`."""
    return cast("Callable[..., None]", _lookup("medgym_reports", form))


def names(hook: str) -> list[str]:
    """What is known by name of what ``hook`` provides, sorted; imports no plugin."""
    families = hook == "medgym_task_families"
    points = (item.name for item in installed(hook) if families or item.hook == hook)
    return sorted({*collect(hook, *_CORE), *points})


def command(name: str) -> Verb:
    """The verb called ``name``, as in ``run`` or ``registry.search``; errors as in :func:`family`."""
    provided: Verb = _lookup("medgym_commands", name)
    return provided


def commands() -> dict[str, Verb]:
    """Every verb by its name; imports the modules that state verbs, and no other plugin.

    One whose module cannot be loaded is not among them: who types it learns why.
    """
    hook = "medgym_commands"
    provided = collect(hook, *_CORE)
    for item in installed(hook):
        if item.hook == hook:
            with suppress(PluginError):
                provided |= collect(hook, item.module, item.distribution)
    return provided


def _lookup(hook: str, name: str) -> Any:
    core = collect(hook, *_CORE)
    point = _promised(name, hook) or _promised(name.split(":")[0], hook)
    provided: Mapping[str, Any] = {}
    if point is not None:
        provided = collect(hook, point.module, point.distribution)
        if name in provided and name in core:
            raise PluginError(
                f"{point.distribution} provides {NOUNS[hook]} {name!r}, which the core provides"
            )
    if name in provided:
        return provided[name]
    if name in core:
        return core[name]
    if several := sorted(other for other in provided if other.startswith(f"{name}:")):
        raise ConfigError(f"{name!r} stands for several {NOUNS[hook]}s; name one of {', '.join(several)}")
    if point is not None and point.name == name:
        raise PluginError(
            f"{point.distribution} promises {name!r} but provides no {NOUNS[hook]} of that name"
        )
    raise ConfigError(_unknown(hook, name, sorted({*names(hook), *provided})))


def _promised(name: str, hook: str) -> Installed | None:
    """The one entry point of that name that may name what ``hook`` provides, if there is one."""
    claims = [item for item in installed(hook) if item.name == name]
    if len(claims) > 1:
        claimants = " and ".join(item.distribution for item in claims)
        raise PluginError(f"both {claimants} provide {name!r}; uninstall one of them")
    return claims[0] if claims else None


def _unknown(hook: str, name: str, known: list[str]) -> str:
    from medgym_core import registry

    close = difflib.get_close_matches(name, known, n=1)
    families = hook == "medgym_task_families"
    kind = name.split(":")[0]
    package = registry.package_of(name) if families else PROVIDERS.get(kind)
    if package and kind not in known:
        return f"{NOUNS[hook]} {name!r} is not installed; run `{install(package)}`"
    hint = f"did you mean {close[0]!r}?" if close else "known: " + (", ".join(known) or "none")
    return f"no {NOUNS[hook]} called {name!r}; {hint}"


@cache
def _manager(module: str, distribution: str) -> pluggy.PluginManager:
    manager = pluggy.PluginManager(hookspecs.PROJECT)
    manager.add_hookspecs(hookspecs)
    try:
        imported = importlib.import_module(module)
        if is_gone(module):  # folders alone import too
            raise ModuleNotFoundError(f"no code is left of {module!r}", name=module)
        manager.register(imported, name=module)
        manager.check_pending()
    except pluggy.PluginValidationError as error:
        raise PluginError(f"plugin {distribution}: {error}; the hooks are listed in hookspecs.py") from error
    except Exception as error:  # a plugin's module may fail in any way; the error names it
        raise unloadable(distribution, module, error) from error
    _refuse_misspelt(manager, module, distribution)
    return manager


def _refuse_misspelt(manager: pluggy.PluginManager, module: str, distribution: str) -> None:
    """A function that looks like a hook but is none would be silently ignored."""
    for name in vars(importlib.import_module(module)):
        if name.startswith("medgym_") and callable(getattr(importlib.import_module(module), name)):
            implemented = {
                caller.name for caller in manager.get_hookcallers(manager.get_plugin(module)) or []
            }
            if name not in implemented:
                close = difflib.get_close_matches(name, NOUNS, n=1)
                fix = f"did you mean {close[0]!r}?" if close else "the hooks are listed in hookspecs.py"
                raise PluginError(f"plugin {distribution}: {name!r} is not a hook or lacks @hookimpl; {fix}")


def collect(hook: str, module: str, distribution: str) -> dict[str, Any]:
    """Everything that a plugin provides through ``hook``."""
    manager = _manager(module, distribution)
    collected: dict[str, Any] = {}
    try:
        for mapping in getattr(manager.hook, hook)():
            collected.update(mapping)
    except Exception as error:  # as above: hooks import what they provide
        raise unloadable(distribution, module, error) from error
    return collected


@cache
def _points() -> tuple[EntryPoint, ...]:
    return tuple(entry_points(group=hookspecs.PROJECT))


@cache
def _describe(point: EntryPoint) -> Installed:
    name = point.dist.metadata["Name"] if point.dist else "unknown"
    version = point.dist.version if point.dist else "0"
    return Installed(point.name, point.module, name, version, point.attr or "")
