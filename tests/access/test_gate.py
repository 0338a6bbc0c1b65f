"""Tier, endpoint and attestation: what passes, and what is said to what does not."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from medgym_core.access import Attestations, Gate, Tier
from medgym_core.errors import AccessError
from tests.access.attested import REMOTE, TODAY, attestation

ENDPOINTS = {
    "local": "http://127.0.0.1:8000/v1",
    "remote": REMOTE,
    "private network": "https://10.0.0.7/v1",
    "in the clear": REMOTE.replace("https", "http"),
}
CLEAR = "reached in the clear"
UNATTESTED = "neither on this machine nor attested"


def expected(tier: Tier, endpoint: str, attested: bool) -> str:
    """What is said, or nothing where data passes."""
    if tier in (Tier.SYNTHETIC, Tier.OPEN) or endpoint == "local":
        return ""
    if endpoint == "in the clear":
        return CLEAR
    return "" if attested else UNATTESTED


@pytest.mark.parametrize("attested", [True, False])
@pytest.mark.parametrize("endpoint", ENDPOINTS)
@pytest.mark.parametrize("tier", Tier)
def test_decisions(tmp_path: Path, tier: Tier, endpoint: str, attested: bool) -> None:
    url, said = ENDPOINTS[endpoint], expected(tier, endpoint, attested)
    if attested:
        Attestations(tmp_path).append(attestation(endpoint=url))
    gate = Gate(url, tmp_path, lambda: TODAY)
    if said:
        with pytest.raises(AccessError, match=said):
            gate.admit(tier, "toy")
    else:
        gate.admit(tier, "toy")


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
