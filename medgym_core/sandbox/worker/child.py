"""Forked children: start one in the jail with its pipes, and leave none behind."""

from __future__ import annotations

import contextlib
import json
import os
import signal
from collections.abc import Callable, Mapping
from typing import Any

from . import jail

Job = Callable[[Callable[[dict[str, Any]], None]], int]
"""What a child does: takes ``report``, returns its exit code."""


class Child:
    """A running child: its pid and the read ends of its three pipes, all non-blocking."""

    def __init__(self, pid: int, stdout: int, stderr: int, report: int) -> None:
        """Owned by whoever spawned it; :meth:`close` when it is reaped."""
        self.pid, self.stdout, self.stderr, self.report = pid, stdout, stderr, report

    def close(self) -> None:
        """Close the pipes."""
        for descriptor in (self.stdout, self.stderr, self.report):
            os.close(descriptor)


def spawn(
    job: Job, confinement: Mapping[str, Any], work: str, stdin: bytes = b"", restore_sigpipe: bool = False
) -> Child:
    """Fork; in the child enter the jail and ``work``, then exit with what ``job(report)`` returns.

    ``report`` takes one JSON-able dict. A child whose jail cannot be entered runs nothing and reports
    ``jail_failed``.
    """
    pipes = [os.pipe2(os.O_CLOEXEC) for _ in range(3)]
    pid = os.fork()
    if pid == 0:
        _run(job, confinement, work, stdin, restore_sigpipe, [write for _, write in pipes])
    for _, write in pipes:
        os.close(write)
    for read, _ in pipes:
        os.set_blocking(read, False)
    return Child(pid, *(read for read, _ in pipes))


def _run(
    job: Job,
    confinement: Mapping[str, Any],
    work: str,
    stdin: bytes,
    restore_sigpipe: bool,
    pipes: list[int],
) -> None:
    code = 70
    told = pipes[2]
    try:
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        if restore_sigpipe:
            signal.signal(signal.SIGPIPE, signal.SIG_DFL)
        os.setsid()
        os.dup2(pipes[0], 1)
        os.dup2(pipes[1], 2)
        if stdin:
            os.dup2(_as_file(stdin), 0)
        try:
            jail.enter(confinement)
            os.chdir(work)
        except OSError as error:
            _tell(told, {"jail_failed": str(error)})
            return
        os.closerange(3, told)
        os.closerange(told + 1, 4096)
        code = job(lambda facts: _tell(told, facts))
    finally:
        os._exit(code)


def _as_file(data: bytes) -> int:
    descriptor = os.memfd_create("stdin")
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]
    os.lseek(descriptor, 0, os.SEEK_SET)
    return descriptor


def _tell(descriptor: int, facts: dict[str, Any]) -> None:
    view = memoryview(json.dumps(facts).encode("utf-8", "backslashreplace"))
    try:
        while view:
            view = view[os.write(descriptor, view) :]
    except OSError:  # agent code closed the pipe; it has told us nothing, which is its own loss
        return


def reap(pid: int) -> int | None:
    """Reap whatever has ended; returns the wait status of ``pid`` if it is among them, else None."""
    status = None
    while True:
        try:
            ended, ended_status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return status
        if ended == 0:
            return status
        if ended == pid:
            status = ended_status


def kill_all() -> None:
    """Kill and reap every process this worker is answerable for; returns when none is left."""
    while not _childless():
        if os.getpid() == 1:
            with contextlib.suppress(ProcessLookupError):
                os.kill(-1, signal.SIGKILL)
        else:
            for pid in _descendants():
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
        with contextlib.suppress(ChildProcessError):
            os.waitpid(-1, 0)


def _childless() -> bool:
    """Whether nothing is left: as first process or subreaper we are the parent of every orphan."""
    try:
        os.waitpid(-1, os.WNOHANG)
    except ChildProcessError:
        return True
    return False


def _descendants() -> list[int]:
    """Pids below this worker, from one reading of /proc; orphans come back to us as subreaper."""
    children: dict[int, list[int]] = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                with open(f"/proc/{name}/stat", "rb") as stream:
                    parent = int(stream.read().rpartition(b")")[2].split()[1])
            except (OSError, IndexError):
                continue
            children.setdefault(parent, []).append(int(name))
    found: list[int] = []
    queue = [os.getpid()]
    while queue:
        below = children.get(queue.pop(), [])
        found += below
        queue += below
    return found
