"""The service of an episode: a FHIR server that shows what was created in the form of comparison."""

from __future__ import annotations

from pydantic import JsonValue

from medgym_core import Request, Response, Service
from medgym_plugin_medagentbench.order import settled


class Settling:
    """Another service, but for its snapshot: a ``medgym_core.Service``."""

    def __init__(self, server: Service) -> None:
        """Owns ``server``, whose snapshot holds resources by reference."""
        self._server = server

    def respond(self, request: Request) -> Response:
        """Pass the request on."""
        return self._server.respond(request)

    def snapshot(self) -> JsonValue:
        """What was created, by reference; see ``order.settled``."""
        created = self._server.snapshot()
        assert isinstance(created, dict)
        return {name: settled(found) if isinstance(found, dict) else found for name, found in created.items()}

    def fork(self) -> Settling:
        """Another over a fork of the server."""
        return Settling(self._server.fork())

    def close(self) -> None:
        """Close the server."""
        self._server.close()
