"""A server with delete, as the one that already runs: the embedded one and what a test needs besides."""

from __future__ import annotations

import json
import re

from medgym_core import Request, Response
from medgym_fhir import FhirService, Snapshot

NOW = "2023-11-13T10:15:00+00:00"
"""When the server believes it is."""


class Deleting(FhirService):
    """Offers DELETE of created resources, unless ``stubborn``, and says so unless ``silent``."""

    def __init__(self, snapshot: Snapshot) -> None:
        super().__init__(snapshot, NOW)
        self.stubborn = self.silent = False
        self.seen: list[Request] = []

    def respond(self, request: Request) -> Response:
        self.seen.append(request)
        if request.method == "DELETE":
            return self._delete(request.target.removeprefix("/fhir/"))
        answer = super().respond(request)
        if request.target.endswith("/metadata") and not self.silent:
            body = answer.body.replace(b'{"code":"create"}', b'{"code":"create"},{"code":"delete"}')
            return answer.model_copy(update={"body": body})
        return answer

    def _delete(self, reference: str) -> Response:
        assert re.fullmatch(r"\w+/\d+", reference)
        if not self.stubborn:
            kept = [entry for entry in self._store._created if entry.reference != reference]
            self._store._created[:] = kept
        return Response(status=200, body=json.dumps({"resourceType": "OperationOutcome"}).encode())
