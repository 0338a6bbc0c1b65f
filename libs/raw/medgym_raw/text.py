"""Files as bytes and as text: compression and encoding are told by the first bytes, not by the name."""

from __future__ import annotations

import bz2
import codecs
import gzip
import lzma
from io import TextIOWrapper
from pathlib import Path
from typing import IO, Literal, cast

Packing = Literal["gzip", "bz2", "xz"]
_MAGIC: dict[Packing, bytes] = {"gzip": b"\x1f\x8b", "bz2": b"BZh", "xz": b"\xfd7zXZ\x00"}
_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def packing(path: Path) -> Packing | None:
    """How a file is compressed, if it is."""
    with path.open("rb") as stream:
        start = stream.read(6)
    return next((name for name, magic in _MAGIC.items() if start.startswith(magic)), None)


def open_bytes(path: Path) -> IO[bytes]:
    """A file's bytes, unpacked.

    Raises:
        OSError: if it cannot be opened; reading raises ``EOFError``, ``OSError``, ``zlib.error`` or
            ``lzma.LZMAError`` where what is packed is damaged.
    """
    match packing(path):
        case "gzip":
            return cast(IO[bytes], gzip.open(path))
        case "bz2":
            return cast(IO[bytes], bz2.open(path))
        case "xz":
            return cast(IO[bytes], lzma.open(path))
    return path.open("rb")


def open_text(path: Path, errors: Literal["strict", "replace"] = "strict") -> IO[str]:
    """A file as text with its line ends as they are: UTF-8, or UTF-16 where it begins with its mark."""
    with open_bytes(path) as stream:
        encoding = "utf-16" if stream.read(2) in _UTF_16 else "utf-8-sig"
    return TextIOWrapper(open_bytes(path), encoding=encoding, errors=errors, newline="")
