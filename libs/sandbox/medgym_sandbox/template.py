"""Workers forked from a warm template instead of started cold: a box in milliseconds, imports done."""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import socket
import struct
import subprocess
import threading
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from typing import IO

from pydantic import JsonValue

from medgym_sandbox import boot, host
from medgym_sandbox.errors import SandboxError
from medgym_sandbox.shown import Folder
from medgym_sandbox.worker.template import FORK, REAP

_PACKET = 1 << 16
_FULL = "this host has no room for another process"
_GONE = "the template of the boxes has died; start the run again"


class Template:
    """One template process; safe to use from several threads. It ends with this process."""

    def __init__(
        self,
        command: Sequence[str],
        usual: Mapping[str, JsonValue],
        variables: Mapping[str, JsonValue],
        *,
        namespaces: bool,
        inherit: Collection[int] = (),
        shows: Sequence[Folder] = (),
    ) -> None:
        """Start it and wait until it has imported what its workers shall have.

        ``command`` starts an interpreter, which inherits the descriptors ``inherit`` and sets ``variables``
        while it imports; ``usual`` is the configuration of a worker that has no data and no ports. With
        ``namespaces`` each worker is the first process of one. ``shows`` says what of the host its workers
        find, for who asks for a template again.

        Raises:
            SandboxError: if a package cannot be imported, or the interpreter does not start.
        """
        self.shows, self.usual, self.users = shows, usual, 0
        self._lock = threading.Lock()
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        config: dict[str, JsonValue] = {
            "template": theirs.fileno(),
            "usual": {**usual},
            "namespaces": namespaces,
            "environment": {**variables},
        }
        with theirs:
            self._process = subprocess.Popen(
                [*command, "-I", "-c", boot.BOOTSTRAP],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                env={},
                cwd="/",
                pass_fds=[theirs.fileno(), *inherit],
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

    def fork(self, stream: socket.socket, log: IO[bytes], doors: Sequence[int] = ()) -> int:
        """A worker that serves ``stream``, from which it also learns what it is to be; returns its pidfd.

        ``doors`` are the entrances of its control groups.

        Raises:
            SandboxError: if the template is gone.
        """
        with self._lock, self._dying():
            for _ in range(2):  # what waits for orders may have died meanwhile
                socket.send_fds(self._control, [FORK], [stream.fileno(), log.fileno(), *doors])
                answer, descriptors, _, _ = socket.recv_fds(self._control, 1, 1)
                if descriptors:
                    return descriptors[0]
        raise SandboxError(_FULL if answer else _GONE)

    def reap(self, worker: int) -> int:
        """Exit code of the worker with that pidfd, negative for a signal; to be asked once, at its end.

        Raises:
            SandboxError: if the template is gone.
        """
        with self._lock, self._dying():
            socket.send_fds(self._control, [REAP], [worker])
            return int(struct.unpack("!i", self._receive())[0])

    def close(self) -> None:
        """End it, and with namespaces the workers that it forked; else these end with their streams."""
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


_KEPT = 4
_shared: list[tuple[Hashable, Template]] = []
"""By key; latest use last."""
_sharing = threading.Lock()


def shared(key: Hashable, start: Callable[[], Template], shows: Collection[Folder] = ()) -> Template:
    """This process's template of that ``key`` that shows at least these things, or a new one by ``start``.

    It counts as used until :func:`release`; of the unused, the latest few are kept.

    Raises:
        SandboxError: if it cannot be started.
    """
    with _sharing:
        fit = (one for known, one in _shared if known == key and one.alive and set(shows) <= set(one.shows))
        if (template := next(fit, None)) is None:
            _retire()
            template = start()
        else:
            _shared.remove((key, template))
        _shared.append((key, template))
        template.users += 1
        return template


def release(template: Template) -> None:
    """Say that a box no longer uses it."""
    with _sharing:
        template.users -= 1


def _retire() -> None:
    """Close of the unused all but the latest few, so that there is room for one."""
    unused = [entry for entry in _shared if not entry[1].users]
    for entry in unused[: max(0, len(unused) - _KEPT + 1)]:
        _shared.remove(entry)
        entry[1].close()


def _abandon_all() -> None:
    """A forked child of the driver shares no template; it would mix up the replies."""
    for _, template in _shared:
        template.abandon()
    _shared.clear()


def _close_all() -> None:
    for _, template in _shared:
        template.close()


os.register_at_fork(after_in_child=_abandon_all)
atexit.register(_close_all)
