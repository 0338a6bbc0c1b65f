"""Entries made from the installed families themselves."""

from __future__ import annotations

import importlib
from email.utils import getaddresses
from importlib.metadata import metadata
from pathlib import Path
from typing import TYPE_CHECKING

from medgym_core import plugins
from medgym_core.registry.certificate import read_certificate
from medgym_core.registry.entry import CertificateSummary, FamilyEntry
from medgym_sandbox import recipe

if TYPE_CHECKING:
    from medgym_core.family import TaskFamily


def entry_of(item: plugins.Installed, family: TaskFamily) -> FamilyEntry:
    """The entry of ``family``, which ``item`` installs.

    Raises:
        DataError: if its certificate is malformed.
    """
    return FamilyEntry(
        package=item.distribution,
        version=family.version,
        title=family.title,
        summary=family.summary,
        tier=family.tier,
        licence=family.licence,
        citation=family.citation,
        maintainers=maintainers(item.distribution),
        categories=family.categories,
        splits=dict(family.splits),
        answer_kinds=family.answer_kinds,
        actions=family.actions,
        suites=dict(family.suites),
        image_recipe=recipe.digest(family.environment),
        certificate=_certificate(item.module),
    )


def maintainers(distribution: str) -> tuple[str, ...]:
    """Names of a distribution's maintainers, or else of its authors; addresses where there is no name."""
    headers = metadata(distribution)
    for role in ("Maintainer", "Author"):
        names = [name for line in headers.get_all(role, []) for name in line.split(", ")]
        names += [name or address for name, address in getaddresses(headers.get_all(f"{role}-email", []))]
        if names:
            return tuple(names)
    return ()


def _certificate(module: str) -> CertificateSummary | None:
    package = Path(str(importlib.import_module(module).__file__)).parent
    certificate = read_certificate(package)
    if certificate is None:
        return None
    waived = tuple(proof.id for proof in certificate.checks if proof.status == "waived")
    return CertificateSummary(
        version=certificate.version,
        date=certificate.date.isoformat(),
        core=certificate.core,
        source=certificate.source,
        passed=len(certificate.checks) - len(waived),
        waived=waived,
    )
