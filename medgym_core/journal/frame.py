"""The framing of a segment: what is written, and what is found when it is read again."""

from __future__ import annotations

import os
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

MAGIC = b"MEDGYMJ\x01"
"""First bytes of a segment: the name and the version of the framing."""

_HEADER = struct.Struct("<III")


@dataclass(frozen=True, slots=True)
class Frame:
    """A record whose length and checksum are right."""

    segment: str
    """File name of its segment."""
    offset: int
    """Where its frame begins, bytes."""
    payload: bytes
    """JSON text of an :class:`Episode`."""


@dataclass(frozen=True, slots=True)
class Damage:
    """A place where a segment does not check; what it held is lost."""

    segment: str
    """File name of the segment."""
    offset: int
    """Where, bytes."""
    what: str
    """What is wrong and how much it costs."""

    def __str__(self) -> str:
        """One line for a warning."""
        return f"{self.segment} at byte {self.offset}: {self.what}"


@dataclass(frozen=True, slots=True)
class Torn:
    """An append that was cut short at the end of a segment; it was never acknowledged."""

    segment: str
    """File name of the segment."""
    offset: int
    """Where the segment's good part ends, bytes."""


def encode(payload: bytes) -> bytes:
    """``payload`` with its length and checksums before it, as segments hold it."""
    start = struct.pack("<II", len(payload), zlib.crc32(payload))
    return start + struct.pack("<I", zlib.crc32(start)) + payload


def segments(folder: Path) -> list[Path]:
    """The segments of a journal, in the order of writing."""
    return sorted(folder.glob("seg-*.mgj"))


def walk(path: Path) -> Iterator[Frame | Damage | Torn]:
    """Everything in a segment; a :class:`Torn`, or a :class:`Damage` that hides the rest, comes last."""
    with path.open("rb") as stream:
        size = os.fstat(stream.fileno()).st_size
        magic = stream.read(len(MAGIC))
        if magic != MAGIC:
            cut = MAGIC.startswith(magic)
            yield Torn(path.name, 0) if cut else Damage(path.name, 0, "not a journal segment of this version")
            return
        offset = len(MAGIC)
        while offset < size:
            found = read_next(stream, path.name, offset, size)
            yield found
            if isinstance(found, Torn) or (isinstance(found, Damage) and stream.tell() == size):
                return
            offset = stream.tell()


def read_next(stream: BinaryIO, segment: str, offset: int, size: int) -> Frame | Damage | Torn:
    """What begins at ``offset``; leaves the stream at the next frame, or at ``size`` when that is unknown."""
    header = stream.read(_HEADER.size)
    if len(header) < _HEADER.size:
        return Torn(segment, offset)
    length, checksum, own = _HEADER.unpack(header)
    if zlib.crc32(header[:8]) != own:
        if _only_zeros(stream, header):  # the file system grew the file but lost what was never fsynced
            return Torn(segment, offset)
        stream.seek(size)
        return Damage(segment, offset, f"the frame header does not check; {size - offset} bytes are lost")
    if offset + _HEADER.size + length > size:
        return Torn(segment, offset)
    payload = stream.read(length)
    if zlib.crc32(payload) != checksum:
        return Damage(segment, offset, f"the record does not check; {length} bytes are lost")
    return Frame(segment, offset, payload)


def _only_zeros(stream: BinaryIO, start: bytes) -> bool:
    chunk = start
    while chunk:
        if any(chunk):
            return False
        chunk = stream.read(2**20)
    return True
