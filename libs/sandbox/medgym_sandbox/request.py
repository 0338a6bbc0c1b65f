"""Requests of code in a box, and the host-side services that answer them."""

from __future__ import annotations

from typing import Protocol

from pydantic import JsonValue

from medgym_sandbox.boundary.frozen import Frozen


class Request(Frozen):
    """One HTTP request as a service sees it."""

    method: str
    """GET, POST, PUT, DELETE, ..."""
    target: str
    """Path with query, as sent."""
    headers: tuple[tuple[str, str], ...] = ()
    """Header fields, names in lower case."""
    body: bytes = b""
    """The body, at most 8 MiB."""


class Response(Frozen):
    """One HTTP response of a service."""

    status: int = 200
    """Status code."""
    headers: tuple[tuple[str, str], ...] = ()
    """Header fields; Content-Length is added."""
    body: bytes = b""
    """The body."""


class Service(Protocol):
    """A host-side service instance; lives for one episode, called from one thread."""

    def respond(self, request: Request) -> Response:
        """Answer one request. The agent's bad request is a 4xx response, never an exception."""
        ...

    def snapshot(self) -> JsonValue:
        """The state as data, taken before the first action and after the last."""
        ...

    def fork(self) -> Service:
        """Another instance in the same state; what happens to either does not show in the other.

        Raises:
            ConfigError: if there cannot be two, as of a server that others run.
        """
        ...

    def close(self) -> None:
        """Release what the instance holds."""
        ...
