"""The wire: frames with a kind and a channel over one byte stream.

A frame is ``!BII`` (kind, channel, length) and ``length`` bytes. Requests use their own number as
channel; a relayed connection uses the number the worker gave it. The same stream carries requests, output,
reports, files and connections, so a box needs no port, socket file or second stream.

On a connection either side sends at most :data:`CREDIT` bytes of DATA, and more only as the other side
allows by WINDOW. So whoever does not read stops whoever writes, and fills nobody's memory.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator
from typing import Any

HEADER = struct.Struct("!BII")
_COUNT = struct.Struct("!I")
MAX_PAYLOAD = 80 * 2**20
CREDIT = 65_536
"""Bytes that may be sent on a new connection, either way, before the other side allows more."""

READY = 1
"""Worker to host, channel 0: JSON facts about the box, once."""
REQUEST = 2
"""Host to worker: u32 length of a JSON head, the head, then a body."""
STDOUT = 3
"""Worker to host: output bytes."""
STDERR = 4
"""Worker to host: error output bytes."""
REPORT = 5
"""Worker to host: what the child reported about itself (untrusted JSON), or a file's bytes."""
RESULT = 6
"""Worker to host: JSON that ends a request."""
OPEN = 7
"""Worker to host: code in the box connected; JSON ``{"port": n}``."""
DATA = 8
"""Both ways: bytes of a relayed connection."""
CLOSE = 9
"""Worker to host: the connection is gone. Host to worker: it is to end once all was delivered."""
WINDOW = 10
"""Both ways: so many more bytes may be sent on this connection, u32."""
END = 11
"""Worker to host: code in the box sends no more on this connection; it may still read."""
GONE = 12
"""Template to host, channel 0: the worker that had the stream has ended in order."""


def pack(kind: int, channel: int, payload: bytes = b"") -> bytes:
    """One frame as bytes."""
    return HEADER.pack(kind, channel, len(payload)) + payload


def pack_count(count: int) -> bytes:
    """The payload of a WINDOW frame."""
    return _COUNT.pack(count)


def unpack_count(payload: bytes) -> int:
    """The bytes that a WINDOW frame allows."""
    return int(_COUNT.unpack(payload)[0])


def pack_request(channel: int, head: Any, body: bytes = b"") -> bytes:
    """A request frame: a JSON head and a body, which is copied once."""
    text = json.dumps(head).encode()
    length = _COUNT.size + len(text) + len(body)
    return b"".join((HEADER.pack(REQUEST, channel, length), _COUNT.pack(len(text)), text, body))


def request_payload(head: Any, body: bytes = b"") -> bytes:
    """The payload of a request frame."""
    return pack_request(0, head, body)[HEADER.size :]


def unpack_request(payload: bytes) -> tuple[Any, memoryview]:
    """The head and the body of a request frame; the body is not copied."""
    (length,) = _COUNT.unpack_from(payload)
    start = _COUNT.size + length
    return json.loads(payload[_COUNT.size : start]), memoryview(payload)[start:]


class MalformedError(Exception):
    """The stream does not hold frames."""


class Decoder:
    """Cuts a byte stream into frames, whatever the chunks."""

    def __init__(self, max_payload: int = MAX_PAYLOAD) -> None:
        """A longer payload than ``max_payload`` bytes is refused as malformed."""
        self._buffer = bytearray()
        self._max = max_payload

    def feed(self, data: bytes) -> Iterator[tuple[int, int, bytes]]:
        """Take bytes; yields each complete ``(kind, channel, payload)``.

        Raises:
            MalformedError: on an unknown kind or an oversized payload.
        """
        self._buffer += data
        start = 0
        while len(self._buffer) - start >= HEADER.size:
            kind, channel, length = HEADER.unpack_from(self._buffer, start)
            if not READY <= kind <= GONE or length > self._max:
                raise MalformedError(f"frame of kind {kind} and {length} bytes")
            end = start + HEADER.size + length
            if len(self._buffer) < end:
                break
            yield kind, channel, bytes(self._buffer[start + HEADER.size : end])
            start = end
        del self._buffer[:start]
