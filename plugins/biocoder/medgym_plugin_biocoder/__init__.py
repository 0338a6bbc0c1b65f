"""The plugin `biocoder`: Write and complete bioinformatics functions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from medgym_core import hookimpl

if TYPE_CHECKING:
    from medgym_core import TaskFamily


@hookimpl
def medgym_task_families() -> Mapping[str, TaskFamily]:
    """The one family of this plugin."""
    from medgym_plugin_biocoder.family import BioCoder

    return {BioCoder.name: BioCoder()}
