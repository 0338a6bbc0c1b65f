"""The server of a session: it closes messages as they are answered, and lets the next ones come."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from typing import Any

from pydantic import JsonValue

from medgym_core import Request, Response
from medgym_fhir import FhirService
from medgym_plugin_medagentbench import clock
from medgym_plugin_medagentbench.inbox.session import Session, label, name
from medgym_plugin_medagentbench.order import settled


class Inbox:
    """A FHIR server that knows which message is open: a ``medgym_core.Service``.

    What is created belongs to the message that is open then. A reply to it closes it: its id,
    which nobody can guess, is then given, and what comes with the next message arrives.
    """

    def __init__(self, session: Session, path: str) -> None:
        """Open the first message."""
        self._session, self._open = session, 0
        self._server = FhirService(session.snapshot, clock.written(clock.NOW), path, name=self._name)
        self._placed: dict[str, tuple[int, Mapping[str, Any]]] = {}

    def respond(self, request: Request) -> Response:
        """Answer, and see to what was created."""
        response = self._server.respond(request)
        if response.status == 201:
            self._place(self._server.changes()[-1])
        return response

    def snapshot(self) -> JsonValue:
        """What was created, by reference: the number of its message, and itself in the form of comparison."""
        return {
            reference: {"message": place + 1, "resource": self._compared(resource)}
            for reference, (place, resource) in self._placed.items()
        }

    def fork(self) -> Inbox:
        """Another with the same message open."""
        other = copy(self)
        other._placed, other._server = dict(self._placed), self._server.fork(other._name)
        return other

    def close(self) -> None:
        """Close the server."""
        self._server.close()

    def _name(self, resource: Mapping[str, Any]) -> str | None:
        return self._session.messages[self._open].reply if self._replies(resource) else None

    def _replies(self, resource: Mapping[str, Any]) -> bool:
        """Whether it is a reply to the message that is open."""
        if resource["resourceType"] != "Communication" or self._open >= len(self._session.messages):
            return False
        answered = resource.get("inResponseTo", ())
        wanted = f"Communication/{name(self._open)}"
        return any(isinstance(each, dict) and each.get("reference") == wanted for each in answered)

    def _place(self, resource: Mapping[str, Any]) -> None:
        self._placed[f"{resource['resourceType']}/{resource['id']}"] = self._open, resource
        if self._replies(resource):
            self._open += 1
            for arriving in self._session.arriving(self._open):
                self._server.receive(arriving)

    def _compared(self, resource: Mapping[str, Any]) -> JsonValue:
        found = settled(resource)
        prior = found.get("priorPrescription")
        reference = prior.get("reference") if isinstance(prior, dict) else None
        if isinstance(prior, dict) and reference in self._placed:
            place, held = self._placed[str(reference)]
            found["priorPrescription"] = {
                **prior,
                "reference": f"MedicationRequest/{label(place, dict(held))}",
            }
        return found
