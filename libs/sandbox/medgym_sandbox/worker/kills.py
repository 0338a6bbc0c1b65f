"""How often the kernel has killed for memory."""

from __future__ import annotations

import contextlib
import os
from functools import cache

_COUNTERS = ("/sys/fs/cgroup/memory/memory.oom_control", "/sys/fs/cgroup/memory.events")


def counted() -> int:
    """Kills in this control group, where it can be seen; else 0."""
    counter = _counter()
    if counter is None:
        return 0
    lines = os.pread(counter, 4096, 0).decode().splitlines()
    return int(dict(line.split() for line in lines).get("oom_kill", 0))


@cache
def _counter() -> int | None:
    """Descriptor of the counter; open from the first look on, since forks of a template have no ``/sys``."""
    for path in _COUNTERS:
        with contextlib.suppress(OSError):
            return os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    return None
