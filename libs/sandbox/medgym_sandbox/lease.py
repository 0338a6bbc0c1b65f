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
    return not parts[2].isdigit() or str(_start_time(int(parts[2]))) != parts[3]


@cache
def _host() -> str:
    boot = Path("/proc/sys/kernel/random/boot_id")
    identity = boot.read_text()[:8] if boot.exists() else ""
    return "".join(c for c in socket.gethostname().lower() if c.isalnum())[:24] + identity


@cache
def _own_start_time(pid: int) -> int:
    """Of this process; ``pid`` tells it from one that it was forked from."""
    return _start_time(pid)


def _start_time(pid: int) -> int:
    """Kernel start time of a process in clock ticks, which tells reused pids apart; 0 if it has ended."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return 0 if fields[0] in "ZX" else int(fields[19])  # a zombie waits for a parent that may never ask
    except (OSError, IndexError):
        return 0
