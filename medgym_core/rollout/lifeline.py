"""A worker process that ends with its driver, so that no episode is ever played twice at once."""

from __future__ import annotations

import os
import select
import sys
import threading
from dataclasses import dataclass

from medgym_core.errors import ConfigError
from medgym_sandbox.lease import start_time


@dataclass(frozen=True)
class Process:
    """A process on this machine, told apart from a later one of the same number."""

    pid: int
    """Its number."""
    started: int
    """When it started, in hundredths of a second since boot."""

    @classmethod
    def current(cls) -> Process:
        """This process.

        Raises:
            ConfigError: if the platform has no process file descriptors.
        """
        if not hasattr(os, "pidfd_open"):
            raise ConfigError(f"worker processes need Linux, this is {sys.platform}; use --backend threads")
        return cls(os.getpid(), start_time(os.getpid()))


def end_with(driver: Process) -> None:
    """From now on, end this process at once when ``driver`` ends; if it has ended already, end now."""
    try:
        descriptor = os.pidfd_open(driver.pid)
        alive = start_time(driver.pid) == driver.started
    except ProcessLookupError:
        alive = False
    if not alive:
        os._exit(1)
    threading.Thread(target=_wait, args=(descriptor,), name="lifeline", daemon=True).start()


def _wait(descriptor: int) -> None:
    select.select([descriptor], [], [])
    os._exit(1)
