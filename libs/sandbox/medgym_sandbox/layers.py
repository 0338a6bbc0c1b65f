"""What an image holds, layer by layer: also what a later layer hides."""

from __future__ import annotations

import io
import tarfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import IO

from medgym_sandbox import engine

_CHUNK = 1 << 20
_OURS = ("medgym_core", "medgym_reading", "medgym_sandbox", "medgym_statistics", "medgym_plugin_")


@dataclass(frozen=True)
class Hit:
    """Something that must not be in an image."""

    layer: str
    """Name of the layer, or of the image's own description."""
    path: str
    """File in it; empty for the description."""
    what: str
    """What was found."""


def scan_image(reference: str, private: Sequence[bytes] = ()) -> list[Hit]:
    """Look through every file of every layer, and the image's description, for what must not be there.

    That is every byte string of ``private`` (gold, hidden inputs, a certificate), and every module of medgym
    or of a plugin, since boxes must not be able to import them.

    Raises:
        EngineError: if the engine does not hand the image out.
    """
    with engine.errors(f"export {reference}"):
        exported = io.BufferedReader(_Chunks(engine.client().get_image(reference)), _CHUNK)
        with tarfile.open(fileobj=exported, mode="r|") as archive:
            return [hit for part in archive if part.isfile() for hit in _scan_part(archive, part, private)]


class _Chunks(io.RawIOBase):
    """A readable file over an iterator of bytes."""

    def __init__(self, chunks: Iterator[bytes]) -> None:
        self._chunks, self._left = iter(chunks), b""

    def readable(self) -> bool:
        """It is."""
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        """Fill ``buffer`` with what the next chunk holds; 0 at the end."""
        while not self._left:
            following = next(self._chunks, None)
            if following is None:
                return 0
            self._left = following
        count = min(len(buffer), len(self._left))
        buffer[:count], self._left = self._left[:count], self._left[count:]
        return count


def _scan_part(archive: tarfile.TarFile, part: tarfile.TarInfo, private: Sequence[bytes]) -> Iterator[Hit]:
    """Hits in one part of an export: a layer, itself an archive, or a piece of the description."""
    content = archive.extractfile(part)
    assert isinstance(content, io.BufferedReader)
    head = content.peek(512)
    if head[257:262] == b"ustar" or head[:2] == b"\x1f\x8b":
        with tarfile.open(fileobj=content, mode="r|*") as layer:
            for member in layer:
                yield from _scan_member(part.name, layer, member, private)
    else:
        for needle in _found(content, private):
            yield Hit(part.name, "", _shown(needle))


def _scan_member(
    name: str, layer: tarfile.TarFile, member: tarfile.TarInfo, private: Sequence[bytes]
) -> Iterator[Hit]:
    if any(piece.startswith(_OURS) for piece in member.name.split("/")):
        yield Hit(name, member.name, "a module of medgym")
    content = layer.extractfile(member) if member.isreg() else None
    if content is not None:
        for needle in _found(content, private):
            yield Hit(name, member.name, _shown(needle))


def _found(content: IO[bytes], private: Sequence[bytes]) -> list[bytes]:
    """Which of ``private`` occur in ``content``, whatever the borders of the pieces it is read in."""
    overlap = max((len(needle) for needle in private), default=0)
    found: set[bytes] = set()
    tail = b""
    while private and (piece := content.read(_CHUNK)):
        window = tail + piece
        found.update(needle for needle in private if needle in window)
        tail = window[-overlap:]
    return sorted(found)


def _shown(needle: bytes) -> str:
    return f"private bytes {needle[:16]!r}"
