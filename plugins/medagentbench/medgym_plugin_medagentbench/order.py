"""Orders and measurements that tasks ask for, and the one form in which what was written is compared.

FHIR R4 and the benchmark's published function descriptions differ in places (a route is a CodeableConcept or
a string, a note is in a list or not); either is accepted, and so is what adds nothing: displays, a unit's
UCUM code, another spelling of the same instant. Whatever else differs stays visible, and fails the task.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from pydantic import JsonValue

from medgym_plugin_medagentbench import clock

Order = Mapping[str, JsonValue]
"""A resource in the form of comparison."""

UCUM = "http://unitsofmeasure.org"
UNITS = {"g": ("g",), "h": ("h",), "mEq": ("meq", "mEq")}
"""Unit to its UCUM codes; UCUM's own is ``meq``, and the benchmark's charts have ``mEq``."""
CATEGORIES = (
    "http://hl7.org/fhir/observation-category",
    "http://terminology.hl7.org/CodeSystem/observation-category",
)
"""The benchmark's system of categories, and FHIR R4's."""
_NOW = clock.written(clock.NOW)
_ASSIGNED = ("id", "meta")
_CODED = ("code", "medicationCodeableConcept")
_TIMES = ("authoredOn", "effectiveDateTime", "occurrenceDateTime")


def measurement(mrn: str, value: str) -> Order:
    """A blood pressure, such as ``118/77 mmHg``, as a vital sign of now."""
    return {
        "resourceType": "Observation",
        "status": "final",
        "category": [{"coding": [{"system": CATEGORIES[0], "code": "vital-signs"}]}],
        "code": {"text": "BP"},
        "effectiveDateTime": _NOW,
        "valueString": value,
        "subject": _subject(mrn),
    }


def medication(mrn: str, code: str, route: str, dose: Decimal, unit: str, hours: int | None = None) -> Order:
    """A medication by its national drug code, given at once or over some hours."""
    rate: dict[str, JsonValue] = {"rateQuantity": _quantity(hours, "h")} if hours else {}
    given: dict[str, JsonValue] = {"doseQuantity": _quantity(float(dose), unit), **rate}
    return {
        "resourceType": "MedicationRequest",
        "status": "active",
        "intent": "order",
        "authoredOn": _NOW,
        "medicationCodeableConcept": _coded("http://hl7.org/fhir/sid/ndc", code),
        "dosageInstruction": [{"route": {"text": route}, "doseAndRate": [given]}],
        "subject": _subject(mrn),
    }


def service(mrn: str, system: str, code: str, **others: JsonValue) -> Order:
    """A stat order of a laboratory test or a referral."""
    return {
        "resourceType": "ServiceRequest",
        "status": "active",
        "intent": "order",
        "priority": "stat",
        "authoredOn": _NOW,
        "code": _coded(system, code),
        "subject": _subject(mrn),
        **others,
    }


def settled(resource: Mapping[str, Any]) -> dict[str, JsonValue]:
    """What was written, in the form of comparison; total, whatever was written."""
    found = {name: _value(name, item) for name, item in resource.items() if name not in _ASSIGNED}
    for name in _CODED:
        if isinstance(concept := found.get(name), dict) and "coding" in concept:
            found[name] = {key: item for key, item in concept.items() if key != "text"}
    return found


def _value(name: str, value: Any) -> JsonValue:
    if name == "note":
        value = [value] if isinstance(value, dict) else value
    elif name == "route":
        value = {"text": value} if isinstance(value, str) else value
        return _casefolded(value)
    elif name in _TIMES and (moment := clock.read(value)):
        return clock.written(moment)
    elif name in ("valueString", "text") and isinstance(value, str):
        return " ".join(value.split())
    if isinstance(value, list):
        return [_value("", item) for item in value]
    if isinstance(value, dict):
        return {key: _value(key, item) for key, item in _plain(name, value).items()}
    plain: JsonValue = value
    return plain


def _plain(name: str, value: dict[str, Any]) -> dict[str, Any]:
    """An object without what adds nothing to it."""
    if name.endswith("Quantity"):
        return _plain_quantity(value)
    if name == "subject":
        return _plain_subject(value)
    found = {key: item for key, item in value.items() if not (key == "display" and isinstance(item, str))}
    if found.get("system") == CATEGORIES[1]:
        found["system"] = CATEGORIES[0]
    return found


def _plain_quantity(value: dict[str, Any]) -> dict[str, Any]:
    found = dict(value)
    if found.get("system", UCUM) == UCUM and found.get("code") in UNITS.get(str(found.get("unit")), ()):
        found = {key: item for key, item in found.items() if key not in ("system", "code")}
    if isinstance(number := found.get("value"), float):
        found["value"] = round(number, 6)
    return found


def _plain_subject(value: dict[str, Any]) -> dict[str, Any]:
    mrn = str(value.get("reference")).removeprefix("Patient/")
    identifier = value.get("identifier")
    same = isinstance(identifier, dict) and identifier.get("value") == mrn
    return {
        key: item
        for key, item in value.items()
        if key != "display" and (key, item) != ("type", "Patient") and not (key == "identifier" and same)
    }


def _casefolded(route: Any) -> JsonValue:
    text = route.get("text") if isinstance(route, dict) else None
    folded: JsonValue = (
        {**route, "text": " ".join(text.casefold().split())} if isinstance(text, str) else route
    )
    return folded


def _subject(mrn: str) -> JsonValue:
    return {"reference": f"Patient/{mrn}"}


def _coded(system: str, code: str) -> JsonValue:
    return {"coding": [{"system": system, "code": code}]}


def _quantity(value: float | None, unit: str) -> JsonValue:
    return {"value": value, "unit": unit}
