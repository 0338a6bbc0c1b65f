"""JSON lines addressed by number: a text file beside a file of offsets, so that one line is read alone."""

from __future__ import annotations

import struct
from collections.abc import Iterable
from pathlib import Path

from pydantic import BaseModel

from medgym_core import DataError

_OFFSET = struct.Struct("<Q")
_SPAN = struct.Struct("<QQ")


def write(path: Path, models: Iterable[BaseModel]) -> None:
    """Write ``<path>.jsonl`` and ``<path>.offsets``: where each line starts, and where the last one ends."""
    offset = 0
    with path.with_suffix(".jsonl").open("wb") as lines, path.with_suffix(".offsets").open("wb") as offsets:
        offsets.write(_OFFSET.pack(offset))
        for model in models:
            offset += lines.write(model.model_dump_json().encode() + b"\n")
            offsets.write(_OFFSET.pack(offset))


def count(path: Path) -> int:
    """Number of lines; 0 if there is no such file."""
    offsets = path.with_suffix(".offsets")
    return offsets.stat().st_size // _OFFSET.size - 1 if offsets.is_file() else 0


def line(path: Path, index: int) -> bytes:
    """One line.

    Raises:
        DataError: if there is none of that number, or the files do not fit each other.
    """
    if not 0 <= index < count(path):
        raise DataError(f"{path.with_suffix('.jsonl')} has no line {index}; make the build again")
    with path.with_suffix(".offsets").open("rb") as offsets:
        offsets.seek(index * _OFFSET.size)
        start, end = _SPAN.unpack(offsets.read(_SPAN.size))
    with path.with_suffix(".jsonl").open("rb") as lines:
        lines.seek(start)
        text = lines.read(end - start)
    if not text.endswith(b"\n"):
        raise DataError(f"{path.with_suffix('.jsonl')} is cut short; make the build again")
    return text
