"""What a shell completes: names that are known here, in lists with commas too; imports no family."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

import click
from click.shell_completion import CompletionItem

from medgym_core.cli.paths import Named

Complete = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]


def _completes(names: Callable[[click.Context], Iterable[str]]) -> Complete:
    """Completes the last name of a list with commas from ``names``; what cannot be read completes nothing."""

    def complete(ctx: click.Context, _: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from medgym_core.errors import MedgymError

        before, comma, begun = incomplete.rpartition(",")
        try:
            found = sorted({name for name in names(ctx) if name.startswith(begun)})
        except (MedgymError, OSError):
            return []
        return [CompletionItem(before + comma + name) for name in found]

    return complete


def _families(_: click.Context) -> Iterable[str]:
    from medgym_core import plugins

    return (item.name for item in plugins.installed())


def _provided(hook: str) -> Callable[[click.Context], Iterable[str]]:
    def names(_: click.Context) -> Iterable[str]:
        from medgym_core import plugins

        return plugins.names(hook)

    return names


def _splits(ctx: click.Context) -> Iterable[str]:
    from medgym_core import registry

    chosen = str(ctx.params.get("task") or "").split(",")
    entries = registry.load().families
    of = [name for name in chosen if name in entries] or entries
    return (split for name in of for split in entries[name].splits)


def _named(kind: str) -> Callable[[click.Context], Iterable[str]]:
    def names(_: click.Context) -> Iterable[str]:
        from medgym_core.rollout.named import read_named

        return list(getattr(read_named(), kind))

    return names


def _runs(_: click.Context) -> Iterable[str]:
    return (str(path.parent) for path in Path("runs").glob("*/config.json"))


families = _completes(_families)
"""Installed families."""
agents = _completes(_provided("medgym_agents"))
"""Agents, those of plugins included."""
sandboxes = _completes(_provided("medgym_sandboxes"))
"""Sandbox backends."""
samplers = _completes(_provided("medgym_samplers"))
"""What may draw the tasks of a run."""
listeners = _completes(_provided("medgym_listeners"))
"""Who may listen to a run."""
splits = _completes(_splits)
"""Splits of the families of ``--task``, or of all."""
endpoints = _completes(_named("endpoints"))
"""Endpoints of the configuration files."""
presets = _completes(_named("presets"))
"""Presets of the configuration files."""
runs = _completes(_runs)
"""Runs below ``runs``."""


class RunFolder(Named):
    """The folder of a run; completed from the runs below ``runs``, else as any folder."""

    def __init__(self, exists: bool = False) -> None:
        """``exists`` refuses what is not there while parsing."""
        super().__init__(exists=exists, file_okay=False)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Runs whose names begin with what was typed, else what click completes."""
        return runs(ctx, param, incomplete) or super().shell_complete(ctx, param, incomplete)
