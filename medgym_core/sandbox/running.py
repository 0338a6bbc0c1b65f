"""A worker as a process that was started cold, with what must be cleaned up after it."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import tempfile
from collections.abc import Collection
from pathlib import Path
from typing import IO

from medgym_core.sandbox import cgroup
from medgym_core.sandbox.box import Death
from medgym_core.sandbox.scratch import remove_tree

NO_VARIABLES: dict[str, str] = {}


class Running:
    """A started worker process with its stream, scratch folder and control group."""

    def __init__(
        self,
        command: list[str],
        root: Path | None,
        group: cgroup.Cgroup | None,
        inherit: Collection[int] = (),
    ) -> None:
        """Start ``command`` with one end of a socket pair as its standard input and output.

        It leads a session of its own, so that a Ctrl-C at the driver's terminal does not reach it.
        ``inherit`` names further descriptors that it gets.
        """
        self.stream, theirs = socket.socketpair()
        self._root, self._group = root, group
        self._log: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - lives as long as the box
        with theirs:
            self._process = subprocess.Popen(
                command,
                stdin=theirs.fileno(),
                stdout=theirs.fileno(),
                stderr=self._log,
                cwd=root or Path("/"),
                env=NO_VARIABLES,
                pass_fds=inherit,
                start_new_session=True,
            )

    def autopsy(self) -> Death:
        """Why the worker ended; agent code is the only thing that could end it early."""
        try:
            code = self._process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            return Death(False, "the worker closed its stream but lives on")
        if self._group and self._group.oom_kills():
            return Death(True, "killed for memory")
        self._log.seek(0)
        said = self._log.read().decode("utf-8", "backslashreplace").strip().splitlines()[-1:]
        signal_number = -code if code < 0 else code - 128  # bubblewrap tells it the way shells do
        how = f"signal {signal_number}" if signal_number > 0 else f"exit code {code}"
        return Death(signal_number > 0, "; ".join([f"the worker ended with {how}", *said]))

    def dispose(self) -> None:
        """End the worker, which takes everything below it along, and remove its traces."""
        try:
            self._process.wait(timeout=2)
        except subprocess.TimeoutExpired:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
        if self._group:
            self._group.remove()
        if self._root:
            remove_tree(self._root)
        self._log.close()
