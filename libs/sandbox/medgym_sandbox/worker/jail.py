"""What a child gives up before it runs agent code: privileges, system calls, files, limits."""

from __future__ import annotations

import contextlib
import os
import resource
from collections.abc import Collection, Mapping
from typing import Any

from . import landlock, libc

_INHERITED = ("CORE", "FSIZE", "NOFILE")
"""Limits that do not hinder the worker; the others would count it, or all the user's processes."""


def guard_worker() -> None:
    """Keep agent code from reading, tracing or orphaning around the worker."""
    libc.prctl(libc.PR_SET_DUMPABLE, 0)
    libc.prctl(libc.PR_SET_SUBREAPER, 1)


def bound_privileges(keep: Collection[int]) -> None:
    """Have no program that is started get capabilities but ``keep``, as far as this process may say so."""
    with contextlib.suppress(OSError):
        for capability in set(range(64)).difference(keep):
            libc.prctl(libc.PR_CAPBSET_DROP, capability)


def _set_limits(limits: Mapping[str, int]) -> None:
    for name, value in limits.items():
        _, hard = resource.getrlimit(getattr(resource, "RLIMIT_" + name))
        if hard != resource.RLIM_INFINITY:
            value = min(value, hard)
        resource.setrlimit(getattr(resource, "RLIMIT_" + name), (value, value))


def _volunteer_for_oom() -> None:
    """When memory runs out the kernel shall take the child, not the worker."""
    with contextlib.suppress(OSError), open("/proc/self/oom_score_adj", "w") as stream:
        stream.write("1000")


def bind(limits: Mapping[str, int]) -> None:
    """Bind the worker to what it can do without as well; its children inherit that without cost."""
    _set_limits({name: value for name, value in limits.items() if name in _INHERITED})
    libc.prctl(libc.PR_SET_NO_NEW_PRIVS, 1)


def enter(jail: Mapping[str, Any]) -> None:
    """Give the rest up, in the only order that works. ``jail`` is the boot configuration's section.

    Keys: ``limits`` (rlimit name to value), ``group`` (descriptors of control groups), ``uid`` and ``gid``
    (or None), ``landlock`` (descriptor or None).
    """
    for door in jail["group"]:
        os.write(door, b"0")
    _set_limits({name: value for name, value in jail["limits"].items() if name not in _INHERITED})
    if jail["uid"] is not None:
        os.setgroups([])
        os.setresgid(jail["gid"], jail["gid"], jail["gid"])
        os.setresuid(jail["uid"], jail["uid"], jail["uid"])
    libc.keep_capabilities()
    libc.prctl(libc.PR_SET_DUMPABLE, 1)  # before it, files in /proc may be another user namespace's
    _volunteer_for_oom()
    if jail["landlock"] is not None:
        landlock.restrict(jail["landlock"])
