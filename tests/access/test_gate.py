"""Tier, endpoint and attestation: what passes, and what is said to what does not."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from medgym_core.access import Attestations, Gate, Tier
from medgym_core.errors import AccessError

from .attested import REMOTE, TODAY, attestation
from .matrix import ATTESTATIONS, ENDPOINTS, said

CLEAR = "reached in the clear"
UNATTESTED = "neither on this machine nor attested"


def expected(tier: Tier, endpoint: str, attested: str) -> str:
    """What is said, or nothing where data passes."""
    if tier in (Tier.SYNTHETIC, Tier.OPEN) or endpoint == "this machine":
        return ""
    if endpoint == "elsewhere, by http":
        return CLEAR
    return "" if attested == "holds" else UNATTESTED


@pytest.mark.parametrize("attested", ATTESTATIONS)
@pytest.mark.parametrize("endpoint", ENDPOINTS)
@pytest.mark.parametrize("tier", Tier)
def test_decisions(tier: Tier, endpoint: str, attested: str) -> None:
    reason, text = expected(tier, endpoint, attested), said(tier, endpoint, attested)
    assert reason in text
    assert bool(reason) == bool(text)


def test_a_refusal_names_rule_reason_and_ways(tmp_path: Path) -> None:
    with pytest.raises(AccessError) as refusal:
        Gate(REMOTE, tmp_path, lambda: TODAY).admit(Tier.CREDENTIALED, "toy")
    for part in (
        "toy is built from credentialed data",
        REMOTE,
        "let nobody pass it on",
        "127.0.0.1",
        "access attest",
    ):
        assert part in str(refusal.value)


def test_an_attestation_that_expires_meanwhile_closes_the_gate(tmp_path: Path) -> None:
    now = TODAY
    Attestations(tmp_path).append(attestation())
    gate = Gate(REMOTE, tmp_path, lambda: now)
    assert gate.admit(Tier.RESTRICTED, "toy") is not None
    now += timedelta(days=60)
    with pytest.raises(AccessError):
        gate.admit(Tier.RESTRICTED, "toy")


def test_one_dataset_s_attestation_opens_no_other(tmp_path: Path) -> None:
    Attestations(tmp_path).append(attestation())
    gate = Gate(REMOTE, tmp_path, lambda: TODAY)
    gate.admit(Tier.CREDENTIALED, "toy")
    with pytest.raises(AccessError):
        gate.admit(Tier.CREDENTIALED, "another")
