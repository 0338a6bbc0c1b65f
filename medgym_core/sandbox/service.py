"""Host end of the service relay: HTTP/1.1 on bytes that came from the box, answered by a Service."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from medgym_core.task import Request, Response, Service

if TYPE_CHECKING:
    import h11

MAX_BODY = 8 * 2**20
"""Largest request body, bytes; a larger one is answered with 413."""


@dataclass
class _Connection:
    service: Service
    http: h11.Connection
    request: h11.Request | None = None
    body: bytearray = field(default_factory=bytearray)
    ended: bool = False


class ServiceRelay:
    """Answers the connections of one box. Implements ``sandbox.backend.Relay``."""

    def __init__(self, services: Mapping[int, Service]) -> None:
        """``services`` by loopback port."""
        self._services = services
        self._connections: dict[int, _Connection] = {}

    def opened(self, connection: int, port: int) -> None:
        """Code in the box connected."""
        import h11

        self._connections[connection] = _Connection(self._services[port], h11.Connection(h11.SERVER))

    def received(self, connection: int, data: bytes) -> bytes:
        """Feed bytes (none: the box closed its end); returns what to send back."""
        import h11

        peer = self._connections.get(connection)
        if peer is None or peer.ended:
            return b""
        if not data:
            del self._connections[connection]
            return b""
        peer.http.receive_data(data)
        try:
            return self._advance(peer)
        except h11.RemoteProtocolError as error:
            peer.ended = True
            return _refuse(peer.http, error.error_status_hint, str(error))

    def closed(self, connection: int) -> bool:
        """Whether the host side has ended the connection."""
        peer = self._connections.get(connection)
        if peer is not None and peer.ended:
            del self._connections[connection]
            return True
        return False

    def _advance(self, peer: _Connection) -> bytes:
        import h11

        out = bytearray()
        while not peer.ended:
            event = peer.http.next_event()
            if isinstance(event, h11.Request):
                peer.request, peer.body = event, bytearray()
                if peer.http.they_are_waiting_for_100_continue:
                    out += peer.http.send(h11.InformationalResponse(status_code=100, headers=[])) or b""
            elif isinstance(event, h11.Data):
                peer.body += event.data
                if len(peer.body) > MAX_BODY:
                    peer.ended = True
                    out += _refuse(peer.http, 413, f"the body exceeds {MAX_BODY} bytes")
            elif isinstance(event, h11.EndOfMessage) and peer.request is not None:
                out += _respond(peer)
            elif event is h11.PAUSED and peer.http.our_state is h11.DONE:
                peer.http.start_next_cycle()
            elif isinstance(event, h11.ConnectionClosed) or peer.http.our_state is h11.MUST_CLOSE:
                peer.ended = True
            else:
                break
        return bytes(out)


def _respond(peer: _Connection) -> bytes:
    import h11

    asked = peer.request
    assert asked is not None
    request = Request(
        method=asked.method.decode(),
        target=asked.target.decode("latin-1"),
        headers=tuple((name.decode().lower(), value.decode("latin-1")) for name, value in asked.headers),
        body=bytes(peer.body),
    )
    out = _send(peer.http, peer.service.respond(request), head=request.method == "HEAD")
    if peer.http.our_state is h11.DONE and peer.http.their_state is h11.DONE:
        peer.http.start_next_cycle()
    elif peer.http.our_state in (h11.MUST_CLOSE, h11.CLOSED):
        peer.ended = True
    return out


def _send(http: h11.Connection, response: Response, head: bool = False) -> bytes:
    import h11

    headers = [(name, value) for name, value in response.headers if name.lower() != "content-length"]
    headers.append(("Content-Length", str(len(response.body))))
    out = http.send(h11.Response(status_code=response.status, headers=headers)) or b""
    if response.body and not head:
        out += http.send(h11.Data(data=response.body)) or b""
    return out + (http.send(h11.EndOfMessage()) or b"")


def _refuse(http: h11.Connection, status: int, text: str) -> bytes:
    import h11

    if http.our_state not in (h11.IDLE, h11.SEND_RESPONSE):
        return b""
    headers = (("Content-Type", "text/plain"), ("Connection", "close"))
    return _send(http, Response(status=status, headers=headers, body=text.encode()))
