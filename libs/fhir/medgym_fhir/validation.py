"""What a resource must satisfy to be created."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any, Literal

from medgym_fhir.criterion import local
from medgym_fhir.outcome import FhirError
from medgym_fhir.period import period
from medgym_fhir.resource import TYPES
from medgym_fhir.store import Store

Validation = Literal["lenient", "full"]
"""``lenient``: the rules below, and the benchmark's own forms; ``full``: these and all of R4B's structure."""

REQUIRED = {
    "Patient": (),
    "Observation": ("status", "code", "subject"),
    "Condition": ("subject",),
    "MedicationRequest": ("status", "intent", "subject"),
    "Procedure": ("status", "subject"),
    "ServiceRequest": ("status", "intent", "subject"),
    "AllergyIntolerance": ("patient",),
    "Communication": ("status", "subject"),
}
"""Elements that must be there. R4 permits an Observation without subject; a chart has no use for it."""

_INTENT = "proposal plan order original-order reflex-order filler-order instance-order option"
_PRIORITY = "routine urgent asap stat"
CODES: dict[str, dict[str, str]] = {
    "Patient": {"gender": "male female other unknown"},
    "Observation": {
        "status": "registered preliminary final amended corrected cancelled entered-in-error unknown"
    },
    "Condition": {},
    "MedicationRequest": {
        "status": "active on-hold cancelled completed entered-in-error stopped draft unknown",
        "intent": _INTENT,
        "priority": _PRIORITY,
    },
    "Procedure": {
        "status": "preparation in-progress not-done on-hold stopped completed entered-in-error unknown"
    },
    "ServiceRequest": {
        "status": "draft active on-hold revoked completed entered-in-error unknown",
        "intent": f"{_INTENT} directive",
        "priority": _PRIORITY,
    },
    "AllergyIntolerance": {"criticality": "low high unable-to-assess"},
    "Communication": {
        "status": "preparation in-progress not-done on-hold stopped completed entered-in-error unknown",
        "priority": _PRIORITY,
    },
}
"""Elements with a required binding, and its codes."""

_LISTS = "category coding component interpretation note reasonCode dosageInstruction doseAndRate"
_LISTS += " inResponseTo payload"
_OBJECTS = "code subject encounter requester recorder meta clinicalStatus verificationStatus"
_OBJECTS += " medicationCodeableConcept medicationReference valueQuantity valueCodeableConcept timing route"
_OBJECTS += " doseQuantity rateQuantity priorPrescription patient"
_DATES = "effectiveDateTime issued authoredOn occurrenceDateTime performedDateTime onsetDateTime recordedDate"
_DATES += " birthDate sent"
_TEXTS = "status intent priority gender valueString reference text"
_SHAPES = (
    dict.fromkeys(_LISTS.split(), (list, "a list"))
    | dict.fromkeys(_OBJECTS.split(), (dict, "an object"))
    | dict.fromkeys([*_DATES.split(), *_TEXTS.split()], (str, "a string"))
)
_OWN_FORMS = {"route": str, "note": dict}


def check(
    resource: dict[str, Any], type_: str, store: Store, bases: Collection[str], mode: Validation
) -> None:
    """Refuse what may not be created; absolute references to the server itself become relative ones.

    Raises:
        FhirError: 400 for another resourceType, 422 for what breaks a rule: one issue for each.
    """
    if resource.get("resourceType") != type_:
        raise FhirError(400, f"resourceType is {resource.get('resourceType')!r}; this URL creates {type_}")
    faults = [f"{type_}.{name} is required" for name in REQUIRED[type_] if name not in resource]
    if type_ == "MedicationRequest" and not any(name.startswith("medication") for name in resource):
        faults.append("MedicationRequest.medicationCodeableConcept or medicationReference is required")
    faults += _shapes(resource, type_, mode)
    if not faults:
        faults += [*_codes(resource, type_), *_references(resource, type_, store, bases)]
    if not faults and mode == "full":
        faults += _structure(resource, type_)
    if faults:
        raise FhirError(422, *faults)


def _shapes(value: Any, path: str, mode: Validation) -> Iterator[str]:
    if isinstance(value, list):
        for index, item in enumerate(value):
            yield from _shapes(item, f"{path}[{index}]", mode)
    elif isinstance(value, dict):
        for name, item in value.items():
            yield from _shape(name, item, f"{path}.{name}", mode)
            yield from _shapes(item, f"{path}.{name}", mode)


def _shape(name: str, value: Any, path: str, mode: Validation) -> Iterator[str]:
    form, words = _SHAPES.get(name, (object, ""))
    if path == "Procedure.category":
        form, words = dict, "an object"
    if mode == "lenient" and name in _OWN_FORMS and isinstance(value, _OWN_FORMS[name]):
        return
    if name == "text" and isinstance(value, dict) and "div" in value:
        return  # the resource's narrative
    if name == "code" and path.count(".") > 1 and isinstance(value, str):
        return  # of a coding or a quantity
    if value in (None, "", [], {}):
        yield f"{path} is empty; leave it out"
    elif not isinstance(value, form):
        yield f"{path} must be {words}"
    elif name in _DATES.split() and isinstance(value, str):
        try:
            period(value)
        except ValueError as error:
            yield f"{path}: {error}"


def _codes(resource: dict[str, Any], type_: str) -> Iterator[str]:
    for name, codes in CODES[type_].items():
        if name in resource and resource[name] not in codes.split():
            yield f"{type_}.{name} is one of {', '.join(codes.split())}, not {resource[name]!r}"


def _references(resource: dict[str, Any], type_: str, store: Store, bases: Collection[str]) -> Iterator[str]:
    for holder in _holders(resource):
        holder["reference"] = local(holder["reference"], bases)
        held, _, name = holder["reference"].partition("/")
        if held in TYPES and store.get(held, name) is None:
            yield f"there is no {holder['reference']}"
    for name in ("subject", "patient"):
        if name in resource and not resource[name].get("reference", "").startswith("Patient/"):
            yield f"{type_}.{name}.reference must name a patient as Patient/ID"


def _holders(value: Any) -> Iterator[dict[str, Any]]:
    children = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    if isinstance(value, dict) and isinstance(value.get("reference"), str):
        yield value
    for child in children:
        yield from _holders(child)


def _structure(resource: dict[str, Any], type_: str) -> Iterator[str]:
    from fhir.resources.R4B import get_fhir_model_class
    from pydantic import ValidationError

    try:
        get_fhir_model_class(type_).model_validate(resource)
    except ValidationError as error:
        for fault in error.errors():
            yield f"{'.'.join([type_, *map(str, fault['loc'])])}: {fault['msg']}"
