"""Reading a journal."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from pathlib import Path

from pydantic import ValidationError

from medgym_core.errors import DataError
from medgym_core.journal.frame import Damage, Frame, read_next, segments, walk
from medgym_core.trajectory import SCHEMA, Episode


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
        for segment in segments(self.folder):
            for found in walk(segment):
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
            found = read_next(stream, segment, offset, os.fstat(stream.fileno()).st_size)
        if not isinstance(found, Frame):
            raise DataError(f"no intact record at byte {offset} of {self.folder / segment}")
        return parse(found)

    def blob(self, digest: str) -> bytes:
        """The bytes whose sha256 is ``digest``.

        Raises:
            DataError: if they are missing or no longer match.
        """
        path = blob_path(self.blobs, digest)
        try:
            data = path.read_bytes()
        except FileNotFoundError as error:
            raise DataError(f"file {digest[:12]} of this run is missing: {path}") from error
        if hashlib.sha256(data).hexdigest() != digest:
            raise DataError(f"{path} has changed since it was recorded; restore it from a copy of the run")
        return data


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


def blob_path(folder: Path, digest: str) -> Path:
    """Where the blob with this sha256 lies below the folder of blobs."""
    return folder / digest[:2] / digest
