"""Which split a patient belongs to."""

from __future__ import annotations

import hashlib


def split_of(mrn: str) -> str:
    """Split of a patient, by a hash of the number that no seed enters: the same in every build."""
    return "test" if hashlib.sha256(f"medagentbench/patient/{mrn}".encode()).digest()[0] % 5 == 0 else "train"
