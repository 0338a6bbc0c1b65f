"""Whole buffers through descriptors."""

from __future__ import annotations

import os

_write = os.write  # agent code may replace what os offers


def write_all(descriptor: int, data: bytes | memoryview) -> None:
    """Write all of ``data``.

    Raises:
        OSError: as ``os.write`` does.
    """
    view = memoryview(data)
    while view:
        view = view[_write(descriptor, view) :]


def read_all(descriptor: int) -> bytes:
    """Read to the end."""
    data = bytearray()
    while chunk := os.read(descriptor, 1 << 16):
        data += chunk
    return bytes(data)


def read_exactly(descriptor: int, count: int) -> bytes:
    """Read ``count`` bytes.

    Raises:
        EOFError: if there are fewer.
    """
    data = bytearray()
    while len(data) < count:
        chunk = os.read(descriptor, count - len(data))
        if not chunk:
            raise EOFError
        data += chunk
    return bytes(data)


def as_file(data: bytes) -> int:
    """Descriptor of an anonymous file that holds ``data``, at its start."""
    descriptor = os.memfd_create("data")
    write_all(descriptor, data)
    os.lseek(descriptor, 0, os.SEEK_SET)
    return descriptor
