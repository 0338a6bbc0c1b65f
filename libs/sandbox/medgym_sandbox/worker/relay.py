"""Loopback connections: code in the box connects to a port, the bytes travel as frames."""

from __future__ import annotations

import json
import select
import socket
from collections.abc import Callable, Iterable, Iterator

from . import frame

MAX_CONNECTIONS = 64
"""Connections served at once; further ones wait in the kernel until one of these ends."""
_CHUNK = 65536


class Connection:
    """One connection of code in the box."""

    def __init__(self, peer: socket.socket) -> None:
        """Takes over ``peer``, which does not block."""
        self.peer = peer
        self.outgoing = bytearray()
        """What the host sent and the client has not taken."""
        self.credit = frame.CREDIT
        """Bytes that may still be sent to the host."""
        self.taken = 0
        """Bytes that the client took and the host has not been notified of."""
        self.ended = False
        """Whether the client sends no more."""
        self.closing = False
        """Whether the host sends no more; what the client still sends is then thrown away."""

    def events(self, room: bool) -> int:
        """What to poll it for; nothing while it waits for the host. ``room`` is for bytes to the host."""
        reads = not self.ended and (self.closing or (room and self.credit > 0))
        return (select.POLLIN if reads else 0) | (select.POLLOUT if self.outgoing else 0)

    def flush(self) -> None:
        """Give the client what it takes now.

        Raises:
            OSError: if it is gone.
        """
        try:
            while self.outgoing:
                sent = self.peer.send(self.outgoing)
                del self.outgoing[:sent]
                self.taken += sent
        except BlockingIOError:
            return
        if self.closing:
            self.peer.shutdown(socket.SHUT_WR)

    def read(self) -> bytes | None:
        """What the client sent, at most what the host takes; ``b""`` at its end, None if nothing waits.

        Raises:
            OSError: if it is gone.
        """
        try:
            return self.peer.recv(_CHUNK if self.closing else min(_CHUNK, self.credit))
        except BlockingIOError:
            return None


class Relay:
    """Listens on the declared ports and moves bytes while an execution runs."""

    def __init__(self, ports: Iterable[int], send: Callable[[int, int, bytes], None]) -> None:
        """``send`` takes the kind, channel and payload of one frame.

        Raises:
            OSError: if a port cannot be bound.
        """
        self._send = send
        self._listeners: dict[int, tuple[socket.socket, int]] = {}
        self._connections: dict[int, Connection] = {}
        self._next = 1
        for port in ports:
            listener = socket.create_server(("127.0.0.1", port), backlog=64)
            listener.setblocking(False)
            self._listeners[listener.fileno()] = (listener, port)

    def events(self, room: bool) -> Iterator[tuple[int, int]]:
        """Descriptors to poll, with their event masks; without ``room`` no more is taken for the host."""
        if room and len(self._connections) < MAX_CONNECTIONS:
            for descriptor in self._listeners:
                yield descriptor, select.POLLIN
        for connection in self._connections.values():
            if events := connection.events(room):
                yield connection.peer.fileno(), events

    def handle(self, descriptor: int) -> bool:
        """Serve a ready descriptor; False if it is not one of ours."""
        if descriptor in self._listeners:
            self._accept(*self._listeners[descriptor])
            return True
        for number, connection in list(self._connections.items()):
            if connection.peer.fileno() == descriptor:
                self._guarded(self._move, number, connection)
                return True
        return False

    def deliver(self, kind: int, number: int, payload: bytes) -> None:
        """A frame of the host for a connection; one that is gone is ignored."""
        connection = self._connections.get(number)
        if connection is None:
            return
        if kind == frame.WINDOW:
            connection.credit += frame.unpack_count(payload)
            return
        connection.outgoing += payload
        connection.closing = connection.closing or kind == frame.CLOSE
        self._guarded(self._flush, number, connection)

    def drop_all(self) -> None:
        """Close every connection; the host is notified."""
        for number in list(self._connections):
            self._drop(number)

    def _accept(self, listener: socket.socket, port: int) -> None:
        try:
            peer, _ = listener.accept()
            peer.setblocking(False)
            peer.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        except OSError:
            return
        number, self._next = self._next, self._next + 1
        self._connections[number] = Connection(peer)
        self._send(frame.OPEN, number, json.dumps({"port": port}).encode())

    def _guarded(
        self, action: Callable[[int, Connection], None], number: int, connection: Connection
    ) -> None:
        try:
            action(number, connection)
        except OSError:  # the client is gone
            self._drop(number)

    def _move(self, number: int, connection: Connection) -> None:
        self._flush(number, connection)
        if number not in self._connections or not connection.events(room=True) & select.POLLIN:
            return
        data = connection.read()
        if data is None or (data and connection.closing):
            return
        if data:
            connection.credit -= len(data)
            self._send(frame.DATA, number, data)
            return
        connection.ended = True
        if connection.closing:
            self._drop(number)
        else:
            self._send(frame.END, number, b"")

    def _flush(self, number: int, connection: Connection) -> None:
        connection.flush()
        if connection.taken >= frame.CREDIT // 2:
            self._send(frame.WINDOW, number, frame.pack_count(connection.taken))
            connection.taken = 0
        if connection.closing and connection.ended and not connection.outgoing:
            self._drop(number)

    def _drop(self, number: int) -> None:
        self._connections.pop(number).peer.close()
        self._send(frame.CLOSE, number, b"")
