"""The plugin `icu-watch`: a simulated patient in intensive care, hour by hour."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from medgym_core import hookimpl

if TYPE_CHECKING:
    from medgym_core import TaskFamily, Verifier


@hookimpl
def medgym_task_families() -> Mapping[str, TaskFamily]:
    """The one family of this plugin."""
    from medgym_plugin_icu_watch.family import IcuWatch

    return {IcuWatch.name: IcuWatch()}


@hookimpl
def medgym_verifiers() -> Mapping[str, Verifier]:
    """The verifier, which plays decisions again."""
    from medgym_plugin_icu_watch.verifier import WatchVerifier

    return {WatchVerifier.name: WatchVerifier()}
