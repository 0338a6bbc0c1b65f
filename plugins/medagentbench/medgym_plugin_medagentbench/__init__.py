"""The plugin `medagentbench`: questions and orders on the charts of a FHIR server."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from medgym_core import hookimpl

if TYPE_CHECKING:
    from medgym_core import TaskFamily


@hookimpl
def medgym_task_families() -> Mapping[str, TaskFamily]:
    """The one family of this plugin."""
    from medgym_plugin_medagentbench.family import MedAgentBench

    return {MedAgentBench.name: MedAgentBench()}
