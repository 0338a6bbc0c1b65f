"""Containers that serve one box after the other: each box is a fork in namespaces of its own."""

from __future__ import annotations

import atexit
import json
import os
import threading
import time
from collections.abc import Collection, Hashable, Mapping, Sequence

from pydantic import JsonValue

from medgym_sandbox import host
from medgym_sandbox.boundary import mishap
from medgym_sandbox.container import Container
from medgym_sandbox.errors import SandboxError
from medgym_sandbox.shown import Folder
from medgym_sandbox.transport import DockerTransport
from medgym_sandbox.worker import frame

MOST = 4
"""Most containers that wait for a box."""
_START_S, _END_S = 120.0, 5.0
"""Deadlines of a template's first word, and of its word that a worker has ended."""


class Kept:
    """A container whose first process is a template; it serves one box at a time."""

    def __init__(
        self,
        container: Container,
        digest: str,
        key: Hashable,
        shows: Sequence[Folder],
        usual: Mapping[str, JsonValue],
        config: bytes,
    ) -> None:
        """Wait until the template has imported its packages; ``config`` is what it is sent.

        ``usual`` is the configuration of a worker that has no data and no ports.

        Boxes of the same ``key``, with mounts below the folders that it ``shows``, may have it.

        Raises:
            SandboxError: if a package is missing.
            RefusedError: if it cannot fork boxes; the container is gone then.
        """
        self.container, self.digest, self.key = container, digest, key
        self.shows, self.usual = shows, usual
        self.transport = _Lent(container.transport)
        try:
            container.transport.send(config)
            reported = json.loads(self._await(frame.READY, _START_S))
        except OSError as error:
            container.remove()
            raise RefusedError(str(error)) from error
        if reported["missing"] or reported["refused"]:
            container.remove()
        if reported["missing"]:
            raise SandboxError(host.cannot_import(reported["missing"]))
        if reported["refused"]:
            raise RefusedError(reported["refused"])

    def end_box(self) -> bool:
        """End the worker, which is at rest; whether the container can serve another."""
        try:
            self.container.transport.send(frame.pack_request(0, {"op": "end"}, b""))
            self._await(frame.GONE, _END_S)
        except (OSError, frame.MalformedError):
            return False
        return True

    def _await(self, kind: int, seconds: float) -> bytes:
        """The payload of the next frame of ``kind``.

        Raises:
            OSError: if it does not come.
        """
        decoder, deadline = frame.Decoder(), time.monotonic() + seconds
        while data := self.container.transport.receive(deadline - time.monotonic()):
            for found, _, payload in decoder.feed(data):
                if found == kind:
                    return payload
        raise ConnectionResetError(self.container.transport.last_words or "the template has ended")


class _Lent:
    """The stream while a box has it; to close it ends nothing."""

    def __init__(self, stream: DockerTransport) -> None:
        self.send, self.receive = stream.send, stream.receive

    def close(self) -> None:
        """Nothing: the container goes on."""


class RefusedError(Exception):
    """What runs in this engine's containers can fork no boxes; ``args[0]`` says why."""


_waiting: list[Kept] = []
"""Latest use last."""
_lock = threading.Lock()


def take(key: Hashable, shows: Collection[Folder]) -> Kept | None:
    """A container that waits, of that ``key``, which shows at least these things; None if there is none."""
    with _lock:
        for kept in reversed(_waiting):
            if kept.key == key and set(shows) <= set(kept.shows):
                _waiting.remove(kept)
                return kept
    return None


def give_back(kept: Kept, at_rest: bool) -> None:
    """Let a container wait for its next box, or remove it where the last one did not end in order."""
    if not (at_rest and kept.end_box()):
        kept.container.remove()
        return
    with _lock:
        _waiting.append(kept)
        superfluous = [_waiting.pop(0) for _ in range(len(_waiting) - MOST)]
    for other in superfluous:
        other.container.remove()


def _abandon() -> None:
    """A forked child of the driver has none: it would mix up the streams."""
    for kept in _waiting:
        kept.container.transport.close()
    _waiting.clear()


def remove_all() -> None:
    """Remove what waits."""
    with _lock:
        found, _waiting[:] = list(_waiting), []
    for kept in found:
        with mishap.noted("removing a container"):
            kept.container.remove()


os.register_at_fork(after_in_child=_abandon)
atexit.register(remove_all)
