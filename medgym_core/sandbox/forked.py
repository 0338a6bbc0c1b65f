"""A worker forked from a template, with what must be cleaned up after it."""

from __future__ import annotations

import os
import select
import signal
import socket
import tempfile
from pathlib import Path
from typing import IO

from medgym_core.errors import SandboxError
from medgym_core.sandbox import cgroup
from medgym_core.sandbox.box import Death
from medgym_core.sandbox.cleanup import logged
from medgym_core.sandbox.scratch import remove_tree
from medgym_core.sandbox.template import Template


class Forked:
    """A worker with its stream, its control group and, where it has no own mounts, its scratch folder."""

    def __init__(self, template: Template, root: Path | None, group: cgroup.Cgroup | None) -> None:
        """Fork it. Takes over ``root`` and ``group``: they are removed with it.

        Raises:
            SandboxError: if the template is gone.
        """
        self._template, self._root, self._group = template, root, group
        self._log: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - lives as long as the box
        self._exit_code: int | None = None
        self.stream, theirs = socket.socketpair()
        try:
            with theirs:
                self._handle = template.fork(theirs, self._log)
        except SandboxError:
            self.stream.close()
            self._remove_traces()
            raise

    def autopsy(self) -> Death:
        """Why the worker ended; agent code is the only thing that could end it early."""
        if not self._ended(5):
            return Death(False, "the worker closed its stream but lives on")
        if self._group and self._group.oom_kills():
            return Death(True, "killed for memory")
        code = self._reap()
        self._log.seek(0)
        said = self._log.read().decode("utf-8", "backslashreplace").strip().splitlines()[-1:]
        how = f"signal {-code}" if code < 0 else f"exit code {code}"
        return Death(code < 0, "; ".join([f"the worker ended with {how}", *said]))

    def dispose(self) -> None:
        """End the worker, which takes everything below it along, and remove its traces."""
        with logged("end a worker"):
            if not self._ended(2):
                signal.pidfd_send_signal(self._handle, signal.SIGKILL)
                self._ended(5)
            if self._template.alive:
                self._reap()
        os.close(self._handle)
        self._remove_traces()

    def _remove_traces(self) -> None:
        if self._group:
            self._group.remove()
        if self._root:
            remove_tree(self._root)
        self._log.close()

    def _ended(self, seconds: float) -> bool:
        """Whether the worker ends within ``seconds``; a pidfd becomes readable when it does."""
        poll = select.poll()
        poll.register(self._handle, select.POLLIN)
        return bool(poll.poll(seconds * 1000))

    def _reap(self) -> int:
        if self._exit_code is None:
            self._exit_code = self._template.reap(self._handle)
        return self._exit_code
