"""Workers forked from a warm template instead of started cold: a box in milliseconds, imports done."""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import socket
import struct
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from typing import IO

from pydantic import JsonValue

from medgym_core.errors import SandboxError
from medgym_core.sandbox import boot, host, kernel
from medgym_core.sandbox.environment import Interpreter
from medgym_core.sandbox.spec import BoxSpec
from medgym_core.sandbox.worker.template import FORK, REAP

_PACKET = 1 << 16
_GONE = "the template of the boxes has died; start the run again"


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
            "namespaces": kernel.namespaces(),
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
            if missing := json.loads(self._receive())["missing"]:
                raise SandboxError(host.cannot_import(missing))
        except SandboxError:
            self.close()
            raise

    @property
    def alive(self) -> bool:
        """Whether it still serves."""
        return self._process.poll() is None

    def fork(self, stream: socket.socket, log: IO[bytes]) -> int:
        """A worker that serves ``stream``, from which it also learns what it is to be; returns its pidfd.

        Raises:
            SandboxError: if the template is gone.
        """
        with self._lock, self._dying():
            socket.send_fds(self._control, [FORK], [stream.fileno(), log.fileno()])
            _, descriptors, _, _ = socket.recv_fds(self._control, 1, 1)
        if not descriptors:
            raise SandboxError(_GONE)
        return descriptors[0]

    def reap(self, worker: int) -> int:
        """Exit code of the worker with that pidfd, negative for a signal; to be asked once, at its end.

        Raises:
            SandboxError: if the template is gone.
        """
        with self._lock, self._dying():
            socket.send_fds(self._control, [REAP], [worker])
            return int(struct.unpack("!i", self._receive())[0])

    def close(self) -> None:
        """End it; workers that it forked live on until their streams end."""
        self._control.close()
        self._process.wait()

    def abandon(self) -> None:
        """Close this process's copy of the control socket (for a forked child of the driver)."""
        self._control.close()

    def _receive(self) -> bytes:
        if packet := self._control.recv(_PACKET):
            return packet
        raise SandboxError("the box interpreter ended while it started; see its message above")

    @contextlib.contextmanager
    def _dying(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise SandboxError(_GONE) from error


_shared: dict[tuple[object, ...], Template] = {}
_sharing = threading.Lock()


def shared(interpreter: Interpreter, spec: BoxSpec) -> Template:
    """This process's template for boxes like ``spec``, started now unless it runs already.

    Raises:
        SandboxError: if it cannot be started.
    """
    key = (interpreter.root, spec.environment.preload, spec.limits.cpus, kernel.namespaces())
    with _sharing:
        known = _shared.get(key)
        if known is not None and known.alive:
            return known
        if known is not None:
            known.close()
        _shared[key] = Template(interpreter, spec)
        return _shared[key]


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
