"""Boxes started ahead of need: warm when taken, taken once, never given to a second episode."""

from __future__ import annotations

from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Lock
from types import TracebackType
from typing import Self

from medgym_sandbox.backend import Sandbox, SandboxBackend
from medgym_sandbox.spec import BoxSpec


class Pool:
    """Starts boxes in the background; safe to use from several threads; closes with ``with``.

    Taking a box of some spec starts another of the same spec, so that the next episode finds it warm;
    tasks whose boxes differ (other mounts) get theirs started when they ask.
    """

    def __init__(self, backend: SandboxBackend, ahead: int = 1) -> None:
        """Keeps up to ``ahead`` boxes of the spec that was last asked for."""
        self._backend, self._ahead = backend, ahead
        self._starters = ThreadPoolExecutor(max_workers=max(1, ahead), thread_name_prefix="medgym-pool")
        self._waiting: deque[Future[Sandbox]] = deque()
        self._spec: BoxSpec | None = None
        self._lock = Lock()
        self._closed = False

    def start(self, spec: BoxSpec) -> Sandbox:
        """A box of ``spec`` that no one has used.

        Raises:
            SandboxError: if it cannot be started.
        """
        if spec.content:  # no second box will hold the same
            return self._backend.start(spec)
        with self._lock:
            stale = self._retarget(spec)
            waiting = self._waiting.popleft() if self._waiting else None
            self._refill()
        for future in stale:
            future.add_done_callback(_discard)
        return waiting.result() if waiting else self._backend.start(spec)

    def close(self) -> None:
        """Close every box that no one took."""
        with self._lock:
            self._closed = True
            waiting = list(self._waiting)
            self._waiting.clear()
        self._starters.shutdown(wait=False, cancel_futures=True)
        for future in waiting:
            future.add_done_callback(_discard)
        self._starters.shutdown(wait=True)

    def __enter__(self) -> Self:
        """The pool itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close."""
        self.close()

    def _retarget(self, spec: BoxSpec) -> list[Future[Sandbox]]:
        if spec == self._spec:
            return []
        self._spec = spec
        stale = list(self._waiting)
        self._waiting.clear()
        return stale

    def _refill(self) -> None:
        while not self._closed and len(self._waiting) < self._ahead:
            assert self._spec is not None
            self._waiting.append(self._starters.submit(self._backend.start, self._spec))


def _discard(future: Future[Sandbox]) -> None:
    if not future.cancelled() and future.exception() is None:
        future.result().close()
