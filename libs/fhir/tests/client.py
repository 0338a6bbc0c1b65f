"""Requests to a service as the relay makes them."""

from __future__ import annotations

import json
from typing import Any

from medgym_core import Request, Response, Service

NOW = "2023-11-13T10:15:00+00:00"

Headers = tuple[tuple[str, str], ...]

JSON: Headers = (("content-type", "application/fhir+json"),)
FORM: Headers = (("content-type", "application/x-www-form-urlencoded"),)

OBSERVATION = {
    "resourceType": "Observation",
    "status": "final",
    "category": [{"coding": [{"system": "urn:cat", "code": "vital-signs"}]}],
    "code": {"text": "BP"},
    "effectiveDateTime": NOW,
    "valueString": "118/77 mmHg",
    "subject": {"reference": "Patient/S1"},
}
MEDICATION = {
    "resourceType": "MedicationRequest",
    "status": "active",
    "intent": "order",
    "authoredOn": NOW,
    "medicationCodeableConcept": {"coding": [{"system": "urn:ndc", "code": "0338-1715-40"}]},
    "dosageInstruction": [
        {
            "route": {"text": "IV"},
            "doseAndRate": [
                {"doseQuantity": {"value": 2, "unit": "g"}, "rateQuantity": {"value": 2, "unit": "h"}}
            ],
        }
    ],
    "subject": {"reference": "Patient/S1"},
}
REFERRAL = {
    "resourceType": "ServiceRequest",
    "status": "active",
    "intent": "order",
    "priority": "stat",
    "code": {"coding": [{"system": "http://snomed.info/sct", "code": "306181000000106"}]},
    "authoredOn": NOW,
    "note": [{"text": "Situation: acute knee injury"}],
    "subject": {"reference": "Patient/S2"},
}


def send(
    service: Service, method: str, path: str, headers: Headers = (), body: bytes = b"", host: str = "box"
) -> Response:
    said = (("host", host), *headers)
    return service.respond(Request(method=method, target=path, headers=said, body=body))


def get(service: Service, path: str, *headers: tuple[str, str]) -> Response:
    return send(service, "GET", f"/fhir/{path}", headers)


def post(service: Service, resource: Any, *headers: tuple[str, str], to: str = "") -> Response:
    path = f"/fhir/{to or resource['resourceType']}"
    return send(service, "POST", path, (*JSON, *headers), json.dumps(resource).encode())


def header(response: Response, name: str) -> str:
    return next(value for key, value in response.headers if key == name)


def ids(bundle: dict[str, Any]) -> list[str]:
    return [entry["resource"]["id"] for entry in bundle.get("entry", ())]


def link(bundle: dict[str, Any], relation: str) -> str | None:
    return next((each["url"] for each in bundle["link"] if each["relation"] == relation), None)


def diagnostics(response: Response) -> str:
    outcome = json.loads(response.body)
    assert outcome["resourceType"] == "OperationOutcome"
    assert header(response, "Content-Type").startswith("application/fhir+json")
    assert all(issue["severity"] == "error" for issue in outcome["issue"])
    return "\n".join(issue["diagnostics"] for issue in outcome["issue"])
