"""A process that outlives a killed driver, and sweeps away what its boxes left behind."""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import subprocess
import sys
import threading

_SOURCE = """
import json, os, select, sys, time
driver = os.pidfd_open(os.getppid())
lines = [json.loads(line) for line in sys.stdin.buffer]
poll = select.poll()
poll.register(driver, select.POLLIN)
poll.poll(2000)  # its descriptors close before it ends
sys.path[:] = lines[0]
from importlib import import_module
sweeps = [getattr(import_module(module), name)().sweep for module, name in lines[1:]]
for pause in (0.2, 0.8):  # boxes end by themselves, but may still be at it
    time.sleep(pause)
    for sweep in sweeps:
        sweep()
"""


class _Reaper:
    """The process: it hears which backends are in use, and acts when it hears no more."""

    def __init__(self) -> None:
        self._employers: set[type] = set()
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", _SOURCE],
            stdin=subprocess.PIPE,
            bufsize=0,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd="/",
            start_new_session=True,
        )
        self._tell([os.path.abspath(path) for path in sys.path])

    def serve(self, backend: type) -> None:
        """Sweep with ``backend`` too, made without arguments."""
        if backend not in self._employers:
            self._employers.add(backend)
            self._tell([backend.__module__, backend.__qualname__])

    def dismiss(self) -> None:
        """End it, with nothing swept."""
        self._process.kill()
        self._process.communicate()

    def abandon(self) -> None:
        """Close this process's copy of what it listens to (for a forked child of the driver)."""
        assert self._process.stdin is not None
        self._process.stdin.close()

    def _tell(self, line: object) -> None:
        assert self._process.stdin is not None
        with contextlib.suppress(BrokenPipeError):  # without it, the next run sweeps
            self._process.stdin.write(json.dumps(line).encode() + b"\n")


_employed: list[_Reaper] = []
_abandoned: list[_Reaper] = []
_employing = threading.Lock()


def employ(backend: type) -> None:
    """See to it that ``backend`` sweeps if this process is killed; to be called before its first box."""
    with _employing:
        if not _employed:
            _employed.append(_Reaper())
        _employed[0].serve(backend)


def _abandon() -> None:
    for reaper in _employed:
        reaper.abandon()
    _abandoned.extend(_employed)
    _employed.clear()


def _dismiss() -> None:
    for reaper in _employed:
        reaper.dismiss()


os.register_at_fork(after_in_child=_abandon)
atexit.register(_dismiss)
