"""The subject ledger: which split a patient, or a value that questions name, belongs to.

A pure function of the published source and the value. Every family that derives from one source therefore
agrees, on any build, without asking the others: who is tested on in one is trained on in none.
"""

from __future__ import annotations

import hashlib
from typing import Literal

Half = Literal["train", "test"]

TEST_SHARE = 0.2
"""Expected share of subjects and values that are held out."""


def subject(source: str, kind: str, value: object) -> str:
    """The ledger's name of a subject or value, as in ``mimic-iii/patient/10006``."""
    return f"{source}/{kind}/{value}"


def half_of(source: str, kind: str, value: object) -> Half:
    """The half that owns a subject or value.

    Args:
        source: the published dataset, such as ``mimic-iii``; not the family that asks.
        kind: what it is, such as ``patient`` or ``drug``.
        value: its id or name, as the dataset writes it.
    """
    digest = hashlib.sha256(subject(source, kind, value).encode()).digest()
    return "test" if int.from_bytes(digest[:8], "little") < TEST_SHARE * 2**64 else "train"
