"""A filter of system calls, as BPF made by hand so that the same bytes serve every backend."""

from __future__ import annotations

import ctypes
import os
import struct
from collections.abc import Mapping
from errno import EAFNOSUPPORT, ENOSYS, ENOTSUP, EPERM

from . import libc

_MODE_FILTER = 2

# x86_64, aarch64
_NUMBERS = {
    "socket": (41, 198), "clone": (56, 220), "prlimit64": (302, 261), "setpriority": (141, 140),
    "sched_setparam": (142, 118), "sched_setscheduler": (144, 119), "sched_setaffinity": (203, 122),
    "sched_setattr": (314, 274), "clone3": (435, 435), "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426), "io_uring_register": (427, 427), "ptrace": (101, 117),
    "process_vm_readv": (310, 270), "process_vm_writev": (311, 271), "bpf": (321, 280),
    "perf_event_open": (298, 241), "userfaultfd": (323, 282), "keyctl": (250, 219), "add_key": (248, 217),
    "request_key": (249, 218), "mount": (165, 40), "umount2": (166, 39), "pivot_root": (155, 41),
    "chroot": (161, 51), "unshare": (272, 97), "setns": (308, 268), "open_by_handle_at": (304, 265),
    "kcmp": (312, 272), "pidfd_getfd": (438, 438), "kexec_load": (246, 104), "init_module": (175, 105),
    "finit_module": (313, 273), "delete_module": (176, 106), "swapon": (167, 224), "reboot": (169, 142),
    "syslog": (103, 116), "acct": (163, 89), "quotactl": (179, 60), "ioprio_set": (251, 30),
    "migrate_pages": (256, 238), "move_pages": (279, 239), "name_to_handle_at": (303, 264),
    "socketpair": (53, 199), "shmget": (29, 194), "semget": (64, 190), "msgget": (68, 186),
    "chmod": (90, None), "fchmod": (91, 52), "fchmodat": (268, 53), "fchmodat2": (452, 452),
    "utime": (132, None), "utimes": (235, None), "futimesat": (261, None), "utimensat": (280, 88),
    "chown": (92, None), "lchown": (94, None), "fchown": (93, 55), "fchownat": (260, 54),
    "setxattr": (188, 5), "lsetxattr": (189, 6), "fsetxattr": (190, 7), "setxattrat": (463, 463),
    "removexattr": (197, 14), "lremovexattr": (198, 15), "fremovexattr": (199, 16),
    "removexattrat": (466, 466), "file_setattr": (469, 469), "statmount": (457, 457),
    "listmount": (458, 458), "pidfd_open": (434, 434), "getpgid": (121, 155),
    "getsid": (124, 156), "getpriority": (140, 141), "ioprio_get": (252, 31), "sched_getparam": (143, 121),
    "sched_getscheduler": (145, 120), "sched_getaffinity": (204, 123), "sched_getattr": (315, 275),
    "sched_rr_get_interval": (148, 127), "get_robust_list": (274, 100),
}  # fmt: skip
_REFUSED = (
    "ptrace", "process_vm_readv", "process_vm_writev", "bpf", "perf_event_open", "userfaultfd", "keyctl",
    "add_key", "request_key", "mount", "umount2", "pivot_root", "chroot", "unshare", "setns",
    "open_by_handle_at", "name_to_handle_at", "kcmp", "pidfd_getfd", "kexec_load", "init_module",
    "finit_module", "delete_module", "swapon", "reboot", "syslog", "acct", "quotactl", "ioprio_set",
    "migrate_pages", "move_pages",
)  # fmt: skip
# Landlock lets an owner change a file's attributes and anyone connect to a socket file, so where the host's
# files are in reach: mode and time stay as they are (copying must not fail), the rest is refused.
_KEPT_ATTRIBUTES = (
    "chmod", "fchmod", "fchmodat", "fchmodat2", "utime", "utimes", "futimesat", "utimensat",
)  # fmt: skip
_NO_ATTRIBUTES = (
    "setxattr", "lsetxattr", "fsetxattr", "setxattrat", "removexattr", "lremovexattr", "fremovexattr",
    "removexattrat", "file_setattr",
)  # fmt: skip
_SHARED_WITH_HOST = ("chown", "lchown", "fchown", "fchownat", "shmget", "semget", "msgget")
_MISSING = (
    "clone3", "io_uring_setup", "io_uring_enter", "io_uring_register", "statmount", "listmount",
)  # fmt: skip
_SELF_ONLY = ("prlimit64", "sched_setparam", "sched_setscheduler", "sched_setaffinity", "sched_setattr")
# Calls that tell of any process by its number, for where the host's processes are in reach.
_ASKING = ("pidfd_open",)
_ASKING_OF_SELF = (
    "getpgid", "getsid", "sched_getparam", "sched_getscheduler", "sched_getaffinity", "sched_getattr",
    "sched_rr_get_interval", "get_robust_list",
)  # fmt: skip
_ASKING_OF_SELF_SECOND = ("getpriority", "ioprio_get")
_NAMESPACE_FLAGS = 0x7E020000

_LD, _AND, _JEQ, _JGE, _JSET, _RET = 0x20, 0x54, 0x15, 0x35, 0x45, 0x06
_ALLOW, _ERRNO, _KILL = 0x7FFF0000, 0x00050000, 0x80000000
_Rule = tuple[int, int, int, int]
"""An instruction: code, two jumps, value."""
_NR, _ARCH, _ARG0, _ARG1 = 0, 4, 16, 24


def program(inet: bool, host_files: bool, host_processes: bool = False) -> bytes:
    """BPF bytes: refuse what no analysis needs.

    ``inet`` allows IPv4 and IPv6 sockets. ``host_files`` says that the child's root is the host's: then
    attributes of files stay as they are, and no socket can be connected to a path. ``host_processes`` says
    that the host's processes have numbers in the child's sight: then it may ask after none but itself.
    """
    machine = os.uname().machine
    column = {"x86_64": 0, "aarch64": 1}[machine]
    arch = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}[machine]
    number = {name: found for name, numbers in _NUMBERS.items() if (found := numbers[column]) is not None}
    code = [(_LD, 0, 0, _ARCH), (_JEQ, 1, 0, arch), (_RET, 0, 0, _KILL), (_LD, 0, 0, _NR)]
    code += [(_JGE, 0, 1, 0x40000000), (_RET, 0, 0, _ERRNO | ENOSYS)]  # the x32 table renumbers everything
    for name in _REFUSED:
        code += [(_JEQ, 0, 1, number[name]), (_RET, 0, 0, _ERRNO | EPERM)]
    for name in _MISSING:
        code += [(_JEQ, 0, 1, number[name]), (_RET, 0, 0, _ERRNO | ENOSYS)]
    if host_files:
        code += _host_file_rules(number)
    if host_processes:
        code += [rule for name in _ASKING for rule in _refusal(number[name])]
        code += [rule for name in _ASKING_OF_SELF for rule in _zero_only(number[name], _ARG0)]
        code += [rule for name in _ASKING_OF_SELF_SECOND for rule in _zero_only(number[name], _ARG1)]
    code += [rule for name in _SELF_ONLY for rule in _zero_only(number[name], _ARG0)]
    code += [(_JEQ, 0, 6, number["setpriority"]), (_LD, 0, 0, _ARG0), (_JEQ, 0, 2, 0)]
    code += [(_LD, 0, 0, _ARG1), (_JEQ, 1, 0, 0), (_RET, 0, 0, _ERRNO | EPERM), (_RET, 0, 0, _ALLOW)]
    code += [(_JEQ, 0, 4, number["clone"]), (_LD, 0, 0, _ARG0), (_JSET, 0, 1, _NAMESPACE_FLAGS)]
    code += [(_RET, 0, 0, _ERRNO | EPERM), (_RET, 0, 0, _ALLOW)]
    code += [(_JEQ, 1, 0, number["socket"]), (_RET, 0, 0, _ALLOW), (_LD, 0, 0, _ARG0)]
    for family in (*(() if host_files else (1,)), *((2, 10) if inet else ())):
        code += [(_JEQ, 0, 1, family), (_RET, 0, 0, _ALLOW)]
    code += [(_RET, 0, 0, _ERRNO | EAFNOSUPPORT)]
    return b"".join(struct.pack("HBBI", *instruction) for instruction in code)


def _refusal(number: int) -> list[_Rule]:
    return [(_JEQ, 0, 1, number), (_RET, 0, 0, _ERRNO | EPERM)]


def _zero_only(number: int, argument: int) -> list[_Rule]:
    """Allow the call ``number`` if that argument is 0, which means the caller itself."""
    code = [(_JEQ, 0, 4, number), (_LD, 0, 0, argument), (_JEQ, 1, 0, 0), (_RET, 0, 0, _ERRNO | EPERM)]
    return [*code, (_RET, 0, 0, _ALLOW)]


def _host_file_rules(number: Mapping[str, int]) -> list[_Rule]:
    answers = ((_KEPT_ATTRIBUTES, 0), (_NO_ATTRIBUTES, ENOTSUP), (_SHARED_WITH_HOST, EPERM))
    code = []
    for names, error in answers:
        for name in number.keys() & set(names):
            code += [(_JEQ, 0, 1, number[name]), (_RET, 0, 0, _ERRNO | error)]
    code += [(_JEQ, 0, 5, number["socketpair"]), (_LD, 0, 0, _ARG1), (_AND, 0, 0, 0xF), (_JEQ, 0, 1, 1)]
    code += [(_RET, 0, 0, _ALLOW), (_RET, 0, 0, _ERRNO | EAFNOSUPPORT)]  # one of datagrams can be redirected
    return code


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_char_p))


def install(filters: bytes) -> None:
    """Bind this process and its children to a BPF program, for good."""
    structure = _Program(len(filters) // 8, filters)
    libc.prctl(libc.PR_SET_SECCOMP, _MODE_FILTER, ctypes.byref(structure))
