"""A worker as a process that was started cold, with what must be cleaned up after it."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import tempfile
from collections.abc import Collection
from typing import IO

from medgym_sandbox import cgroup
from medgym_sandbox.death import End, halted, host_kills

NO_VARIABLES: dict[str, str] = {}


class Running:
    """A started worker process with its stream and control group."""

    def __init__(
        self,
        command: list[str],
        group: cgroup.Cgroup | None,
        inherit: Collection[int] = (),
    ) -> None:
        """Start ``command`` with one end of a socket pair as its standard input and output.

        It leads a session of its own, so that a Ctrl-C at the driver's terminal does not reach it.
        ``inherit`` names further descriptors that it gets.
        """
        self.stream, theirs = socket.socketpair()
        self._host_kills = None if group else host_kills()
        self.group = group
        self._log: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - lives as long as the box
        with theirs:
            self._process = subprocess.Popen(
                command,
                stdin=theirs.fileno(),
                stdout=theirs.fileno(),
                stderr=self._log,
                cwd="/",
                env=NO_VARIABLES,
                pass_fds=inherit,
                start_new_session=True,
            )

    def autopsy(self, kills_known: int) -> End:
        """How the worker ended. It is the first process of its own, so no signal from inside reaches it."""
        try:
            code = self._process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            return End(halted=halted(self._process.pid))
        self._log.seek(0)
        return End(
            code=code if code < 128 else 128 - code,  # bubblewrap tells a signal the way shells do
            killed_for_memory=cgroup.killed_since(self.group, kills_known, self._host_kills),
            own_limit=self.group is None or self.group.reached_limit(),
            said=last_line(self._log.read()),
        )

    def dispose(self) -> None:
        """End the worker, which takes everything below it along, and remove its traces."""
        try:
            self._process.wait(timeout=2)
        except subprocess.TimeoutExpired:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
        if self.group:
            self.group.remove()
        self._log.close()


def last_line(log: bytes) -> str:
    """The last line of what a worker wrote, empty if it wrote nothing."""
    lines = log.decode("utf-8", "backslashreplace").strip().splitlines()
    return lines[-1] if lines else ""
