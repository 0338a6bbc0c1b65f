"""The plugin `biodsbench`: analyses of cBioPortal-style studies."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from medgym_core import hookimpl

if TYPE_CHECKING:
    from medgym_core import TaskFamily, Verifier


@hookimpl
def medgym_task_families() -> Mapping[str, TaskFamily]:
    """The one family of this plugin."""
    from medgym_plugin_biodsbench.family import BioDSBench

    return {BioDSBench.name: BioDSBench()}


@hookimpl
def medgym_verifiers() -> Mapping[str, Verifier]:
    """The verifier of published questions, which runs their assertions in boxes of their own."""
    from medgym_plugin_biodsbench.published.verifier import PublishedVerifier

    return {PublishedVerifier.name: PublishedVerifier()}
