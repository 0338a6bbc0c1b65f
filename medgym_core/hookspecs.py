"""The SDK reference: ten hooks of one shape.

A plugin is a module that implements any of these with :data:`hookimpl` and is named by entry points of
the group ``medgym``: one entry point per provided name, the name on the left, the module on the right::

    [project.entry-points.medgym]
    toy = "medgym_plugin_toy"

An entry point may say which hook provides its name, as in ``"medgym_plugin_toy:medgym_commands"``; whoever
looks for names of another hook passes over it. Verbs must say so, since help pages read them all.

Each hook takes nothing and returns a mapping from name to object. Hooks are called when a name is asked
for, never at import; keep the module's top level to the standard library and ``medgym_core``. Two
providers of one name are refused, whoever they are. The core provides its own through the same hooks.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pluggy

if TYPE_CHECKING:
    import click

    from medgym_core.action import Action
    from medgym_core.agent import AgentFactory
    from medgym_core.download.contract import Download
    from medgym_core.family import TaskFamily
    from medgym_core.journal.event import ListenerFactory
    from medgym_core.verifier import Verifier
    from medgym_sandbox.backend import SandboxBackend

PROJECT = "medgym"
"""Name of the entry-point group and of the pluggy project."""

hookspec = pluggy.HookspecMarker(PROJECT)
hookimpl = pluggy.HookimplMarker(PROJECT)
"""Marks a function of a plugin as the implementation of the hook of its name."""


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


@hookspec
def medgym_task_families() -> Mapping[str, TaskFamily]:  # type: ignore[empty-body]
    """Task families by name; the name equals ``family.name``.

    Called by ``run``, ``info``, ``data build`` and ``image build``. The returned objects are
    stateless and may be used from several threads and processes.
    """


@hookspec
def medgym_downloads() -> Mapping[str, Mapping[str, Download]]:  # type: ignore[empty-body]
    """Sources that ``medgym data fetch`` can bring, by family and by name; the first is fetched by default.

    Called by ``data fetch``, and where ``--source`` names one. It fetches nothing: it says where published
    files are, under which licence, and what each must be. Its entry point is the family's.
    """


@hookspec
def medgym_sandboxes() -> Mapping[str, SandboxBackend]:  # type: ignore[empty-body]
    """Sandbox backends by name, as given to ``--sandbox``; making the object starts nothing.

    A backend must pass ``medgym conformance`` for exactly the guarantees it declares.
    """


@hookspec
def medgym_actions() -> Mapping[str, Action]:  # type: ignore[empty-body]
    """Actions by name. A task permits actions by listing their names in ``Task.actions``."""


@hookspec
def medgym_verifiers() -> Mapping[str, Verifier]:  # type: ignore[empty-body]
    """Verifiers by name. A task chooses one in ``Task.verifier``; the record keeps name and version."""


@hookspec
def medgym_agents() -> Mapping[str, AgentFactory]:  # type: ignore[empty-body]
    """Agent factories by name, as given to ``--agent``; ``prefix:rest`` is looked up under ``prefix``."""


@hookspec
def medgym_listeners() -> Mapping[str, ListenerFactory]:  # type: ignore[empty-body]
    """Who hears of a run as it is played, by name, as given to ``medgym run --log``.

    Called by ``run``, before any work begins. A listener hears when the run started, of each episode, and
    when it finished; it says where it sends what it hears, which must suit the data's tier. What it raises
    is reported once and ends its hearing, never the run.
    """


@hookspec
def medgym_samplers() -> Mapping[str, Callable[..., Any]]:  # type: ignore[empty-body]
    """What draws the tasks of a run, by name, as given to ``medgym run --sampler``.

    Called by ``run`` with its configuration, a ``RunConfig``, before any work begins, to refuse what it
    cannot go by. It returns a ``Sampler`` of ``medgym_core.rollout.sampler``, which is called once data is
    built and gives the ids of tasks in the order of playing.
    """


@hookspec
def medgym_reports() -> Mapping[str, Callable[..., None]]:  # type: ignore[empty-body]
    """What writes the report of runs to a file, by the form of it, as in ``medgym report --html``.

    Called by ``report``, with the path of the file and the figures: a ``Standings`` of
    ``medgym_core.report.figures``. It raises a ``ConfigError`` where the file cannot be written.
    """


@hookspec
def medgym_commands() -> Mapping[str, Verb]:  # type: ignore[empty-body]
    """Verbs of the command ``medgym`` by name, described so that listing them imports no command.

    A dot makes a verb part of another: ``registry.check`` is typed ``medgym registry check``.
    """
