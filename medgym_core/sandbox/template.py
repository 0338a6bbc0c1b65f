"""Workers forked from a warm template instead of started cold: a box in milliseconds, imports done."""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import select
import signal
import socket
import subprocess
import tempfile
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, Any

from pydantic import JsonValue

from medgym_core.errors import SandboxError
from medgym_core.sandbox import boot, cgroup, host, kernel
from medgym_core.sandbox.death import End, halted, host_kills
from medgym_core.sandbox.environment import Interpreter
from medgym_core.sandbox.running import last_line
from medgym_core.sandbox.scratch import remove_tree
from medgym_core.sandbox.spec import BoxSpec

_PACKET = 1 << 16


class Template:
    """One template process; safe to use from several threads. It ends with this process."""

    def __init__(self, interpreter: Interpreter, spec: BoxSpec) -> None:
        """Start it and wait until it has imported what ``spec`` preloads.

        Raises:
            SandboxError: if a package cannot be imported, or the interpreter does not start.
        """
        self._lock = threading.Lock()
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        config: dict[str, JsonValue] = {
            "template": theirs.fileno(),
            "preload": list(spec.environment.preload),
            "environment": host.variables(spec, "/nonexistent", tempfile.gettempdir(), "/usr/bin:/bin"),
        }
        with theirs:
            self._process = subprocess.Popen(
                [str(interpreter.python), "-I", "-c", boot.BOOTSTRAP],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                env={},
                cwd="/",
                pass_fds=[theirs.fileno()],
                start_new_session=True,
            )
        assert self._process.stdin is not None
        with contextlib.suppress(BrokenPipeError), self._process.stdin as stdin:  # then no reply comes
            stdin.write(boot.payload(config))
        try:
            if missing := self._receive()["missing"]:
                raise SandboxError(host.cannot_import(missing))
        except SandboxError:
            self.close()
            raise

    @property
    def alive(self) -> bool:
        """Whether it still serves."""
        return self._process.poll() is None

    def fork(self, config: Mapping[str, JsonValue], root: Path, group: cgroup.Cgroup | None) -> Forked:
        """A worker with ``config``, in ``group``; ``root`` is its scratch folder, removed with it.

        Raises:
            SandboxError: if the template is gone.
        """
        stream, theirs = socket.socketpair()
        log = tempfile.TemporaryFile()  # noqa: SIM115 - lives as long as the box
        with theirs:
            order = {"fork": dict(config), "enter": group.entrance if group else []}
            pid = self._ask(order, [theirs.fileno(), log.fileno()])["pid"]
        return Forked(self, pid, stream, log, root, group)

    def reap(self, pid: int) -> int:
        """Exit code of a worker that has ended, negative for a signal; to be asked once."""
        return int(self._ask({"reap": pid}, [])["exit_code"])

    def close(self) -> None:
        """End it; workers that it forked live on until their streams end."""
        self._control.close()
        self._process.wait()

    def abandon(self) -> None:
        """Close this process's copy of the control socket (for a forked child of the driver)."""
        self._control.close()

    def _ask(self, order: Mapping[str, Any], descriptors: Sequence[int]) -> dict[str, Any]:
        with self._lock:
            try:
                socket.send_fds(self._control, [json.dumps(order).encode()], list(descriptors))
                return self._receive()
            except OSError as error:
                raise SandboxError("the template of the boxes has died; start the run again") from error

    def _receive(self) -> dict[str, Any]:
        packet = self._control.recv(_PACKET)
        if not packet:
            raise SandboxError("the box interpreter ended while it started; see its message above")
        reply: dict[str, Any] = json.loads(packet)
        return reply


class Forked:
    """A worker forked from a template, with its stream, scratch folder and control group."""

    def __init__(
        self,
        template: Template,
        pid: int,
        stream: socket.socket,
        log: IO[bytes],
        root: Path,
        group: cgroup.Cgroup | None,
    ) -> None:
        """Takes over everything given."""
        self.stream = stream
        self._template, self._pid, self._log, self._root, self._group = template, pid, log, root, group
        self._handle = os.pidfd_open(pid)
        self._host_kills = host_kills()
        self._exit_code: int | None = None

    def autopsy(self, kills_known: int) -> End:
        """How the worker ended; Landlock keeps agent code from signalling it."""
        if not self._ended(5):
            return End(halted=halted(self._pid))
        code = self._reap()
        self._log.seek(0)
        return End(
            code=code,
            killed_for_memory=cgroup.killed_since(self._group, kills_known, self._host_kills),
            own_limit=self._group is None or self._group.reached_limit(),
            shielded=kernel.landlock_abi() >= kernel.LANDLOCK_ABI,
            said=last_line(self._log.read()),
        )

    def dispose(self) -> None:
        """End the worker, which takes everything below it along, and remove its traces."""
        if not self._ended(2):
            signal.pidfd_send_signal(self._handle, signal.SIGKILL)
            self._ended(5)
        if self._template.alive:
            self._reap()
        os.close(self._handle)
        if self._group:
            self._group.remove()
        remove_tree(self._root)
        self._log.close()

    def _ended(self, seconds: float) -> bool:
        """Whether the worker ends within ``seconds``; a pidfd becomes readable when it does."""
        poll = select.poll()
        poll.register(self._handle, select.POLLIN)
        return bool(poll.poll(seconds * 1000))

    def _reap(self) -> int:
        if self._exit_code is None:
            self._exit_code = self._template.reap(self._pid)
        return self._exit_code


_shared: dict[tuple[object, ...], Template] = {}
_sharing = threading.Lock()


def shared(interpreter: Interpreter, spec: BoxSpec) -> Template:
    """This process's template for boxes like ``spec``, started now unless it runs already.

    Raises:
        SandboxError: if it cannot be started.
    """
    key = (interpreter.root, spec.environment.preload, spec.limits.cpus)
    with _sharing:
        known = _shared.get(key)
        if known is None or not known.alive:
            known = _shared[key] = Template(interpreter, spec)
        return known


def _abandon_all() -> None:
    """A forked child of the driver shares no template; it would mix up the replies."""
    for template in _shared.values():
        template.abandon()
    _shared.clear()


def _close_all() -> None:
    for template in _shared.values():
        template.close()


os.register_at_fork(after_in_child=_abandon_all)
atexit.register(_close_all)
