"""The plugin `eicu`: questions on the eICU hospital database."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from medgym_core import hookimpl

if TYPE_CHECKING:
    from medgym_core import Download, TaskFamily


@hookimpl
def medgym_task_families() -> Mapping[str, TaskFamily]:
    """The one family of this plugin."""
    from medgym_plugin_eicu.family import Eicu

    return {Eicu.name: Eicu()}


@hookimpl
def medgym_downloads() -> Mapping[str, Mapping[str, Download]]:
    """Published data that can be fetched."""
    from medgym_plugin_eicu.downloads import DOWNLOADS

    return {"eicu": DOWNLOADS}
