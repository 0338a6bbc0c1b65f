"""Orders and measurements that tasks ask for, and the one form in which what was written is compared.

FHIR R4 and the benchmark's published function descriptions differ in places (a route is a CodeableConcept or
a string, a note is in a list or not); either is accepted, and so is what adds nothing (displays, a unit's
UCUM code) or says the same: another spelling of an instant, which is in UTC where it names no zone, another
unit, another name or code of a route, a rate per time for a dose over a time. Whatever else differs stays
visible, and fails the task.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from pydantic import JsonValue

from medgym_fhir import in_base_units, route
from medgym_plugin_medagentbench import clock

Order = Mapping[str, JsonValue]
"""A resource in the form of comparison."""

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


def medication(mrn: str, code: str, by: str, dose: Decimal, unit: str, hours: int | None = None) -> Order:
    """A medication by its national drug code, given at once or over some hours."""
    rate: dict[str, JsonValue] = {"rateQuantity": _quantity(hours, "h")} if hours else {}
    given: dict[str, JsonValue] = {"doseQuantity": _quantity(float(dose), unit), **rate}
    return {
        "resourceType": "MedicationRequest",
        "status": "active",
        "intent": "order",
        "authoredOn": _NOW,
        "medicationCodeableConcept": _coded("http://hl7.org/fhir/sid/ndc", code),
        "dosageInstruction": [{"route": {"text": by}, "doseAndRate": [given]}],
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
        return _route(value)
    elif name in _TIMES and (moment := clock.read(value) or clock.read(f"{value}+00:00")):
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
    if "doseQuantity" in value:
        value = _over_time(value)
    found = {key: item for key, item in value.items() if not (key == "display" and isinstance(item, str))}
    if found.get("system") == CATEGORIES[1]:
        found["system"] = CATEGORIES[0]
    return found


def _plain_quantity(value: dict[str, Any]) -> dict[str, Any]:
    return in_base_units(value) or value


def _over_time(given: dict[str, Any]) -> dict[str, Any]:
    """A dose at a rate, such as 2 g at 1 g/h or at 2 g in 2 h, as the dose over the time that it takes."""
    dose = _amount(given["doseQuantity"])
    rate = _amount(given.get("rateQuantity"))
    kept = {key: item for key, item in given.items() if key != "rateRatio"}
    if isinstance(ratio := given.get("rateRatio"), dict) and ratio.keys() == {"numerator", "denominator"}:
        amount, time = _amount(ratio["numerator"]), _amount(ratio["denominator"])
        if rate or not amount or not time or not time["value"]:
            return given
        rate = {"value": amount["value"] / time["value"], "unit": f"{amount['unit']}/{time['unit']}"}
    if not dose or not rate or not rate["value"] or rate["unit"] != f"{dose['unit']}/s":
        return given
    return {**kept, "rateQuantity": {"value": float(f"{dose['value'] / rate['value']:.6g}"), "unit": "s"}}


def _amount(quantity: Any) -> dict[str, Any] | None:
    return in_base_units(quantity) if isinstance(quantity, dict) else None


def _plain_subject(value: dict[str, Any]) -> dict[str, Any]:
    mrn = str(value.get("reference")).removeprefix("Patient/")
    identifier = value.get("identifier")
    same = isinstance(identifier, dict) and identifier.get("value") == mrn
    return {
        key: item
        for key, item in value.items()
        if key != "display" and (key, item) != ("type", "Patient") and not (key == "identifier" and same)
    }


def _route(value: Any) -> JsonValue:
    """The name of a known route, in whatever way it is said; any other as it is."""
    if known := route(value):
        return {"text": known.name}
    plain: JsonValue = {"text": value} if isinstance(value, str) else value
    return plain


def _subject(mrn: str) -> JsonValue:
    return {"reference": f"Patient/{mrn}"}


def _coded(system: str, code: str) -> JsonValue:
    return {"coding": [{"system": system, "code": code}]}


def _quantity(value: float | None, unit: str) -> JsonValue:
    return {"value": value, "unit": unit}
