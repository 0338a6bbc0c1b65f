"""The plugin `biocoder`: bioinformatics functions to write and complete, packages to repair."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from medgym_core import hookimpl

if TYPE_CHECKING:
    from medgym_core import TaskFamily, Verifier


@hookimpl
def medgym_task_families() -> Mapping[str, TaskFamily]:
    """The one family of this plugin."""
    from medgym_plugin_biocoder.family import BioCoder

    return {BioCoder.name: BioCoder()}


@hookimpl
def medgym_verifiers() -> Mapping[str, Verifier]:
    """The verifiers of published tasks, which compares what programs print, and of repaired packages."""
    from medgym_plugin_biocoder.published.verifier import PublishedVerifier
    from medgym_plugin_biocoder.repair.verifier import RepairVerifier

    return {PublishedVerifier.name: PublishedVerifier(), RepairVerifier.name: RepairVerifier()}
