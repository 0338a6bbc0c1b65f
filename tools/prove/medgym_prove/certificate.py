"""The certificate: what a family proved, shipped with it, and void once what was proved has changed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Literal

from medgym_core.errors import ConfigError, PluginError
from medgym_core.registry.certificate import CERTIFICATE, Certificate, Proof, canonical, read_certificate
from medgym_prove.check import Finding
from medgym_prove.checks import HIGHEST, checks
from medgym_prove.contract import contract_digest
from medgym_prove.subject import Subject
from medgym_prove.validation import Validation, report, validate
from medgym_sandbox.boundary.frozen import Frozen


class Standing(Frozen):
    """Whether a certificate still tells of what is there."""

    status: Literal["valid", "void", "absent"]
    """Void: what was certified is no longer there."""
    reasons: tuple[str, ...] = ()
    """Why it is not valid."""


class Verification(Frozen):
    """What running a certificate's checks again came to."""

    family: str
    """The family."""
    standing: Standing
    """Nothing is run again unless it is valid."""
    report: Validation | None = None
    """What was found now."""
    differences: tuple[str, ...] = ()
    """Where that is not what the certificate tells."""

    @property
    def passed(self) -> bool:
        """Whether the certificate is valid and tells what was found."""
        return self.standing.status == "valid" and not self.differences


def certify(subject: Subject, found: Validation, today: date | None = None) -> Path:
    """Write the certificate of ``found`` into the plugin's package; the path of it.

    Raises:
        PluginError: if a check failed.
        ConfigError: if not every check was made.
    """
    if failed := [finding.id for finding in found.findings if finding.status == "fail"]:
        raise PluginError(f"{subject.name} is not certified: {', '.join(failed)} failed")
    if lacking := {check.id for check in checks(HIGHEST)} - {finding.id for finding in found.findings}:
        raise ConfigError(f"{subject.name} is not certified without {', '.join(sorted(lacking))}")
    certificate = Certificate(
        family=subject.name,
        version=subject.family.version,
        core=found.core,
        date=today or date.today(),
        source=subject.deciding,
        libraries=subject.libraries,
        contract=contract_digest(),
        scale=subject.scale,
        sandboxes=subject.sandboxes,
        checks=tuple(map(_proof, found.findings)),
    )
    path = subject.package / CERTIFICATE
    path.write_text(canonical(certificate), encoding="utf-8", newline="\n")
    return path


def _proof(finding: Finding) -> Proof:
    return Proof.model_validate(finding.model_dump(mode="json", include=set(Proof.model_fields)))


def standing(subject: Subject, today: date | None = None) -> Standing:
    """Whether the certificate of ``subject`` is void, from digests alone; nothing is run again.

    Raises:
        DataError: if the certificate is malformed.
    """
    certificate = read_certificate(subject.package)
    if certificate is None:
        return Standing(status="absent", reasons=(f"{subject.package} holds no {CERTIFICATE}",))
    reasons = tuple(_changes(certificate, subject, today or date.today()))
    return Standing(status="void" if reasons else "valid", reasons=reasons)


def verify(subject: Subject, today: date | None = None) -> Verification:
    """Make every finding of a valid certificate again, at its scale, and compare.

    Raises:
        DataError: if the certificate is malformed.
    """
    found, certificate = standing(subject, today), read_certificate(subject.package)
    if found.status != "valid" or certificate is None:
        return Verification(family=subject.name, standing=found)
    at_scale = replace(subject, scale=certificate.scale)
    again = report(at_scale, list(validate(at_scale, checks(HIGHEST), today, resume=False)))
    differences = tuple(_differences(certificate, again))
    return Verification(family=subject.name, standing=found, report=again, differences=differences)


def _changes(certificate: Certificate, subject: Subject, today: date) -> Iterator[str]:
    if certificate.version != subject.family.version:
        yield f"it is of version {certificate.version}, and this is {subject.family.version}"
    if certificate.source != subject.deciding:
        yield "what decides in the plugin's source has changed"
    if certificate.libraries != subject.libraries:
        yield "the libraries that the plugin reaches have changed"
    if certificate.contract != contract_digest():
        yield "the hook contract has changed"
    if changed := {proof.id for proof in certificate.checks} ^ {check.id for check in checks(HIGHEST)}:
        yield f"the checks have changed: {', '.join(sorted(changed))}"
    for proof in certificate.checks:
        if proof.waiver and proof.waiver.expires < today:
            yield f"the waiver of {proof.id} expired on {proof.waiver.expires}"


def _differences(certificate: Certificate, again: Validation) -> Iterator[str]:
    """Where ``again``, which tells of the same checks, differs in statuses and figures."""
    proved = {proof.id: proof for proof in certificate.checks}
    for finding in again.findings:
        before, now = proved[finding.id], finding.model_dump(mode="json")
        if finding.status != before.status:
            yield f"{finding.id}: {finding.status}, certified as {before.status}"
            continue
        for name in {**before.figures, **now["figures"]}:
            said, found = before.figures.get(name), now["figures"].get(name)
            if said != found:
                yield f"{finding.id}: {name} is {json.dumps(found)}, certified as {json.dumps(said)}"
