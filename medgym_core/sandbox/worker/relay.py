"""Loopback connections: code in the box connects to a port, the bytes travel as frames."""

from __future__ import annotations

import json
import select
import socket
from collections.abc import Callable, Iterable, Iterator

from . import frame

_CHUNK = 65536


class Relay:
    """Listens on the declared ports and moves bytes while an execution runs."""

    def __init__(self, ports: Iterable[int], send: Callable[[int, int, bytes], None]) -> None:
        """``send`` takes the kind, channel and payload of one frame.

        Raises:
            OSError: if a port cannot be bound.
        """
        self._send = send
        self._listeners: dict[int, tuple[socket.socket, int]] = {}
        self._sockets: dict[int, socket.socket] = {}
        self._outgoing: dict[int, bytearray] = {}
        self._next = 1
        for port in ports:
            listener = socket.create_server(("127.0.0.1", port), backlog=64)
            listener.setblocking(False)
            self._listeners[listener.fileno()] = (listener, port)

    def events(self) -> Iterator[tuple[int, int]]:
        """Descriptors to poll, with their event masks."""
        for descriptor in self._listeners:
            yield descriptor, select.POLLIN
        for connection, peer in self._sockets.items():
            yield peer.fileno(), select.POLLIN | (select.POLLOUT if self._outgoing[connection] else 0)

    def handle(self, descriptor: int) -> bool:
        """Serve a ready descriptor; False if it is not one of ours."""
        if descriptor in self._listeners:
            self._accept(*self._listeners[descriptor])
            return True
        for connection, peer in list(self._sockets.items()):
            if peer.fileno() == descriptor:
                self._move(connection, peer)
                return True
        return False

    def deliver(self, kind: int, connection: int, payload: bytes) -> None:
        """A frame of the host for a connection; one that is gone is ignored."""
        if connection not in self._sockets:
            return
        if kind == frame.DATA:
            self._outgoing[connection] += payload
            self._flush(connection)
        elif kind == frame.CLOSE:
            self._flush(connection)
            self._drop(connection)

    def drop_all(self) -> None:
        """Close every connection; the host is told."""
        for connection in list(self._sockets):
            self._end(connection)

    def _accept(self, listener: socket.socket, port: int) -> None:
        try:
            peer, _ = listener.accept()
        except OSError:
            return
        peer.setblocking(False)
        peer.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection, self._next = self._next, self._next + 1
        self._sockets[connection], self._outgoing[connection] = peer, bytearray()
        self._send(frame.OPEN, connection, json.dumps({"port": port}).encode())

    def _move(self, connection: int, peer: socket.socket) -> None:
        self._flush(connection)
        try:
            data = peer.recv(_CHUNK)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if data:
            self._send(frame.DATA, connection, data)
        else:
            self._end(connection)

    def _flush(self, connection: int) -> None:
        pending = self._outgoing[connection]
        try:
            while pending:
                del pending[: self._sockets[connection].send(pending)]
        except BlockingIOError:
            return
        except OSError:
            pending.clear()

    def _end(self, connection: int) -> None:
        self._drop(connection)
        self._send(frame.CLOSE, connection, b"")

    def _drop(self, connection: int) -> None:
        self._sockets.pop(connection).close()
        del self._outgoing[connection]
