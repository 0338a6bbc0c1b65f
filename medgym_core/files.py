"""Writing files and folders whole, and lines for good."""

from __future__ import annotations

import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from medgym_core.errors import ConfigError, DataError
from medgym_sandbox.home import default_home as default_home


def replace_file(path: Path, data: bytes) -> None:
    """Write ``data`` to ``path`` so that a reader sees the old bytes or the new, never a part."""
    descriptor, temporary = tempfile.mkstemp(dir=path.parent, prefix=".new-")
    try:
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def append_line(path: Path, line: str) -> None:
    """Add ``line`` to ``path``, which its owner alone reads; it stands on the disk when this returns."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        os.write(descriptor, line.encode() + b"\n")
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextmanager
def whole_folder(out: Path) -> Iterator[Path]:
    """A folder to write into; it becomes ``out`` at the end, and is removed if anything goes wrong.

    Raises:
        ConfigError: if ``out`` holds something already, or cannot be made.
        DataError: if the disk refuses.
    """
    if out.exists() and not (out.is_dir() and not any(out.iterdir())):
        raise ConfigError(f"{out} exists already; choose another folder")
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        growing = Path(tempfile.mkdtemp(dir=out.parent, prefix=f".{out.name}-"))
    except OSError as error:
        raise ConfigError(f"cannot make {out}: {error.strerror}; choose another folder") from error
    try:
        yield growing
        os.replace(growing, out)
    except OSError as error:
        why = error.strerror or error
        raise DataError(f"{out} cannot be written ({why}); nothing is left of it: free some space") from error
    finally:
        shutil.rmtree(growing, ignore_errors=True)
