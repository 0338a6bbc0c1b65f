"""What the running kernel offers this user, found by trying."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from medgym_sandbox.worker import landlock

LANDLOCK_ABI = 6
"""First version that keeps signals and abstract sockets inside the domain."""

SETTINGS = Path("/proc/sys")
"""Where the kernel shows its settings."""
_WORKER = str(Path(landlock.__file__).parents[1])
_IN_NAMESPACES = """
import os
sys.path.append({worker!r})
from worker import namespaces
if namespaces.Nursery().fork():
    sys.exit(os.waitstatus_to_exitcode(os.wait()[1]))
namespaces.furnish({view!r})
"""
_BARE_VIEW = {
    "hidden": [],
    "memory": {"/sys": "size=4096"},
    "folders": ["/sys/work"],
    "data": None,
    "user": True,
}
_OBSTACLES = {
    "kernel/unprivileged_userns_clone": ("0", "sysctl -w kernel.unprivileged_userns_clone=1"),
    "user/max_user_namespaces": ("0", "sysctl -w user.max_user_namespaces=15000"),
    "kernel/apparmor_restrict_unprivileged_userns": (
        "1",
        "sysctl -w kernel.apparmor_restrict_unprivileged_userns=0, or an AppArmor profile for bwrap",
    ),
}


@cache
def landlock_abi() -> int:
    """Landlock's ABI version, 0 without it."""
    return landlock.abi()


@cache
def user_namespaces() -> bool:
    """Whether this user may make user namespaces."""
    return _succeeds("sys.exit(ctypes.CDLL(None).unshare(0x10000000))")


@cache
def namespaces() -> bool:
    """Whether a box can have processes, network, names and mounts of its own, if not always a ``/proc``."""
    return own_processes() or _succeeds(_furnishing({**_BARE_VIEW, "proc": False}))


@cache
def own_processes() -> bool:
    """Whether a box can have namespaces of its own and a ``/proc`` that shows no other processes.

    A container that masks parts of ``/proc`` refuses that to its plain users.
    """
    return _succeeds(_furnishing({**_BARE_VIEW, "proc": True}))


@cache
def seccomp() -> bool:
    """Whether system call filters can be installed (PR_GET_SECCOMP answers)."""
    return _succeeds("sys.exit(ctypes.CDLL(None).prctl(21, 0, 0, 0, 0) < 0)")


def furnishes(command: Sequence[str], view: Mapping[str, object]) -> bool:
    """Whether a Python process, appended to ``command``, may fork boxes with a ``view`` of their own."""
    return _ends_well([*command, sys.executable, "-I", "-S", "-c", f"import sys; {_furnishing(view)}"])


def namespace_fix() -> str:
    """The command that lets this user make user namespaces."""
    for name, (bad, fix) in _OBSTACLES.items():
        setting = SETTINGS / name
        if setting.exists() and setting.read_text().strip() == bad:
            return fix
    return (
        "allow user namespaces to this user; inside a container, start it with "
        "--security-opt seccomp=unconfined --security-opt systempaths=unconfined"
    )


def _succeeds(statement: str) -> bool:
    """Whether a process of its own, which it may change for good, ends well."""
    return _ends_well([sys.executable, "-I", "-S", "-c", f"import ctypes, sys; {statement}"])


def _furnishing(view: Mapping[str, object]) -> str:
    """The program that forks a box with a ``view``."""
    return _IN_NAMESPACES.format(worker=_WORKER, view=dict(view))


def _ends_well(command: Sequence[str]) -> bool:
    return subprocess.run(command, check=False, capture_output=True).returncode == 0
