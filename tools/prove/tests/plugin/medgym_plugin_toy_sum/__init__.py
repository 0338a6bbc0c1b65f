"""The plugin `toy-sum`: totals and means over a table of invented visits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from medgym_core import hookimpl

if TYPE_CHECKING:
    from medgym_core import TaskFamily


@hookimpl
def medgym_task_families() -> Mapping[str, TaskFamily]:
    """The one family of this plugin."""
    from medgym_plugin_toy_sum.family import ToySum

    return {ToySum.name: ToySum()}
