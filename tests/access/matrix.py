"""Tier, endpoint and attestation: every case, and what the gate says to it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory

from medgym_core.access import Attestations, Gate, Tier
from medgym_core.errors import AccessError

from .attested import REMOTE, TODAY, attestation

ENDPOINTS = {
    "this machine": "http://127.0.0.1:8000/v1",
    "elsewhere, by https": REMOTE,
    "the private network, by https": "https://10.0.0.7/v1",
    "elsewhere, by http": REMOTE.replace("https", "http"),
}
"""Where a model is, and an address that is so."""


def _revoked(held: Attestations, url: str) -> None:
    stated = attestation(endpoint=url)
    held.append(stated)
    held.revoke(stated.id, "the terms changed", TODAY)


ATTESTATIONS: dict[str, Callable[[Attestations, str], None]] = {
    "none": lambda held, url: None,
    "holds": lambda held, url: held.append(attestation(endpoint=url)),
    "expired": lambda held, url: held.append(attestation(endpoint=url, expires=date(2026, 3, 1))),
    "revoked": _revoked,
    "for another family": lambda held, url: held.append(attestation(endpoint=url, dataset="another")),
    "for another endpoint": lambda held, url: held.append(attestation(endpoint="https://other.example/v1")),
}
"""What was attested, and how it came to be."""


def said(tier: Tier, endpoint: str, attested: str) -> str:
    """What the gate says to data of ``tier`` from the family toy; empty where it lets it pass."""
    with TemporaryDirectory() as home:
        url = ENDPOINTS[endpoint]
        ATTESTATIONS[attested](Attestations(Path(home)), url)
        try:
            Gate(url, Path(home), lambda: TODAY).admit(tier, "toy")
        except AccessError as error:
            return str(error)
    return ""
