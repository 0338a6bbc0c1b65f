"""The plugin `ehrcon`: EHRCon: whether notes and tables agree."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from medgym_core import hookimpl

if TYPE_CHECKING:
    from medgym_core import TaskFamily, Verifier


@hookimpl
def medgym_task_families() -> Mapping[str, TaskFamily]:
    """The one family of this plugin."""
    from medgym_plugin_ehrcon.family import EHRCon

    return {EHRCon.name: EHRCon()}


@hookimpl
def medgym_verifiers() -> Mapping[str, Verifier]:
    """The verifier of audits."""
    from medgym_plugin_ehrcon.audit.verifier import FindingsVerifier

    return {FindingsVerifier.name: FindingsVerifier()}
