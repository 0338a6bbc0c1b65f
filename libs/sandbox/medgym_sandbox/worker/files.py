"""Files in and out of the work directory, in a child with the agent's rights, following no link."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from collections.abc import Callable, Mapping
from typing import Any

from .pipes import write_all

_DIRECTORY = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC


def write(request: Mapping[str, Any], body: memoryview, report: Callable[[dict[str, Any]], None]) -> int:
    """Write ``body`` to ``request["path"]``, making folders; returns the exit code."""
    try:
        folder, name = _parent(request["path"], make=True)
        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW | os.O_NONBLOCK
        descriptor = os.open(name, flags, 0o644, dir_fd=folder)
        _require_regular(descriptor)
        write_all(descriptor, body)
    except OSError as error:
        report({"refused": _refusal(error)})
    return 0


def read(request: Mapping[str, Any], report: Callable[[dict[str, Any]], None]) -> int:
    """Send the file at ``request["path"]`` to standard output; returns the exit code."""
    try:
        folder, name = _parent(request["path"], make=False)
        descriptor = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=folder)
        size = _require_regular(descriptor)
        if size > request["max_bytes"]:
            report({"refused": "too_large"})
            return 0
        left = request["max_bytes"] + 1  # one more than allowed tells the host that the file grew
        while left > 0:
            chunk = os.read(descriptor, min(left, 1 << 20))
            if not chunk:
                break
            left -= len(chunk)
            write_all(1, chunk)
    except OSError as error:
        report({"refused": _refusal(error)})
    return 0


def _parent(path: str, make: bool) -> tuple[int, str]:
    parts = [part for part in path.split("/") if part]
    if not parts or ".." in parts or path.startswith("/"):
        raise OSError(errno.EACCES, "not a path below the work directory")
    folder = os.open(".", _DIRECTORY)
    for part in parts[:-1]:
        if make:
            with contextlib.suppress(FileExistsError):
                os.mkdir(part, 0o755, dir_fd=folder)
        folder = os.open(part, _DIRECTORY, dir_fd=folder)
    return folder, parts[-1]


def _require_regular(descriptor: int) -> int:
    """Size of the file; a hard link might be another user's file, so it is refused too."""
    status = os.fstat(descriptor)
    if not stat.S_ISREG(status.st_mode) or status.st_nlink != 1:
        raise OSError(errno.ELOOP, "not a regular file")
    return status.st_size


def _refusal(error: OSError) -> str:
    if error.errno in (errno.ENOENT, errno.ENAMETOOLONG):
        return "missing"
    if error.errno in (errno.ELOOP, errno.ENOTDIR, errno.ENXIO, errno.EISDIR, errno.ENODEV):
        return "not_regular"
    if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
        return "no_space"
    return "denied"
