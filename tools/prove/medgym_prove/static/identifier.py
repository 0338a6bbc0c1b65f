"""Texts that look like a real person's identifier.

What is plainly an example is let through: addresses of the domains that RFC 2606 reserves, telephone numbers
with the fictitious exchange 555, and record numbers that are not all digits.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

_RESERVED = re.compile(r"(^|\.)(example\.(org|com|net|edu)|example|invalid|test|localhost)$", re.IGNORECASE)
_EMAIL = re.compile(r"[A-Za-z0-9._%+-]{1,64}@([A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63})+)")
_SECURITY = re.compile(r"(?<![\w.-])(?!000|666|9\d\d)\d{3}-(?!00)\d\d-(?!0000)\d{4}(?![\w-]|\.\d)")
_TELEPHONE = re.compile(
    r"(?<![\w.+-])(?:\+?1[-. ])?(?:\([2-9]\d\d\) ?|[2-9]\d\d[-.])(?!555)[2-9]\d\d[-.]\d{4}"
    r"(?![\w-]|\.\d)|(?<![\w.+-])\+[2-9]\d{0,2}(?:[ -]\d{2,5}){2,4}(?![\w-])"
)
_RECORD = re.compile(
    r"\b(?:MRN|medical record (?:number|no\.?))\"?\s{0,2}[:#=]?\s{0,2}\"?\d{5,}", re.IGNORECASE
)
_KINDS = (
    ("e-mail address", _EMAIL),
    ("social security number", _SECURITY),
    ("telephone number", _TELEPHONE),
    ("medical record number", _RECORD),
)


class Sighting(NamedTuple):
    """Something that looks like an identifier."""

    kind: str
    """What it looks like."""
    text: str
    """The text."""
    line: int
    """Line of the scanned text, from 1."""


def identifiers(text: str) -> Iterator[Sighting]:
    """Everything in ``text`` that looks like a real person's identifier."""
    for kind, pattern in _KINDS:
        for match in pattern.finditer(text):
            if not (match.lastindex and _RESERVED.search(match[1])):
                yield Sighting(kind, match[0], text.count("\n", 0, match.start()) + 1)
