"""Who is trained on, who is graded in training tasks, and who is held out: by patient, whatever the build."""

from __future__ import annotations

import hashlib
from typing import Literal

from medgym_ehr.ledger import half_of
from medgym_plugin_mimic_extract.target import SOURCE

Role = Literal["train", "validation", "test"]

VALIDATION_SHARE = 0.25
"""Expected share of the training half whose patients are graded in training tasks."""


def role_of(subject: int) -> Role:
    """The role of a patient: the ledger's half, and a hash of its own within the training half."""
    if half_of(SOURCE, "patient", subject) == "test":
        return "test"
    digest = hashlib.sha256(f"validation/{subject}".encode()).digest()
    share = int.from_bytes(digest[:8], "little") / 2**64
    return "validation" if share < VALIDATION_SHARE else "train"
