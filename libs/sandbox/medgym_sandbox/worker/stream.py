"""The worker's end of the stream: frames out as fast as they are taken, frames in all the while."""

from __future__ import annotations

import os
import select
from collections.abc import Iterator

from . import frame

Frame = tuple[int, int, bytes]
"""Kind, channel, payload."""
_FULL = 1 << 20
_CHUNK = 1 << 20


class EndedError(Exception):
    """The driver's end is closed."""


class Stream:
    """Two descriptors, or one for both ways; sending never waits, so that neither end blocks both."""

    def __init__(self, source: int, sink: int) -> None:
        """Takes over the descriptors; ``sink`` no longer blocks."""
        self.source, self.sink = source, sink
        self._decoder = frame.Decoder()
        self._outbox = bytearray()
        self.stuck = False
        """Whether the driver did not take what was last to be sent."""
        os.set_blocking(sink, False)

    @property
    def full(self) -> bool:
        """Whether so much waits to be sent that nothing should be added."""
        return len(self._outbox) >= _FULL

    def send(self, kind: int, channel: int, payload: bytes = b"") -> None:
        """Queue a frame; output waits for more to come along, so that the driver wakes once a request."""
        output = kind in (frame.STDOUT, frame.STDERR, frame.REPORT)
        if payload or not output:
            self._outbox += frame.pack(kind, channel, payload)
        if not output or self.full:
            self.flush()

    def flush(self) -> None:
        """Send what is taken now.

        Raises:
            EndedError: if the driver's end is closed.
        """
        try:
            while self._outbox:
                del self._outbox[: os.write(self.sink, self._outbox[:_CHUNK])]
            self.stuck = False
        except BlockingIOError:
            self.stuck = True
        except ConnectionError as error:
            raise EndedError from error

    def events(self) -> dict[int, int]:
        """Descriptors to poll, with their event masks."""
        wanted = {self.sink: select.POLLOUT} if self.stuck else {}
        wanted[self.source] = wanted.get(self.source, 0) | select.POLLIN
        return wanted

    def handle(self, descriptor: int, events: int) -> Iterator[Frame]:
        """Serve a ready descriptor; yields the frames that came in.

        Raises:
            EndedError: if the driver's end is closed.
        """
        self.flush()
        if descriptor == self.source and events & ~select.POLLOUT:
            yield from self.receive()

    def drain(self) -> Iterator[Frame]:
        """Send all; yields the frames that come in meanwhile.

        Raises:
            EndedError: if the driver's end is closed.
        """
        self.flush()
        while self._outbox:
            poll = select.poll()
            for descriptor, events in self.events().items():
                poll.register(descriptor, events)
            for descriptor, events in poll.poll():
                yield from self.handle(descriptor, events)

    def is_quiet(self, milliseconds: float) -> bool:
        """Whether nothing arrives, and nothing ends, for so long."""
        poll = select.poll()
        poll.register(self.source, select.POLLIN)
        return not poll.poll(milliseconds)

    def receive(self) -> Iterator[Frame]:
        """The frames that have arrived; waits for bytes, not for a whole frame.

        Raises:
            EndedError: if the driver's end is closed.
        """
        poll = select.poll()
        poll.register(self.source, select.POLLIN)
        poll.poll()
        try:
            data = os.read(self.source, _CHUNK)
        except ConnectionError:
            data = b""
        if not data:
            raise EndedError
        yield from self._decoder.feed(data)
