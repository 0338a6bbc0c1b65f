"""One HTTP/1.1 connection of code in a box: bytes in, answers out. Whatever is wrong with it is the agent's.

Nothing here raises but a :class:`medgym_sandbox.errors.MedgymError` out of a service, which says on purpose
that the failure is ours. Any other exception of a service is answered with 500, since a request brought it
about.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from medgym_sandbox.boundary import mishap
from medgym_sandbox.errors import MedgymError
from medgym_sandbox.request import Request, Response, Service

if TYPE_CHECKING:
    import h11

MAX_BODY = 8 * 2**20
"""Largest request body, bytes; a larger one is answered with 413."""
TOO_LARGE = f"the body exceeds {MAX_BODY} bytes"
_REASONS = {400: "Bad Request", 413: "Content Too Large", 500: "Internal Server Error"}


class Conversation:
    """The requests of one connection, answered one at a time as they are asked for."""

    def __init__(self, service: Service) -> None:
        """Nothing was said yet."""
        import h11

        self.ended = False
        """Whether nothing more will be answered."""
        self._service = service
        self._http = h11.Connection(h11.SERVER)
        self._request: h11.Request | None = None
        self._body = bytearray()
        self._came = self._settled = 0

    @property
    def held(self) -> int:
        """Bytes that came and belong to no request that was answered."""
        return self._came - self._settled

    def feed(self, data: bytes) -> None:
        """Bytes came; none say that no more will."""
        import h11

        self._came += len(data)
        if not self.ended:
            try:
                self._http.receive_data(data)
            except h11.RemoteProtocolError:  # bytes after the end
                self.ended = True

    def answer(self) -> bytes:
        """What to send next; empty where no whole request is there."""
        import h11

        if self.ended:
            return b""
        try:
            return self._advance()
        except h11.RemoteProtocolError as error:
            return self.refuse(error.error_status_hint, str(error))
        except (
            h11.LocalProtocolError
        ) as error:  # what the service answered, or the method asked for, is no HTTP
            mishap.note(f"an answer of {type(self._service).__name__}", error)
            return self.refuse(500, "the answer could not be sent")

    def refuse(self, status: int, text: str) -> bytes:
        """The last answer, made by hand, since the protocol's own state may not allow one."""
        self.ended, self._body = True, bytearray()
        reason = _REASONS.get(status, "Refused")
        head = f"HTTP/1.1 {status} {reason}\r\nContent-Type: text/plain\r\nConnection: close\r\n"
        return f"{head}Content-Length: {len(text.encode())}\r\n\r\n{text}".encode()

    def _advance(self) -> bytes:
        import h11

        while True:
            event = self._http.next_event()
            if isinstance(event, h11.Request):
                self._request, self._body = event, bytearray()
                if event.method == b"CONNECT":
                    return self.refuse(400, "this is no proxy")
                if self._http.they_are_waiting_for_100_continue:
                    return self._http.send(h11.InformationalResponse(status_code=100, headers=[])) or b""
            elif isinstance(event, h11.Data):
                self._body += event.data
                if len(self._body) > MAX_BODY:
                    return self.refuse(413, TOO_LARGE)
            elif isinstance(event, h11.EndOfMessage):
                return self._respond()
            elif event is h11.PAUSED and self._http.our_state is h11.DONE:
                self._http.start_next_cycle()
            else:
                self.ended = event is not h11.NEED_DATA
                return b""

    def _respond(self) -> bytes:
        import h11

        asked, body = self._request, bytes(self._body)
        assert asked is not None
        self._request, self._body = None, bytearray()
        request = Request(
            method=asked.method.decode(),
            target=asked.target.decode("latin-1"),
            headers=tuple((name.decode().lower(), value.decode("latin-1")) for name, value in asked.headers),
            body=body,
        )
        out = self._send(self._response(request), head=request.method == "HEAD")
        self._settled = self._came - len(self._http.trailing_data[0])
        if self._http.our_state is h11.DONE and self._http.their_state is h11.DONE:
            self._http.start_next_cycle()
        else:
            self.ended = True
        return out

    def _response(self, request: Request) -> Response:
        try:
            return self._service.respond(request)
        except MedgymError:
            raise
        except Exception as error:  # a service is a plugin's code, and a request of the agent made it fail
            mishap.note(f"{type(self._service).__name__} on a request", error)
            return Response(status=500, headers=(("Content-Type", "text/plain"),), body=b"the service failed")

    def _send(self, response: Response, head: bool) -> bytes:
        import h11

        headers = [(name, value) for name, value in response.headers if name.lower() != "content-length"]
        headers.append(("Content-Length", str(len(response.body))))
        out = self._http.send(h11.Response(status_code=response.status, headers=headers)) or b""
        if response.body and not head:
            out += self._http.send(h11.Data(data=response.body)) or b""
        return out + (self._http.send(h11.EndOfMessage()) or b"")
