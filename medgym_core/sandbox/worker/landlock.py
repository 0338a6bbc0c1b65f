"""Landlock: which files a child may reach, by rules that it can never loosen again."""

from __future__ import annotations

import ctypes
import os
import struct
from collections.abc import Iterable

from . import libc

_CREATE, _ADD, _RESTRICT = 444, 445, 446
_VERSION_FLAG, _PATH_BENEATH = 1, 1
_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR, _TRUNCATE, _IOCTL_DEV = (
    1,
    1 << 1,
    1 << 2,
    1 << 3,
    1 << 14,
    1 << 15,
)
_EVERYTHING = 0xFFFF
_OF_FILES = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE | _IOCTL_DEV
_SCOPE_ABSTRACT_SOCKETS, _SCOPE_SIGNALS = 1, 2


def abi() -> int:
    """Landlock ABI version of the running kernel, 0 if it has none."""
    return max(0, int(libc.library.syscall(_CREATE, None, ctypes.c_size_t(0), _VERSION_FLAG)))


def ruleset(readable: Iterable[str], writable: Iterable[str], listable: Iterable[str]) -> int:
    """Descriptor of a ruleset; needs Landlock ABI 6.

    It allows reading below ``readable``, everything below ``writable``, and below ``listable`` to list
    folders and no more. Signals and abstract sockets do not leave the domain. Paths that do not exist are
    passed over.

    Raises:
        OSError: if the kernel refuses.
    """
    attribute = struct.pack("QQQ", _EVERYTHING, 0, _SCOPE_ABSTRACT_SOCKETS | _SCOPE_SIGNALS)
    rules = libc.call(_CREATE, attribute, len(attribute), 0)
    _allow(rules, readable, _EXECUTE | _READ_FILE | _READ_DIR)
    _allow(rules, writable, _EVERYTHING)
    _allow(rules, listable, _READ_DIR)
    return rules


def restrict(rules: int) -> None:
    """Bind this process and its children to a ruleset, for good; needs no-new-privileges.

    Raises:
        OSError: if the kernel refuses.
    """
    libc.call(_RESTRICT, rules, 0)


def _allow(rules: int, paths: Iterable[str], access: int) -> None:
    for path in paths:
        try:
            parent = os.open(path, os.O_PATH | os.O_CLOEXEC)
        except OSError:
            continue
        allowed = access if os.path.isdir(path) else access & _OF_FILES
        libc.call(_ADD, rules, _PATH_BENEATH, struct.pack("=Qi", allowed, parent), 0)
        os.close(parent)
