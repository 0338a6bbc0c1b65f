"""Forked children: each waits in the jail for its one order; none is left behind.

A child is forked before it is needed, so that an action waits neither for the fork nor for the jail. None
waits while another runs, so agent code never meets the child of a later action.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import stat
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from . import frame, jail
from .pipes import read_all, write_all

_exit = os._exit  # agent code may replace what os offers

Report = Callable[[dict[str, Any]], None]
"""Tells the worker one dict about how it went."""
Job = Callable[[Mapping[str, Any], memoryview, Report], int]
"""What a child does with its order: takes the request and its body, returns its exit code."""


class Work(NamedTuple):
    """The work directory."""

    path: str
    """Where it is."""
    mode: int
    """Its mode; agent code owns it and may have changed that, so it is set again for every child."""


class Child:
    """A child: its pid, where it takes its order, and the read ends of its three pipes, non-blocking."""

    def __init__(self, pid: int, orders: int, entrance: int, stdout: int, stderr: int, report: int) -> None:
        """Owned by whoever prepared it; :meth:`close` when it is reaped."""
        self.pid, self.stdout, self.stderr, self.report = pid, stdout, stderr, report
        self._orders, self._entrance = orders, entrance

    def unconfined(self) -> str:
        """Why it could not enter its jail, empty if it did; waits until that is known.

        It is reported on a pipe of its own, which is closed before agent code runs.
        """
        return read_all(self._entrance).decode("utf-8", "backslashreplace")

    def order(self, payload: bytes) -> None:
        """Give it its order, a request frame's payload. One that is gone takes none; its status will tell."""
        with contextlib.suppress(BrokenPipeError):
            write_all(self._orders, payload)
        os.close(self._orders)

    def close(self) -> None:
        """Close the pipes."""
        for descriptor in (self._entrance, self.stdout, self.stderr, self.report):
            os.close(descriptor)


def prepare(job: Job, confinement: Mapping[str, Any], work: Work) -> Child:
    """Fork a child that enters the jail and ``work``, waits for an order, and exits as ``job`` returns.

    A child whose jail cannot be entered takes no order.
    """
    orders, order = os.pipe2(os.O_CLOEXEC)
    entrance, entered = os.pipe2(os.O_CLOEXEC)
    pipes = [os.pipe2(os.O_CLOEXEC) for _ in range(3)]
    pid = os.fork()
    if pid == 0:
        _run(job, confinement, work, orders, entered, [write for _, write in pipes])
    for descriptor in (orders, entered, *(write for _, write in pipes)):
        os.close(descriptor)
    for read, _ in pipes:
        os.set_blocking(read, False)
    return Child(pid, order, entrance, *(read for read, _ in pipes))


def _run(
    job: Job, confinement: Mapping[str, Any], work: Work, orders: int, entered: int, pipes: list[int]
) -> None:
    code = 70
    reports = pipes[2]
    try:
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        os.setsid()
        os.dup2(pipes[0], 1)
        os.dup2(pipes[1], 2)
        os.dup2(orders, 3)  # below all others, so that those can be closed as two ranges
        try:
            jail.enter(confinement)
            _go_to(work)
        except OSError as error:
            os.write(entered, str(error).encode())
            return
        os.close(entered)
        os.closerange(4, reports)
        os.closerange(reports + 1, 4096)
        payload = read_all(3)
        os.close(3)
        if payload:
            code = job(*frame.unpack_request(payload), lambda facts: _report(reports, facts))
    finally:
        _exit(code)


def _go_to(work: Work) -> None:
    if stat.S_IMODE(os.stat(work.path).st_mode) != work.mode:
        os.chmod(work.path, work.mode)
    os.chdir(work.path)


def _report(descriptor: int, facts: dict[str, Any]) -> None:
    if not facts:
        return
    try:
        write_all(descriptor, json.dumps(facts).encode("utf-8", "backslashreplace"))
    except OSError:  # agent code closed the pipe; it has reported nothing, which is its own loss
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
