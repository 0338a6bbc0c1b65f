"""The plugin `medcalcbench`: MedCalc-Bench, medical calculators on clinical notes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from medgym_core import hookimpl

if TYPE_CHECKING:
    from medgym_core import AgentFactory, Download, TaskFamily


@hookimpl
def medgym_task_families() -> Mapping[str, TaskFamily]:
    """The one family of this plugin."""
    from medgym_plugin_medcalcbench.family import MedCalcBench

    return {MedCalcBench.name: MedCalcBench()}


@hookimpl
def medgym_agents() -> Mapping[str, AgentFactory]:
    """The attack that grabs slots."""
    from medgym_plugin_medcalcbench.attacks.slots import Slots

    return {Slots.name: Slots}


@hookimpl
def medgym_downloads() -> Mapping[str, Mapping[str, Download]]:
    """Published data that can be fetched."""
    from medgym_plugin_medcalcbench.downloads import DOWNLOADS

    return {"medcalcbench": DOWNLOADS}
