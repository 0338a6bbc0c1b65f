"""The byte stream between the driver and a box's worker."""

from __future__ import annotations

import socket
import time
from typing import Any, Protocol

from medgym_sandbox import engine


class Transport(Protocol):
    """A duplex byte stream. Used by one thread at a time."""

    def send(self, data: bytes) -> None:
        """Send all of ``data``.

        Raises:
            OSError: if the stream is broken.
        """
        ...

    def receive(self, timeout_s: float) -> bytes:
        """Whatever has arrived; ``b""`` at the end of the stream.

        Raises:
            TimeoutError: if nothing arrives in ``timeout_s`` seconds.
        """
        ...

    def close(self) -> None:
        """Close this end, in this process only; idempotent."""
        ...


class SocketTransport:
    """A transport over a connected socket."""

    def __init__(self, stream: socket.socket) -> None:
        """Takes over ``stream``."""
        self._stream = stream

    def send(self, data: bytes) -> None:
        """Send all of ``data``."""
        self._stream.settimeout(60)
        self._stream.sendall(data)

    def receive(self, timeout_s: float) -> bytes:
        """Whatever has arrived."""
        self._stream.settimeout(max(timeout_s, 0.001))
        try:
            return self._stream.recv(1 << 18)
        except ConnectionError:
            return b""

    def close(self) -> None:
        """Close this end."""
        self._stream.close()


class DockerTransport:
    """The attached stream: what comes back is cut into 8-byte headers and chunks of the two outputs."""

    def __init__(self, stream: Any) -> None:
        """Takes over ``stream``, a socket or what stands for one."""
        self._stream = stream
        self._buffer = bytearray()
        self._said = bytearray()

    @property
    def last_words(self) -> str:
        """Last line that the worker itself wrote to standard error."""
        lines = self._said.decode("utf-8", "backslashreplace").strip().splitlines()
        return lines[-1] if lines else ""

    def send(self, data: bytes) -> None:
        """Send all of ``data``."""
        self._stream.settimeout(engine.TIMEOUT_S)
        self._stream.sendall(data)

    def receive(self, timeout_s: float) -> bytes:
        """What has arrived on standard output."""
        deadline = time.monotonic() + timeout_s
        while True:
            self._stream.settimeout(max(deadline - time.monotonic(), 0.001))
            try:
                data = self._stream.recv(1 << 18)
            except ConnectionError:
                return b""
            if not data:
                return b""
            self._buffer += data
            if output := self._take():
                return output

    def close(self) -> None:
        """Close this end."""
        self._stream.close()

    def _take(self) -> bytes:
        """Remove the complete chunks from the buffer; returns those of standard output."""
        output, start = bytearray(), 0
        while len(self._buffer) >= start + 8:
            end = start + 8 + int.from_bytes(self._buffer[start + 4 : start + 8], "big")
            if len(self._buffer) < end:
                break
            if self._buffer[start] == 2:
                self._said = (self._said + self._buffer[start + 8 : end])[-4096:]
            else:
                output += self._buffer[start + 8 : end]
            start = end
        del self._buffer[:start]
        return bytes(output)
