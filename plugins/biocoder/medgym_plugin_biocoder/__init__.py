"""The plugin `biocoder`: bioinformatics functions to write and complete."""

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
    """The verifier of published tasks, which compares what programs print."""
    from medgym_plugin_biocoder.published.verifier import PublishedVerifier

    return {PublishedVerifier.name: PublishedVerifier()}
