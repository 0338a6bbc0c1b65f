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
    return "validation" if number_of(f"validation/{subject}") < VALIDATION_SHARE * 2**64 else "train"


def number_of(text: str) -> int:
    """A number of 64 bits that only ``text`` decides."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "little")


def row_id(dataset: str, part: str, icustay: int, start: int) -> str:
    """Opaque name of a row: it tells neither patient nor order."""
    return f"r{hashlib.sha256(f'{dataset}/{part}/{icustay}/{start}'.encode()).hexdigest()[:15]}"
