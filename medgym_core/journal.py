"""The append-only journal of a run: the truth from which resume, reports and exports derive.

::

    RUN/journal/seg-000001.mgj   magic and version (8 bytes), then frames, never edited
    frame                        u32 length | u32 crc32(payload) | u32 crc32(the 8 bytes before) | payload
    payload                      one Episode as JSON
    RUN/blobs/ab/ab34...         a file graded in some episode, named by its sha256

One writer, the driver, appends; a record counts once it is fsynced. A frame cut short at the end of a
segment is a torn append that nobody was promised. Anything else that does not check is damage: it is
reported, the frames that still check are kept, and resume plays the lost episodes again.
"""

from __future__ import annotations

import errno
import hashlib
import os
import struct
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from pydantic import ValidationError

from medgym_core.errors import DataError
from medgym_core.source import replace_file
from medgym_core.trajectory import SCHEMA, Episode

Result = tuple[Episode, Mapping[str, bytes]]
"""An episode and the blobs it names, by sha256."""

MAGIC = b"MEDGYMJ\x01"
"""First bytes of a segment: the name and the version of the framing."""

SEGMENT_BYTES = 64 * 2**20
"""A segment that has grown past this is followed by a new one."""

_HEADER = struct.Struct("<III")


@dataclass(frozen=True, slots=True)
class Frame:
    """One intact record."""

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


class Journal:
    """Reads a journal, alone or while its writer is at work; memory stays flat however long it is.

    ``damage`` lists what did not check in the scans made so far.
    """

    def __init__(self, run: Path) -> None:
        """Reads the journal of the run folder ``run``; a run that has recorded nothing is empty."""
        self.folder = run / "journal"
        self.blobs = run / "blobs"
        self.damage: list[Damage] = []

    def frames(self) -> Iterator[Frame]:
        """Every intact record, in the order of writing."""
        for segment in _segments(self.folder):
            for found in _walk(segment):
                if isinstance(found, Frame):
                    yield found
                elif isinstance(found, Damage) and found not in self.damage:
                    self.damage.append(found)

    def episodes(self) -> Iterator[Episode]:
        """Every recorded attempt, in the order of writing.

        Raises:
            DataError: if a record is intact but of a form this version does not know.
        """
        return (parse(frame) for frame in self.frames())

    def read(self, segment: str, offset: int) -> Episode:
        """The episode whose frame begins at ``offset`` of ``segment``.

        Raises:
            DataError: if none does.
        """
        with (self.folder / segment).open("rb") as stream:
            stream.seek(offset)
            found = _next(stream, segment, offset, os.fstat(stream.fileno()).st_size)
        if not isinstance(found, Frame):
            raise DataError(f"no intact record at byte {offset} of {self.folder / segment}")
        return parse(found)

    def blob(self, digest: str) -> bytes:
        """The bytes whose sha256 is ``digest``.

        Raises:
            DataError: if they are missing or no longer match.
        """
        path = _blob_path(self.blobs, digest)
        try:
            data = path.read_bytes()
        except FileNotFoundError as error:
            raise DataError(f"file {digest[:12]} of this run is missing: {path}") from error
        if hashlib.sha256(data).hexdigest() != digest:
            raise DataError(f"{path} has changed since it was recorded; restore it from a copy of the run")
        return data


class JournalWriter:
    """Appends to a journal. The caller holds the run's driver lock."""

    def __init__(self, run: Path) -> None:
        """Drops torn ends of earlier writers; the first append begins a new segment."""
        self.folder = run / "journal"
        self.blobs = run / "blobs"
        self._descriptor: int | None = None
        self._size = 0
        for folder in (self.folder, self.blobs):
            folder.mkdir(parents=True, exist_ok=True)
            _sync_folder(folder.parent)
        _drop_torn_ends(self.folder)

    def append(self, results: Sequence[Result]) -> None:
        """Record ``results`` with their blobs; once this returns they survive a crash.

        Raises:
            DataError: if the disk refuses. The segment is left as it is and not written again: after a
                failed fsync nobody knows what it holds. What was acknowledged before stays.
        """
        try:
            for _, blobs in results:
                self._keep(blobs)
            self._write(b"".join(_frame(episode) for episode, _ in results))
        except OSError as error:
            self._abandon()
            raise DataError(_refusal(self.folder, error)) from error

    def close(self) -> None:
        """Close the segment; idempotent."""
        descriptor, self._descriptor = self._descriptor, None
        if descriptor is not None:
            os.close(descriptor)

    def __enter__(self) -> JournalWriter:
        """The writer itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close."""
        self.close()

    def _write(self, data: bytes) -> None:
        if self._descriptor is None or self._size >= SEGMENT_BYTES:
            self._begin_segment()
        assert self._descriptor is not None
        rest = memoryview(data)
        while rest:
            rest = rest[os.write(self._descriptor, rest) :]
        os.fsync(self._descriptor)
        self._size += len(data)

    def _begin_segment(self) -> None:
        self.close()
        segments = _segments(self.folder)
        number = int(segments[-1].stem.removeprefix("seg-")) + 1 if segments else 1
        path = self.folder / f"seg-{number:06}.mgj"
        self._descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND, 0o600)
        os.write(self._descriptor, MAGIC)
        _sync_folder(self.folder)
        self._size = len(MAGIC)

    def _abandon(self) -> None:
        try:
            self.close()
        except OSError:  # a failed write may be reported again on close; the segment is given up already
            self._descriptor = None

    def _keep(self, blobs: Mapping[str, bytes]) -> None:
        for digest, data in blobs.items():
            path = _blob_path(self.blobs, digest)
            if not path.exists():
                path.parent.mkdir(exist_ok=True)
                replace_file(path, data)
                _sync_folder(path.parent)
                _sync_folder(self.blobs)


def parse(frame: Frame) -> Episode:
    """The episode in ``frame``.

    Raises:
        DataError: if it is of a form this version does not know.
    """
    try:
        episode = Episode.model_validate_json(frame.payload)
    except ValidationError as error:
        raise unreadable(frame, error.errors()[0]["msg"]) from error
    if episode.schema_version > SCHEMA:
        raise unreadable(frame, f"form {episode.schema_version}")
    return episode


def unreadable(frame: Frame, why: str) -> DataError:
    """The error for a record that is intact but of a form this version does not know."""
    return DataError(
        f"{frame.segment} at byte {frame.offset} is not an episode of form {SCHEMA}, the one that this "
        f"version of medgym-core reads ({why}); use the version that wrote the run"
    )


def _frame(episode: Episode) -> bytes:
    payload = episode.model_dump_json().encode()
    return _header(payload) + payload


def _header(payload: bytes) -> bytes:
    start = struct.pack("<II", len(payload), zlib.crc32(payload))
    return start + struct.pack("<I", zlib.crc32(start))


def _segments(folder: Path) -> list[Path]:
    return sorted(folder.glob("seg-*.mgj"))


def _blob_path(folder: Path, digest: str) -> Path:
    return folder / digest[:2] / digest


def _walk(path: Path) -> Iterator[Frame | Damage | Torn]:
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
            found = _next(stream, path.name, offset, size)
            yield found
            if isinstance(found, Torn) or (isinstance(found, Damage) and stream.tell() == size):
                return
            offset = stream.tell()


def _next(stream: BinaryIO, segment: str, offset: int, size: int) -> Frame | Damage | Torn:
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


def _drop_torn_ends(folder: Path) -> None:
    for segment in _segments(folder):
        for found in _walk(segment):
            if isinstance(found, Torn):
                with segment.open("r+b") as stream:
                    stream.truncate(found.offset)
                    os.fsync(stream.fileno())


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _refusal(folder: Path, error: OSError) -> str:
    mend = "free some space" if error.errno in (errno.ENOSPC, errno.EDQUOT) else "check the disk"
    return (
        f"the journal in {folder} cannot be written ({error.strerror or error}); what was recorded so far is "
        f"kept: {mend}, then continue with `medgym run --resume {folder.parent}`"
    )
