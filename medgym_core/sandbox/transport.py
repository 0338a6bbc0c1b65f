"""The byte stream between the driver and a box's worker."""

from __future__ import annotations

import socket
from typing import Protocol


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
