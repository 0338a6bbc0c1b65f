"""Writing a journal."""

from __future__ import annotations

import errno
import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from medgym_core.errors import DataError
from medgym_core.files import replace_file
from medgym_core.journal.frame import MAGIC, Torn, encode, segments, walk
from medgym_core.journal.reader import blob_path
from medgym_core.trajectory import Episode

Result = tuple[Episode, Mapping[str, bytes]]
"""An episode and the blobs it names, by sha256."""

SEGMENT_BYTES = 64 * 2**20
"""A segment that has grown past this is followed by a new one."""


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
            self._write(b"".join(encode(episode.model_dump_json().encode()) for episode, _ in results))
        except OSError as error:
            self._abandon()
            raise DataError(_refusal(self.folder, error)) from error

    def close(self) -> None:
        """Close the segment, if it is open; what was written stays."""
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
        earlier = segments(self.folder)
        number = int(earlier[-1].stem.removeprefix("seg-")) + 1 if earlier else 1
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
            path = blob_path(self.blobs, digest)
            if not path.exists():
                path.parent.mkdir(exist_ok=True)
                replace_file(path, data)
                _sync_folder(path.parent)
                _sync_folder(self.blobs)


def _drop_torn_ends(folder: Path) -> None:
    for segment in segments(folder):
        for found in walk(segment):
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
    fix = "free some space" if error.errno in (errno.ENOSPC, errno.EDQUOT) else "check the disk"
    return (
        f"the journal in {folder} cannot be written ({error.strerror or error}); what was recorded so far is "
        f"kept: {fix}, then continue with `medgym run --resume {folder.parent}`"
    )
