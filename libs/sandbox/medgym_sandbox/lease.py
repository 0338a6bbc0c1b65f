"""Who owns a thing that could outlive its driver: a name that tells whether that driver still lives."""

from __future__ import annotations

import os
import secrets
import socket
from functools import cache
from pathlib import Path

PREFIX = "medgym"


def new_name() -> str:
    """``medgym-HOST-PID-START-RANDOM``: unique, and telling of this process."""
    return f"{PREFIX}-{_host()}-{os.getpid()}-{_own_start_time(os.getpid())}-{secrets.token_hex(6)}"


def is_orphan(name: str) -> bool:
    """Whether ``name`` was made by a process of this host that is gone; False for foreign names."""
    parts = name.split("-")
    if len(parts) != 5 or parts[0] != PREFIX or parts[1] != _host():
        return False
    return not parts[2].isdigit() or str(start_time(int(parts[2]))) != parts[3]


@cache
def _host() -> str:
    boot = Path("/proc/sys/kernel/random/boot_id")
    identity = boot.read_text()[:8] if boot.exists() else ""
    return "".join(c for c in socket.gethostname().lower() if c.isalnum())[:24] + identity


@cache
def _own_start_time(pid: int) -> int:
    """Of this process; ``pid`` tells it from one that it was forked from."""
    return start_time(pid)


def start_time(pid: int) -> int:
    """Start of a process in hundredths of a second since boot, to tell reused pids apart; 0 if it has ended.

    Since boot, as the clock may be set while the process lives; psutil's own figure would change with it.
    """
    import psutil

    try:
        process = psutil.Process(pid)
        if process.status() in (psutil.STATUS_ZOMBIE, psutil.STATUS_DEAD):
            return 0  # it waits for a parent that may never ask
        return round(100 * (process.create_time() - psutil.boot_time()))
    except psutil.Error:
        return 0
