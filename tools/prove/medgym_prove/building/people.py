"""B02: synthetic files name nobody."""

from __future__ import annotations

import gzip
import re
import tempfile
from pathlib import Path

from medgym_prove.check import Check, Evidence
from medgym_prove.static.identifier import identifiers
from medgym_prove.subject import Subject

_WINDOW = 2**20
_WINDOWS = 8
"""Of a larger file so many evenly spaced windows are read, each of so many bytes."""
_SHOWN = 10
_WRITTEN = re.compile(rb"[\t\x20-\x7e]{16,}")
"""A text in a binary file. Shorter ones are found in any compressed data, and some look like addresses."""


def _examine(subject: Subject) -> Evidence:
    problems: list[str] = []
    with tempfile.TemporaryDirectory(prefix="medgym-raw-") as scratch:
        raw = Path(scratch)
        subject.family.synthesise(raw, 0, subject.scale, subject.progress)
        files = [path for path in sorted(raw.rglob("*")) if path.is_file()]
        for path in files:
            sightings = [sighting for text in _windows(path) for sighting in identifiers(text)]
            name = path.relative_to(raw)
            problems += [f"{name}: {found.text!r} looks like a real {found.kind}" for found in sightings[:3]]
    return Evidence(examined=len(files), problems=tuple(problems[:_SHOWN]), figures={"raw_files": len(files)})


def _windows(path: Path) -> list[str]:
    if path.suffix == ".gz":
        with gzip.open(path) as packed:
            return [_text(packed.read(_WINDOW * _WINDOWS))]
    size = path.stat().st_size
    if size <= _WINDOW * _WINDOWS:
        return [_text(path.read_bytes())]
    found = []
    with path.open("rb") as stream:
        for number in range(_WINDOWS):
            stream.seek(number * (size - _WINDOW) // (_WINDOWS - 1))
            found.append(_text(stream.read(_WINDOW)))
    return found


def _text(data: bytes) -> str:
    """All of a text file; of a binary one, which holds zeros, what is written in it."""
    return (b"\n".join(_WRITTEN.findall(data)) if b"\0" in data else data).decode("utf-8", errors="replace")


B02 = Check(
    id="B02",
    level=1,
    title="synthetic files name nobody",
    hint="Make invented people plainly invented: addresses at example.org, telephone numbers with 555, "
    "record numbers that are not all digits.",
    examine=_examine,
)
