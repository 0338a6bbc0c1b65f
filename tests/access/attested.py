"""Invented attestations."""

from __future__ import annotations

from datetime import date
from typing import Any

from medgym_core.access import Attestation

TODAY = date(2026, 3, 2)
REMOTE = "https://models.example/v1"


def attestation(**changes: Any) -> Attestation:
    """A statement that holds today for the family toy at REMOTE."""
    fields: dict[str, Any] = {
        "person": "Ada Example",
        "institution": "Example Hospital",
        "dataset": "toy",
        "agreement": "Example agreement 1.0",
        "endpoint": REMOTE,
        "zero_retention": True,
        "no_training": True,
        "no_human_review": True,
        "evidence": "contract.pdf",
        "made": date(2026, 3, 1),
        "expires": date(2026, 3, 31),
    }
    return Attestation(**fields | changes)
