"""The files of a copy, at any depth."""

from __future__ import annotations

from pathlib import Path

PACKED = (".gz", ".bz2", ".xz")
"""How names of compressed files end."""
_LEFT = ("__macosx", "thumbs.db", "desktop.ini")
"""What systems leave in folders and archives."""


def files(raw: Path) -> list[Path]:
    """``raw``, if it is a file, or every file at or below it: the upper ones first, each folder by name."""
    if raw.is_file():
        return [raw]
    found = (path for path in raw.rglob("*") if path.is_file() and not _is_left(path.relative_to(raw)))
    return sorted(found, key=lambda path: (len(path.parts), path))


def base_name(path: Path) -> str:
    """Its name in lower case, without what compression added: ``Rows.CSV.gz`` is ``rows.csv``."""
    name = path.name.lower()
    return next((name.removesuffix(end) for end in PACKED if name.endswith(end)), name)


def root_of(raw: Path, place: str) -> Path:
    """The uppermost folder at or below ``raw`` that holds ``place``, in any case; else ``raw``."""
    wanted = tuple(part.lower() for part in Path(place).parts)
    for path in files(raw):
        parts = path.relative_to(raw).parts
        for start in range(len(parts) - len(wanted) + 1):
            if tuple(part.lower() for part in parts[start : start + len(wanted)]) == wanted:
                return raw.joinpath(*parts[:start])
    return raw


def told(path: Path, raw: Path) -> str:
    """How a message names a file: by its place in the copy."""
    return str(path.relative_to(raw)) if path != raw and path.is_relative_to(raw) else path.name


def _is_left(path: Path) -> bool:
    return any(part.startswith(".") or part.lower() in _LEFT for part in path.parts)
