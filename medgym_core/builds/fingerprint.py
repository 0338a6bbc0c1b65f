"""What a user's files are: a hash of each, read once and remembered until the file changes.

Raw hospital data runs to tens of gigabytes, and every command that names it asks for its build by content.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import TYPE_CHECKING

from medgym_core.errors import DataError
from medgym_core.files import replace_file

if TYPE_CHECKING:
    from medgym_core.source import Progress

Stamp = tuple[int, int, int]
"""Size in bytes, time of change in nanoseconds, inode: a file whose stamp stands is taken to be unchanged."""


def fingerprint(path: Path, home: Path, progress: Progress) -> dict[str, str]:
    """SHA-256 of the file at ``path``, or of every file below it, hex, by name relative to ``path``.

    Args:
        path: file or folder.
        home: where hashes are remembered.
        progress: called with what is read; nothing is, where all hashes are remembered.

    Raises:
        DataError: if nothing is there, or a file cannot be read.
    """
    if not path.exists():
        raise DataError(
            f"no file or folder at {path}; give the path of the downloaded data with --source; "
            "`medgym data fetch` brings what is open"
        )
    memory = home / "fingerprints" / f"{hashlib.sha256(str(path).encode()).hexdigest()[:24]}.json"
    known = _remembered(memory)
    files = [path] if path.is_file() else sorted(p for p in path.rglob("*") if p.is_file())
    hashes: dict[str, tuple[Stamp, str]] = {}
    for number, file in enumerate(files):
        name, stamp = str(file.relative_to(path)), _stamp(file)
        before = known.get(name)
        if before is None or before[0] != stamp:
            progress(f"reading {file.name}", number / len(files))
        hashes[name] = before if before and before[0] == stamp else (stamp, _hash(file))
    if hashes != known:
        memory.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        replace_file(memory, json.dumps(hashes).encode())
    return {name: digest for name, (_, digest) in hashes.items()}


def _remembered(memory: Path) -> dict[str, tuple[Stamp, str]]:
    try:
        entries = json.loads(memory.read_text())
        return {name: ((stamp[0], stamp[1], stamp[2]), digest) for name, (stamp, digest) in entries.items()}
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return {}


def _stamp(file: Path) -> Stamp:
    status = file.stat()
    return status.st_size, status.st_mtime_ns, status.st_ino


def _hash(file: Path) -> str:
    try:
        with file.open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()
    except OSError as error:
        raise DataError(f"{file} cannot be read: {error.strerror}; fix its permissions") from error
