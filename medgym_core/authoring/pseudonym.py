"""Names for people and rows that cannot be traced back by trying every number that could be behind one.

A plain hash of a patient's number hides nothing: there are few numbers, and a machine tries them all in
seconds. Names, orders and draws that agents can see are therefore keyed (HMAC-SHA-256, RFC 2104), and the key
is made of all the bytes of the source: who holds a part of the data cannot compute it, and the same source
gives the same names on every machine. A synthetic source is as secret as its seed.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable
from pathlib import Path

from medgym_core.errors import DataError

_PURPOSE = b"medgym pseudonyms"
"""Begins what is hashed to the key, since checksums of whole files may be published."""
_BLOCK = 2**20


class Pseudonyms:
    """Names, and numbers that decide orders and draws; equal keys give equal ones."""

    def __init__(self, key: bytes) -> None:
        """``key`` is whatever nobody can guess."""
        self._key = key

    @classmethod
    def of(cls, files: Iterable[Path]) -> Pseudonyms:
        """Keyed by the sizes and bytes of a source's files, in this order; reads each of them once.

        Raises:
            DataError: if one of them is missing.
        """
        digest = hashlib.sha256(_PURPOSE)
        for path in files:
            if not path.is_file():
                raise DataError(f"{path} is missing; name the folder that holds it")
            digest.update(path.stat().st_size.to_bytes(8, "little"))
            with path.open("rb") as stream:
                while block := stream.read(_BLOCK):
                    digest.update(block)
        return cls(digest.digest())

    def name(self, *about: str | int, digits: int = 15) -> str:
        """The first hexadecimal digits, at most 64, of what stands for ``about``."""
        return self._digest(("name", *about)).hex()[:digits]

    def number(self, *about: str | int) -> int:
        """A number of 64 bits that decides an order or a draw about ``about``, and is not shown."""
        return int.from_bytes(self._digest(("number", *about))[:8], "little")

    def _digest(self, about: tuple[str | int, ...]) -> bytes:
        return hmac.digest(self._key, repr(about).encode(), hashlib.sha256)
