"""Namespaces of a box's own: its processes, network, names and mounts, apart from the host's and others'."""

from __future__ import annotations

import fcntl
import os
import socket
import stat
import struct
from collections.abc import Mapping
from errno import EPERM
from typing import Any, NoReturn

from . import libc

HOSTNAME = "sandbox"
"""Name of the machine as every box sees it."""
DATA = "/data"
"""Folder of the data in boxes with a file tree of their own."""

NOBODY: Mapping[int, int] = {}
"""No users but the one that there is."""
NEWNS = 0x00020000
_NEWCGROUP, _NEWUTS, _NEWIPC = 0x02000000, 0x04000000, 0x08000000
_NEWUSER, _NEWPID, _NEWNET = 0x10000000, 0x20000000, 0x40000000
_RDONLY, _NOSUID, _NODEV, _NOEXEC, _REMOUNT = 1, 2, 4, 8, 32
_BIND, _REC, _PRIVATE = 0x1000, 0x4000, 0x40000
_MOUNT_SETATTR, _CURRENT_FOLDER, _RECURSIVE, _ATTR_RDONLY = 442, -100, 0x8000, 1


class Nursery:
    """Where each fork is the first process of a namespace of its own."""

    def __init__(self, users: Mapping[int, int] = NOBODY) -> None:
        """Move this process's line into a process namespace; returns in the first process there.

        The process that called waits for that one and ends as it does. Where this user may not make one
        otherwise, it takes a user namespace, of this user alone or of ``users``.

        Raises:
            OSError: if the kernel refuses.
        """
        enter(_NEWPID, users)
        if first := os.fork():
            end_as(os.waitpid(first, 0)[1])
        self._own = os.open("/proc/self/ns/pid", os.O_RDONLY | os.O_CLOEXEC)

    def fork(self) -> int:
        """Fork; 0 in the child, its pid in the parent.

        Raises:
            OSError: if the kernel refuses.
        """
        if len(os.listdir("/proc/self/task")) == 1:
            return libc.clone(_NEWPID)
        libc.unshare(_NEWPID)
        if pid := os.fork():
            libc.setns(self._own, _NEWPID)
        return pid


def end_as(status: int) -> NoReturn:
    """End as a process of that wait status did, for whoever reads exit codes as a shell's."""
    code = os.waitstatus_to_exitcode(status)
    os._exit(code if code >= 0 else 128 - code)


def furnish(view: Mapping[str, Any]) -> None:
    """Give the first process of a namespace all other namespaces, fit to live in.

    ``view`` has ``proc``, whether ``/proc`` shows this namespace's processes;
    ``hidden``, paths that are covered by nothing; ``memory``, folders that are put in memory and their mount
    options; ``folders`` that are made for the box; ``data``, the path of each name below :data:`DATA`, which
    shows nothing else; and ``user``, whether it gets a user namespace of its own, so that the kernel counts
    its processes apart.

    Raises:
        OSError: if the kernel refuses.
    """
    seclude()
    equip(view)


def seclude() -> None:
    """The part of it that is the same for all boxes, and tells none of them when it was done.

    The whole tree becomes read-only, which also keeps reading from changing access times.
    """
    libc.unshare(NEWNS | _NEWCGROUP | _NEWUTS | _NEWIPC | _NEWNET)
    libc.mount(None, "/", None, _REC | _PRIVATE)
    _set_attributes("/", _RECURSIVE, _ATTR_RDONLY, 0)
    socket.sethostname(HOSTNAME)
    _raise_loopback()


def equip(view: Mapping[str, Any]) -> None:
    """The rest, which is a box's own or has times of its own."""
    if view["proc"]:
        libc.mount("proc", "/proc", "proc", _NOSUID | _NODEV | _NOEXEC)
    else:
        _set_attributes("/proc", 0, 0, _ATTR_RDONLY)  # a process has to write about itself
    for path in filter(os.path.exists, view["hidden"]):
        _hide(path)
    for folder, options in view["memory"].items():
        libc.mount("tmpfs", folder, "tmpfs", _NOSUID | _NODEV, options)
    for folder in view["folders"]:
        os.mkdir(folder, 0o700)
    if view["data"] is not None:
        _expose(view["data"])
    if view["user"]:
        _enter_user()


def _hide(path: str) -> None:
    """Cover a folder by an empty one, anything else by nothing."""
    if os.path.isdir(path):
        libc.mount("tmpfs", path, "tmpfs", _NOSUID | _NODEV | _RDONLY, "size=4096,mode=0555")
    else:
        libc.mount("/dev/null", path, None, _BIND)


def _expose(data: Mapping[str, str]) -> None:
    """Show what is read-only at these paths below :data:`DATA`, in place of what is there."""
    sources = {name: os.open(path, os.O_PATH | os.O_CLOEXEC) for name, path in data.items()}
    libc.mount("tmpfs", DATA, "tmpfs", _NOSUID | _NODEV, "size=1m,mode=0755")
    for name, source in sources.items():
        target = os.path.join(DATA, name)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        if stat.S_ISDIR(os.fstat(source).st_mode):
            os.makedirs(target, exist_ok=True)
        else:
            os.close(os.open(target, os.O_CREAT | os.O_WRONLY | os.O_CLOEXEC))
        libc.mount(f"/proc/self/fd/{source}", target, None, _BIND | _REC)
        os.close(source)
    libc.mount(None, DATA, None, _BIND | _REMOUNT | _RDONLY | _NOSUID | _NODEV)


def enter(others: int, users: Mapping[int, int] = NOBODY) -> None:
    """Enter namespaces of our own, by a user namespace where this user may not otherwise; see Nursery.

    Raises:
        OSError: if the kernel refuses.
    """
    try:
        libc.unshare(others)
    except PermissionError:
        _enter_user(others, users)


def _set_attributes(path: str, reach: int, set_: int, clear: int) -> None:
    """``mount_setattr(2)``."""
    attributes = struct.pack("QQQQ", set_, clear, 0, 0)
    libc.call(_MOUNT_SETATTR, _CURRENT_FOLDER, os.fsencode(path), reach, attributes, len(attributes))


def _enter_user(others: int = 0, users: Mapping[int, int] = NOBODY) -> None:
    """Enter a user namespace and ``others`` with it: of this user alone, or, as its root, of ``users``.

    ``users`` maps numbers there to numbers here, for users and groups alike. It takes a process here that may
    become them.
    """
    if users:
        _enter_mapped(others, "".join(f"{there} {here} 1\n" for there, here in users.items()))
        os.setgroups([])
        os.setresgid(0, 0, 0)
        os.setresuid(0, 0, 0)
        return
    uid, gid = os.getuid(), os.getgid()
    libc.unshare(_NEWUSER | others)
    for name, text in (("setgroups", "deny"), ("uid_map", f"{uid} {uid} 1"), ("gid_map", f"{gid} {gid} 1")):
        _write("self", name, text)


def _enter_mapped(others: int, lines: str) -> None:
    """Enter a user namespace whose maps a child writes, which stays in the one above."""
    entered, enter = os.pipe2(os.O_CLOEXEC)
    if (child := os.fork()) == 0:
        try:
            os.close(enter)
            if os.read(entered, 1):
                for name in ("uid_map", "gid_map"):
                    _write(str(os.getppid()), name, lines)
                os._exit(0)
        finally:
            os._exit(1)
    try:
        libc.unshare(_NEWUSER | others)
        os.write(enter, b"1")
    finally:
        os.close(entered)
        os.close(enter)
        status = os.waitpid(child, 0)[1]
    if status:
        raise PermissionError(EPERM, "users cannot be mapped")


def _write(process: str, name: str, text: str) -> None:
    with open(f"/proc/{process}/{name}", "w") as stream:
        stream.write(text)


def _raise_loopback() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        request = struct.pack("16sH14x", b"lo", 0x41)  # IFF_UP | IFF_RUNNING
        fcntl.ioctl(probe, 0x8914, request)  # SIOCSIFFLAGS
