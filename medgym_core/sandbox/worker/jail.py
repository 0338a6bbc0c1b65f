"""What a child gives up before it runs agent code: privileges, system calls, files, limits."""

from __future__ import annotations

import ctypes
import os
import platform
import resource
import struct
from collections.abc import Iterable, Mapping
from errno import EAFNOSUPPORT, ENOSYS, ENOTSUP, EPERM
from typing import Any

_libc = ctypes.CDLL(None, use_errno=True)

_PR_SET_DUMPABLE, _PR_SET_SECCOMP, _PR_CAPBSET_DROP, _PR_SET_SUBREAPER, _PR_SET_NO_NEW_PRIVS = (
    4,
    22,
    24,
    36,
    38,
)
_LANDLOCK_CREATE, _LANDLOCK_ADD, _LANDLOCK_RESTRICT = 444, 445, 446
_CLONE_NEWIPC, _CLONE_NEWUSER, _CLONE_NEWNET = 0x08000000, 0x10000000, 0x40000000

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
    "removexattrat": (466, 466), "file_setattr": (469, 469),
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
_MISSING = ("clone3", "io_uring_setup", "io_uring_enter", "io_uring_register")
_SELF_ONLY = ("prlimit64", "sched_setparam", "sched_setscheduler", "sched_setaffinity", "sched_setattr")
_NAMESPACE_FLAGS = 0x7E020000

_LD, _AND, _JEQ, _JGE, _JSET, _RET = 0x20, 0x54, 0x15, 0x35, 0x45, 0x06
_ALLOW, _ERRNO, _KILL = 0x7FFF0000, 0x00050000, 0x80000000
_NR, _ARCH, _ARG0, _ARG1 = 0, 4, 16, 24


def _call(*arguments: Any) -> None:
    if _libc.syscall(*(ctypes.c_long(a) if isinstance(a, int) else a for a in arguments)) < 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))


def _prctl(*arguments: Any) -> None:
    if _libc.prctl(*(ctypes.c_ulong(a) if isinstance(a, int) else a for a in arguments)) < 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))


def guard_worker() -> None:
    """Keep agent code from reading, tracing or orphaning around the worker."""
    _prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)
    _prctl(_PR_SET_SUBREAPER, 1, 0, 0, 0)


def drop_bounding_set(keep: Iterable[int] = ()) -> None:
    """Give up every capability in the bounding set but ``keep``, as far as this process may."""
    for capability in range(64):
        if capability not in keep:
            try:
                _prctl(_PR_CAPBSET_DROP, capability, 0, 0, 0)
            except OSError:
                return


def unshare_network() -> bool:
    """Move into network and IPC namespaces of our own with loopback up; True if the kernel let us."""
    flags = _CLONE_NEWNET | _CLONE_NEWIPC
    uid, gid = os.getuid(), os.getgid()
    if _libc.unshare(flags) != 0:
        if _libc.unshare(flags | _CLONE_NEWUSER) != 0:
            return False
        for name, text in (
            ("setgroups", "deny"),
            ("uid_map", f"{uid} {uid} 1"),
            ("gid_map", f"{gid} {gid} 1"),
        ):
            with open(f"/proc/self/{name}", "w") as stream:
                stream.write(text)
    _raise_loopback()
    return True


def _raise_loopback() -> None:
    import fcntl
    import socket

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        request = struct.pack("16sH14x", b"lo", 0x41)  # IFF_UP | IFF_RUNNING
        fcntl.ioctl(probe, 0x8914, request)  # SIOCSIFFLAGS


def seccomp_program(inet: bool, host_files: bool) -> bytes:
    """BPF bytes: refuse what no analysis needs.

    ``inet`` allows IPv4 and IPv6 sockets. ``host_files`` says that the child's root is the host's: then
    attributes of files stay as they are, and no socket can be connected to a path.
    """
    machine = platform.machine()
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
    for name in _SELF_ONLY:
        code += [
            (_JEQ, 0, 4, number[name]),
            (_LD, 0, 0, _ARG0),
            (_JEQ, 1, 0, 0),
            (_RET, 0, 0, _ERRNO | EPERM),
        ]
        code += [(_RET, 0, 0, _ALLOW)]
    code += [(_JEQ, 0, 6, number["setpriority"]), (_LD, 0, 0, _ARG0), (_JEQ, 0, 2, 0)]
    code += [(_LD, 0, 0, _ARG1), (_JEQ, 1, 0, 0), (_RET, 0, 0, _ERRNO | EPERM), (_RET, 0, 0, _ALLOW)]
    code += [(_JEQ, 0, 4, number["clone"]), (_LD, 0, 0, _ARG0), (_JSET, 0, 1, _NAMESPACE_FLAGS)]
    code += [(_RET, 0, 0, _ERRNO | EPERM), (_RET, 0, 0, _ALLOW)]
    code += [(_JEQ, 1, 0, number["socket"]), (_RET, 0, 0, _ALLOW), (_LD, 0, 0, _ARG0)]
    for family in (*(() if host_files else (1,)), *((2, 10) if inet else ())):
        code += [(_JEQ, 0, 1, family), (_RET, 0, 0, _ALLOW)]
    code += [(_RET, 0, 0, _ERRNO | EAFNOSUPPORT)]
    return b"".join(struct.pack("HBBI", *instruction) for instruction in code)


def _host_file_rules(number: Mapping[str, int]) -> list[tuple[int, int, int, int]]:
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


def install_seccomp(program: bytes) -> None:
    """Bind this process and its children to a BPF program, for good."""
    structure = _Program(len(program) // 8, program)
    _prctl(_PR_SET_SECCOMP, 2, ctypes.byref(structure), 0, 0)


def landlock_abi() -> int:
    """Landlock ABI version of the running kernel, 0 if it has none."""
    return max(0, int(_libc.syscall(_LANDLOCK_CREATE, None, ctypes.c_size_t(0), 1)))


def landlock_ruleset(readable: Iterable[str], writable: Iterable[str], listable: Iterable[str]) -> int:
    """Descriptor of a Landlock ruleset.

    It allows reading below ``readable``, everything below ``writable``, and below ``listable`` to list
    folders and no more. Signals and abstract sockets do not leave the domain. Needs Landlock ABI 6. Paths
    that do not exist are passed over.
    """
    everything, reading, file_bits = 0xFFFF, 0b1101, 0b1000_0000_0000_0111 | 1 << 14
    attribute = struct.pack("QQQ", everything, 0, 0b11)
    ruleset = int(_libc.syscall(_LANDLOCK_CREATE, attribute, ctypes.c_size_t(len(attribute)), 0))
    if ruleset < 0:
        raise OSError(ctypes.get_errno(), "Landlock refused the ruleset")
    for paths, access in ((readable, reading), (writable, everything), (listable, 1 << 3)):
        for path in paths:
            try:
                parent = os.open(path, os.O_PATH | os.O_CLOEXEC)
            except OSError:
                continue
            allowed = access if os.path.isdir(path) else access & file_bits
            _call(_LANDLOCK_ADD, ruleset, 1, struct.pack("=Qi", allowed, parent), 0)
            os.close(parent)
    return ruleset


def _set_limits(limits: Mapping[str, int]) -> None:
    for name, value in limits.items():
        _, hard = resource.getrlimit(getattr(resource, "RLIMIT_" + name))
        if hard != resource.RLIM_INFINITY:
            value = min(value, hard)
        resource.setrlimit(getattr(resource, "RLIMIT_" + name), (value, value))


def _volunteer_for_oom() -> None:
    """When memory runs out the kernel shall take the child, not the worker."""
    try:
        descriptor = os.open("/proc/self/oom_score_adj", os.O_WRONLY | os.O_CLOEXEC)
    except OSError:  # a kernel without the file picks the largest, which is the child
        return
    os.write(descriptor, b"1000")
    os.close(descriptor)


def enter(jail: Mapping[str, Any]) -> None:
    """Give everything up, in the only order that works. ``jail`` is the boot configuration's section.

    Keys: ``limits`` (rlimit name to value), ``uid`` and ``gid`` (or None), ``landlock`` (descriptor or
    None), ``seccomp`` (program bytes or None).
    """
    _volunteer_for_oom()
    _set_limits(jail["limits"])
    if jail["uid"] is not None:
        os.setgroups([])
        os.setresgid(jail["gid"], jail["gid"], jail["gid"])
        os.setresuid(jail["uid"], jail["uid"], jail["uid"])
    if _libc.capset(struct.pack("II", 0x20080522, 0), bytes(24)) < 0:
        raise OSError(ctypes.get_errno(), "capabilities could not be dropped")
    _prctl(_PR_SET_DUMPABLE, 1, 0, 0, 0)
    _prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    if jail["landlock"] is not None:
        _call(_LANDLOCK_RESTRICT, jail["landlock"], 0)
    if jail["seccomp"] is not None:
        install_seccomp(jail["seccomp"])
