"""The register of visits: a service on the host that code in the box reaches over HTTP."""

# EDIT: the service that your tasks change. An agent's bad request is a 4xx response, never an exception.

from __future__ import annotations

import json
from collections.abc import Sequence
from copy import deepcopy
from urllib.parse import parse_qs, urlsplit

from pydantic import JsonValue

from medgym_core import Request, Response
from {{ cookiecutter.package }}.loader import Visit

BOOKING = {"patient": str, "day": int, "purpose": str}
"""Fields of a booking and their types."""


class Register:
    """Visits by number; lives for one episode."""

    def __init__(self, visits: Sequence[Visit]) -> None:
        """Holds what was recorded before the episode."""
        self._visits: dict[str, dict[str, JsonValue]] = {
            str(number): {"patient": v.patient, "day": v.day, "sbp_mmhg": v.sbp, "dbp_mmhg": v.dbp}
            for number, v in enumerate(visits, start=1)
        }

    def respond(self, request: Request) -> Response:
        """List a patient's visits, or book one."""
        target = urlsplit(request.target)
        if target.path != "/visits":
            return _answer({"error": "there is only /visits"}, 404)
        if request.method == "GET":
            wanted = parse_qs(target.query).get("patient", [])
            return _answer([visit for visit in self._visits.values() if visit["patient"] in wanted])
        if request.method == "POST":
            return self._book(request.body)
        return _answer({"error": "there are GET and POST"}, 405)

    def snapshot(self) -> JsonValue:
        """All visits by number."""
        return {number: dict(visit) for number, visit in self._visits.items()}

    def fork(self) -> Register:
        """Another register with the same visits."""
        return deepcopy(self)

    def close(self) -> None:
        """Nothing to release."""

    def _book(self, body: bytes) -> Response:
        try:
            booking = json.loads(body)
        except (ValueError, RecursionError):
            return _answer({"error": "the body is no JSON"}, 400)
        if not isinstance(booking, dict) or {k: type(v) for k, v in booking.items()} != BOOKING:
            return _answer({"error": "a booking has patient (text), day (whole number), purpose (text)"}, 422)
        number = str(len(self._visits) + 1)
        self._visits[number] = booking
        return _answer({"number": number}, 201)


def _answer(value: object, status: int = 200) -> Response:
    return Response(
        status=status, headers=(("content-type", "application/json"),), body=json.dumps(value).encode()
    )
