"""A worker process that ends with its driver, so that no episode is ever played twice at once."""

from __future__ import annotations

import os
import select
import sys
import threading
from dataclasses import dataclass
from pathlib import Path

from medgym_core.errors import ConfigError


@dataclass(frozen=True)
class Process:
    """A process on this machine, distinguished from a later one of the same number."""

    pid: int
    """Its number."""
    started: str
    """When it started, in clock ticks since boot."""

    @classmethod
    def current(cls) -> Process:
        """This process.

        Raises:
            ConfigError: if the platform has no process file descriptors.
        """
        if not hasattr(os, "pidfd_open"):
            raise ConfigError(f"worker processes need Linux, this is {sys.platform}; use --backend threads")
        return cls(os.getpid(), _started(os.getpid()))


def end_with(driver: Process) -> None:
    """From now on, end this process at once when ``driver`` ends; if it has ended already, end now."""
    try:
        descriptor = os.pidfd_open(driver.pid)
        alive = _started(driver.pid) == driver.started
    except (ProcessLookupError, FileNotFoundError):
        alive = False
    if not alive:
        os._exit(1)
    threading.Thread(target=_wait, args=(descriptor,), name="lifeline", daemon=True).start()


def _wait(descriptor: int) -> None:
    select.select([descriptor], [], [])
    os._exit(1)


def _started(pid: int) -> str:
    # Field 22 of proc(5) stat; the command name before it may hold spaces, and ends at the last ')'.
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[19]
