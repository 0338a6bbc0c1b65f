"""A filter of system calls, as BPF made by hand so that the same bytes serve every backend."""

from __future__ import annotations

import ctypes
import os
import struct
from collections.abc import Iterable, Mapping
from errno import EAFNOSUPPORT, EINVAL, ENOMEM, ENOSYS, ENOTSUP, ENOTTY, EPERM
from functools import cache

from . import libc
from .calls import NUMBERS, REFUSALS, UNKNOWN

_MODE_FILTER = 2
_Code = list[tuple[int, int, int, int]]

# Landlock lets an owner change a file's attributes and anyone connect to a socket file, so where the host's
# files are in reach: mode and time stay as they are (copying must not fail), the rest is refused.
_OF_HOST_FILES = {
    0: ("chmod", "fchmod", "fchmodat", "fchmodat2", "utime", "utimes", "futimesat", "utimensat"),
    ENOTSUP: (
        "setxattr", "lsetxattr", "fsetxattr", "setxattrat", "removexattr", "lremovexattr", "fremovexattr",
        "removexattrat", "file_setattr",
    ),
    EPERM: ("chown", "lchown", "fchown", "fchownat"),
}  # fmt: skip
_SELF_ONLY = ("prlimit64", "sched_setparam", "sched_setscheduler", "sched_setaffinity", "sched_setattr")
# Calls that tell of any process by its number, for where the host's processes have one.
_ASKING = ("pidfd_open",)
_ASKING_FIRST = (
    "getpgid", "getsid", "sched_getparam", "sched_getscheduler", "sched_getaffinity", "sched_getattr",
    "sched_rr_get_interval", "get_robust_list",
)  # fmt: skip
_ASKING_SECOND = ("ioprio_get",)
_NAMESPACE_FLAGS = 0x7E020000
_MFD_HUGETLB, _MAP_HUGETLB = 0x4, 0x40000
_FCNTL_LINUX, _FCNTL_HARMLESS = 1024, (1030, 1034)  # F_DUPFD_CLOEXEC to F_GET_SEALS
_IOCTL_TYPES = (0x5400, 0x8900)  # of terminals and pipes, and of sockets

_LD, _AND, _JEQ, _JGE, _JGT, _JSET, _RET = 0x20, 0x54, 0x15, 0x35, 0x25, 0x45, 0x06
_ALLOW, _ERRNO, _KILL = 0x7FFF0000, 0x00050000, 0x80000000
_NR, _ARCH = 0, 4
_ARGUMENT = (16, 24, 32, 40)


@cache
def program(inet: bool, host_files: bool, host_processes: bool = False) -> bytes:
    """BPF bytes: refuse what no analysis needs.

    ``inet`` allows IPv4 and IPv6 sockets. ``host_files`` says that the child's root is the host's: then
    attributes of files stay as they are, and no socket can be connected to a path. ``host_processes`` says
    that the host's processes have numbers in the child's sight: then it may ask after none but itself.
    """
    machine = os.uname().machine
    column = {"x86_64": 0, "aarch64": 1}[machine]
    arch = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}[machine]
    number = {name: found for name, numbers in NUMBERS.items() if (found := numbers[column]) is not None}
    decided: dict[int, _Code] = {}
    for refusal in REFUSALS:
        decided |= _refused(number, refusal.names, refusal.error)
    if host_files:
        for error, names in _OF_HOST_FILES.items():
            decided |= _refused(number, names, error)
        decided[number["socketpair"]] = _no_datagrams()
    if host_processes:
        decided |= _no_questions(number)
    decided |= {number[name]: _only_for_self() for name in _SELF_ONLY}
    families = (*(() if host_files else (1,)), *((2, 10) if inet else ()))
    decided[number["setpriority"]] = _only_own_priority()
    decided[number["clone"]] = _without(0, _NAMESPACE_FLAGS, EPERM)
    decided[number["mmap"]] = _without(3, _MAP_HUGETLB, ENOMEM)  # huge pages are the host's, uncounted
    decided[number["memfd_create"]] = _without(1, _MFD_HUGETLB, EINVAL)
    decided[number["fcntl"]] = _no_leases()
    decided[number["ioctl"]] = _one_of(1, 0xFF00, _IOCTL_TYPES, ENOTTY)
    decided[number["socket"]] = _one_of(0, 0xFFFFFFFF, families, EAFNOSUPPORT)
    code = [(_LD, 0, 0, _ARCH), (_JEQ, 1, 0, arch), (_RET, 0, 0, _KILL), (_LD, 0, 0, _NR)]
    return b"".join(struct.pack("HBBI", *instruction) for instruction in code + _search(_ranges(decided)))


def _ranges(decided: Mapping[int, _Code]) -> list[tuple[int, _Code]]:
    """First number of each range of calls with the same code; all that is not decided is allowed."""
    ranges: list[tuple[int, _Code]] = []
    for number in range(UNKNOWN):
        code = decided.get(number, [(_RET, 0, 0, _ALLOW)])
        if not ranges or ranges[-1][1] != code:
            ranges.append((number, code))
    return [*ranges, (UNKNOWN, [_fails(ENOSYS)])]  # the x32 table, which renumbers everything, is above


def _search(ranges: list[tuple[int, _Code]]) -> _Code:
    """The code of the range that a number is in, found by halves.

    The kernel runs a filter for each number once when it takes it, so a chain of questions costs every box.
    """
    if len(ranges) == 1:
        return ranges[0][1]
    half = len(ranges) // 2
    below = _search(ranges[:half])
    return [(_JGE, len(below), 0, ranges[half][0]), *below, *_search(ranges[half:])]


def _fails(error: int) -> tuple[int, int, int, int]:
    return (_RET, 0, 0, _ERRNO | error)


def _refused(number: Mapping[str, int], names: Iterable[str], error: int) -> dict[int, _Code]:
    return {number[name]: [_fails(error)] for name in names if name in number}


def _one_of(argument: int, mask: int, values: Iterable[int], error: int) -> _Code:
    """Go on if the masked argument is one of ``values``."""
    code = [(_LD, 0, 0, _ARGUMENT[argument]), (_AND, 0, 0, mask)]
    code += [step for value in values for step in ((_JEQ, 0, 1, value), (_RET, 0, 0, _ALLOW))]
    return [*code, _fails(error)]


def _without(argument: int, flags: int, error: int) -> _Code:
    """Go on if the argument has none of ``flags``."""
    load = (_LD, 0, 0, _ARGUMENT[argument])
    return [load, (_JSET, 0, 1, flags), _fails(error), (_RET, 0, 0, _ALLOW)]


def _only_for_self(argument: int = 0) -> _Code:
    """The argument is a pid, and 0 stands for the caller."""
    return _one_of(argument, 0xFFFFFFFF, (0,), EPERM)


def _only_own_priority() -> _Code:
    """The first argument says whose: 0 is a process, and the second is its pid."""
    code = [(_LD, 0, 0, _ARGUMENT[0]), (_JEQ, 0, 2, 0), (_LD, 0, 0, _ARGUMENT[1])]
    return [*code, (_JEQ, 1, 0, 0), _fails(EPERM), (_RET, 0, 0, _ALLOW)]


def _no_questions(number: Mapping[str, int]) -> dict[int, _Code]:
    """Questions about the caller itself alone."""
    decided = _refused(number, _ASKING, EPERM) | {number["getpriority"]: _only_own_priority()}
    for argument, names in enumerate((_ASKING_FIRST, _ASKING_SECOND)):
        decided |= {number[name]: _only_for_self(argument) for name in names}
    return decided


def _no_leases() -> _Code:
    """No request of Linux's own but those of pipes and seals.

    Leases and notices tell when another opens a file, and a lease makes it wait; hints of a file's lifetime
    are kept in the file for all to read.
    """
    low, high = _FCNTL_HARMLESS
    code = [(_LD, 0, 0, _ARGUMENT[1]), (_JGE, 0, 3, _FCNTL_LINUX), (_JGT, 1, 0, high)]
    return [*code, (_JGE, 1, 0, low), _fails(EINVAL), (_RET, 0, 0, _ALLOW)]


def _no_datagrams() -> _Code:
    """Sockets in pairs only of streams; one of datagrams can be sent on to a path."""
    return _one_of(1, 0xF, (1,), EAFNOSUPPORT)


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_char_p))


def install(filters: bytes) -> None:
    """Bind this process and its children to a BPF program, for good."""
    structure = _Program(len(filters) // 8, filters)
    libc.prctl(libc.PR_SET_SECCOMP, _MODE_FILTER, ctypes.byref(structure))
