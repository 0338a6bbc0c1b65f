"""A worker forked from a template, with what must be cleaned up after it."""

from __future__ import annotations

import os
import select
import signal
import socket
from collections.abc import Callable
from contextlib import ExitStack, nullcontext
from pathlib import Path
from typing import IO

from medgym_sandbox import cgroup, kernel, template
from medgym_sandbox.boundary import mishap
from medgym_sandbox.death import End, halted, host_kills
from medgym_sandbox.running import last_line
from medgym_sandbox.scratch import remove_tree
from medgym_sandbox.template import Template


class Forked:
    """A worker with its stream, its control group and, where it has no mount of its own, a scratch folder."""

    def __init__(
        self, find_template: Callable[[], Template], root: Path | None, group: cgroup.Cgroup | None
    ) -> None:
        """Fork it. Takes over ``root`` and ``group``: they are removed with it.

        Raises:
            SandboxError: if there is no template, or it is gone.
        """
        self._root, self.group = root, group
        self._log: IO[bytes] = os.fdopen(os.memfd_create("log"), "w+b", 0)
        self._host_kills = None if group else host_kills()
        self._exit_code: int | None = None
        self.stream, theirs = socket.socketpair()
        with theirs, ExitStack() as undoing:
            undoing.callback(self._remove_traces)
            undoing.callback(self.stream.close)
            self.template = find_template()
            undoing.callback(template.release, self.template)
            with group.opened() if group else nullcontext(()) as doors:
                self._handle = self.template.fork(theirs, self._log, doors)
            undoing.pop_all()

    def autopsy(self, kills_known: int) -> End:
        """How the worker ended; Landlock or a namespace of its own keeps agent code from signalling it."""
        if not self._ended(5):
            return End(halted=halted(self._pid()))
        code = self._reap()
        self._log.seek(0)
        return End(
            code=code,
            killed_for_memory=cgroup.killed_since(self.group, kills_known, self._host_kills),
            own_limit=self.group is None or self.group.reached_limit(),
            shielded=kernel.namespaces() or kernel.landlock_abi() >= kernel.LANDLOCK_ABI,
            said=last_line(self._log.read()),
        )

    def dispose(self) -> None:
        """End the worker, which takes everything below it along, and remove its traces."""
        with mishap.noted("ending a worker"):
            if not self._ended(2):
                signal.pidfd_send_signal(self._handle, signal.SIGKILL)
                self._ended(5)
            if self.template.alive:
                self._reap()
        os.close(self._handle)
        template.release(self.template)
        self._remove_traces()

    def _remove_traces(self) -> None:
        if self.group:
            self.group.remove()
        if self._root:
            remove_tree(self._root)
        self._log.close()

    def _pid(self) -> int:
        """The worker's number on this host, as the kernel tells of a pidfd."""
        fields = Path(f"/proc/self/fdinfo/{self._handle}").read_text().splitlines()
        return int(next(line for line in fields if line.startswith("Pid:")).split()[1])

    def _ended(self, seconds: float) -> bool:
        """Whether the worker ends within ``seconds``; a pidfd becomes readable when it does."""
        poll = select.poll()
        poll.register(self._handle, select.POLLIN)
        return bool(poll.poll(seconds * 1000))

    def _reap(self) -> int:
        if self._exit_code is None:
            self._exit_code = self.template.reap(self._handle)
        return self._exit_code
