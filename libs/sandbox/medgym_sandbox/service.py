"""Host end of the service relay: the connections of one box, answered by services within bounded memory.

A connection may send :data:`frame.CREDIT` bytes beyond what was answered. One at a time may send a whole
large body; the others wait for it. A request is taken up only once the answer before it has left, only while
few bytes of answers wait to leave, and only before the deadline of the execution that asks. So whatever a box
sends, and however little it reads, at most :data:`MAX_HELD` bytes, one body and one answer are held for it,
and at most one answer is made for who is no longer there.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping

from medgym_sandbox.conversation import MAX_BODY, TOO_LARGE, Conversation
from medgym_sandbox.request import Service
from medgym_sandbox.worker import frame
from medgym_sandbox.worker.relay import MAX_CONNECTIONS

MAX_WAITING = 8 * 2**20
"""Answers that wait to leave are at most so many bytes, and one answer more."""
MAX_HELD = MAX_WAITING + MAX_CONNECTIONS * frame.CREDIT
"""Bytes held for one box, beside one body and one answer."""
_LARGE = MAX_BODY + frame.CREDIT


class _Connection:
    """One connection: what came, what was allowed, what waits to leave."""

    def __init__(self, service: Service) -> None:
        self.conversation = Conversation(service)
        self.waiting = bytearray()
        self._credit = self._allowed = frame.CREDIT

    def take(self, kind: int, payload: bytes) -> None:
        """A frame that is about it."""
        if kind == frame.WINDOW:
            self._credit += frame.unpack_count(payload)
        else:
            self._allowed -= len(payload)
            self.conversation.feed(payload)

    @property
    def starved(self) -> bool:
        """Whether a request is not whole and no more of it may come."""
        return not self.waiting and self._allowed <= 0

    def leave(self, number: int) -> bytes:
        """Frames with what may leave now."""
        part = bytes(self.waiting[: self._credit])
        del self.waiting[: self._credit]
        self._credit -= len(part)
        return frame.pack(frame.DATA, number, part) if part else b""

    def allow(self, number: int, most: int) -> bytes:
        """Frames that let more come, while at most ``most`` bytes wait for an answer or are yet to come."""
        more = min(frame.CREDIT, most - self.conversation.held) - self._allowed
        spare = self._allowed > 0 and more < frame.CREDIT // 2
        if more <= 0 or spare or self.conversation.ended:
            return b""
        self._allowed += more
        return frame.pack(frame.WINDOW, number, frame.pack_count(more))


class ServiceRelay:
    """Answers the connections of one box. Implements :class:`medgym_sandbox.backend.Relay`."""

    def __init__(self, services: Mapping[int, Service]) -> None:
        """``services`` by loopback port."""
        self._services = services
        self._connections: dict[int, _Connection] = {}
        self._large: int | None = None

    def take(self, kind: int, number: int, payload: bytes, until: float) -> bytes:
        """A frame about connection ``number`` came; returns the frames to send back.

        Requests are taken up until ``until``, by the monotonic clock: who asked is stopped then.
        """
        if kind == frame.OPEN:
            self._connections[number] = _Connection(self._services[json.loads(payload)["port"]])
        elif kind == frame.CLOSE:
            self._connections.pop(number, None)
        elif connection := self._connections.get(number):
            connection.take(kind, payload)
        served = [self._serve(*pair, until) for pair in list(self._connections.items())]
        return b"".join([*served, self._serve_large(until)])

    def _serve(self, number: int, connection: _Connection, until: float) -> bytes:
        """Answer what can be answered now."""
        out, conversation = connection.leave(number), connection.conversation
        while not connection.waiting and self._open(until) and (answer := conversation.answer()):
            connection.waiting += answer
            out += connection.leave(number)
        if conversation.ended and not connection.waiting:
            del self._connections[number]
            return out + frame.pack(frame.CLOSE, number)
        return out + connection.allow(number, frame.CREDIT)

    def _serve_large(self, until: float) -> bytes:
        """Let one request that is larger than the credit come in whole."""
        holder = self._connections.get(self._large) if self._large is not None else None
        if holder is None or holder.conversation.held < frame.CREDIT:
            starved = (number for number, one in self._connections.items() if one.starved)
            self._large = next(starved, None)
        if self._large is None:
            return b""
        holder = self._connections[self._large]
        if holder.conversation.held >= _LARGE:
            holder.waiting += holder.conversation.refuse(413, TOO_LARGE)
            return self._serve(self._large, holder, until)
        return holder.allow(self._large, _LARGE)

    def _open(self, until: float) -> bool:
        waiting = sum(len(connection.waiting) for connection in self._connections.values())
        return waiting < MAX_WAITING and time.monotonic() < until
