"""System calls that Python's standard library does not offer."""

from __future__ import annotations

import ctypes
import os
import signal
import struct
from collections.abc import Iterable
from typing import Any

library = ctypes.CDLL(None, use_errno=True)
"""The C library of the process."""
for _name in ("capset", "mount", "prctl", "setns", "syscall", "unshare"):
    getattr(library, _name)  # found here, in a template, and not in each fork

PR_SET_DUMPABLE, PR_SET_SECCOMP, PR_CAPBSET_DROP, PR_SET_SUBREAPER, PR_SET_NO_NEW_PRIVS = 4, 22, 24, 36, 38
_PR_GET_TID_ADDRESS, _SETTID, _CLEARTID = 40, 0x01000000, 0x00200000
_CLONE = {"x86_64": 56, "aarch64": 220}
_locked = ctypes.PyDLL(None, use_errno=True)
"""The same, called without giving up the interpreter's lock, for which a child would wait for ever."""


def call(number: int, *arguments: Any) -> int:
    """The system call ``number``; integers travel as longs.

    Raises:
        OSError: with the call's errno.
    """
    return _checked(library.syscall(number, *_longs(arguments)))


def prctl(option: int, *arguments: Any) -> None:
    """``prctl(2)`` with up to four arguments.

    Raises:
        OSError: with its errno.
    """
    padded = (*arguments, 0, 0, 0, 0)[:4]
    _checked(library.prctl(option, *_longs(padded)))


def keep_capabilities(kept: Iterable[int] = ()) -> None:
    """Give up every capability of this process but those ``kept``, which it must hold and which are below 32.

    Raises:
        OSError: if the kernel refuses.
    """
    held = sum(1 << capability for capability in kept)
    _checked(library.capset(struct.pack("II", 0x20080522, 0), struct.pack("6I", held, held, 0, 0, 0, 0)))


def mount(source: str | None, target: str, kind: str | None, flags: int, options: str = "") -> None:
    """``mount(2)``.

    Raises:
        OSError: with its errno.
    """
    texts = [text and os.fsencode(text) for text in (source, target, kind)]
    _checked(library.mount(*texts, ctypes.c_ulong(flags), options.encode()))


def clone(namespaces: int) -> int:
    """Fork into new ``namespaces``; 0 in the child, its pid in the parent.

    Nothing is called before or after it, neither of Python nor of libraries, which takes most of the time of
    ``os.fork``. So the caller must be the only thread. What the child forks by ``os.fork`` is as always.

    Raises:
        OSError: with its errno.
    """
    known, flags = ctypes.c_void_p(), namespaces | signal.SIGCHLD
    if library.prctl(_PR_GET_TID_ADDRESS, ctypes.byref(known)) == 0:  # where the C library keeps its number
        flags |= _SETTID | _CLEARTID
    return _checked(_locked.syscall(_CLONE[os.uname().machine], *_longs((flags, 0, 0)), known, known))


def unshare(flags: int) -> None:
    """``unshare(2)``.

    Raises:
        OSError: with its errno.
    """
    _checked(library.unshare(flags))


def setns(descriptor: int, kind: int) -> None:
    """``setns(2)``.

    Raises:
        OSError: with its errno.
    """
    _checked(library.setns(descriptor, kind))


def _longs(arguments: tuple[Any, ...]) -> list[Any]:
    return [ctypes.c_long(a) if isinstance(a, int) else a for a in arguments]


def _checked(result: int) -> int:
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
    return result
