"""Landlock: which files a child may reach, by rules that it can never loosen again."""

from __future__ import annotations

import ctypes
import os
import struct
from collections.abc import Iterable

from . import libc

_CREATE, _ADD, _RESTRICT = 444, 445, 446
_VERSION_FLAG, _PATH_BENEATH = 1, 1
_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = 1, 1 << 1, 1 << 2, 1 << 3
_REFER, _TRUNCATE, _IOCTL_DEV = 1 << 13, 1 << 14, 1 << 15
_SINCE = {1: _REFER - 1, 2: _REFER, 3: _TRUNCATE, 5: _IOCTL_DEV}
"""Rights by the version that brought them."""
_OF_FILES = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE | _IOCTL_DEV
_SCOPE_ABSTRACT_SOCKETS, _SCOPE_SIGNALS = 1, 2
_SCOPED_SINCE = 6
_OWN_FIGURES = ("stat", "statm", "status")


def abi() -> int:
    """Landlock ABI version of the running kernel, 0 if it has none."""
    return max(0, int(libc.library.syscall(_CREATE, None, ctypes.c_size_t(0), _VERSION_FLAG)))


def ruleset(
    readable: Iterable[str], writable: Iterable[str], listable: Iterable[str], hidden: Iterable[str] = ()
) -> int:
    """Descriptor of a ruleset; needs Landlock ABI 2.

    It allows reading below ``readable``, everything below ``writable``, and below ``listable`` to list
    folders and no more. If anything is ``hidden``, all else at the root is readable. From ABI 6 on, signals
    and abstract sockets do not leave the domain. Paths that do not exist are passed over.

    Raises:
        OSError: if the kernel refuses.
    """
    version = abi()
    handled = sum(rights for since, rights in _SINCE.items() if since <= version)
    scopes = _SCOPE_ABSTRACT_SOCKETS | _SCOPE_SIGNALS if version >= _SCOPED_SINCE else 0
    attribute = struct.pack("QQQ", handled, 0, scopes)[: 24 if scopes else 8]
    rules = libc.call(_CREATE, attribute, len(attribute), 0)
    shown = {f"/{name}" for name in os.listdir("/")}.difference(hidden) if hidden else set()
    _allow(rules, (*readable, *shown), _EXECUTE | _READ_FILE | _READ_DIR)
    _allow(rules, writable, handled)
    _allow(rules, listable, _READ_DIR)
    return rules


def restrict(rules: int) -> None:
    """Bind this process and its children to a ruleset, for good; needs no-new-privileges.

    The process can read its own figures, which the ruleset learns here: they have another path in each.

    Raises:
        OSError: if the kernel refuses.
    """
    _allow(rules, [f"/proc/self/{name}" for name in _OWN_FIGURES], _READ_FILE)
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
