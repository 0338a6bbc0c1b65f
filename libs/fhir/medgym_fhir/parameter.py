"""The search parameters of each resource type (http://hl7.org/fhir/R4/searchparameter-registry.html)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from medgym_fhir.period import Period, periods
from medgym_fhir.resource import Entry, elements

Kind = Literal["token", "reference", "date", "string"]


@dataclass(frozen=True)
class Parameter:
    """A search parameter of one resource type."""

    name: str
    kind: Kind
    paths: tuple[str, ...]
    """Elements that it looks at, as dotted paths."""
    system: str = ""
    """Of tokens that are plain codes: their code system. Of contact points: the only system that counts."""

    def values(self, entry: Entry) -> Any:
        """What a resource holds: tokens, references, periods or strings, by the parameter's kind."""
        if self.name not in entry.indexed:
            found = [value for path in self.paths for value in elements(entry.resource, path)]
            entry.indexed[self.name] = tuple(item for value in found for item in self._read(value))
        return entry.indexed[self.name]

    def _read(self, value: Any) -> Iterator[Token | str | Period]:
        if self.kind == "token":
            yield from _tokens(value, self.system)
        elif self.kind == "date":
            yield from periods(value)
        elif self.kind == "string":
            yield from _strings(value)
        elif isinstance(value, Mapping) and isinstance(value.get("reference"), str):
            yield value["reference"]


@dataclass(frozen=True, slots=True)
class Token:
    """A code or value in a system; ``text`` is what ``:text`` looks at."""

    system: str
    code: str
    text: str = ""


def _tokens(value: Any, system: str) -> Iterator[Token]:
    if isinstance(value, bool):
        yield Token(system, str(value).lower())
    elif isinstance(value, str):
        yield Token(system, value)
    elif isinstance(value, Mapping):
        if "value" in value and (not system or value.get("system") == system):
            yield Token(str(value.get("system", "")), str(value["value"]))
        text = str(value.get("text", ""))
        if text:
            yield Token("", "", text)
        for coding in elements(value, "coding"):
            if isinstance(coding, Mapping):
                words = (str(coding.get(name, "")) for name in ("system", "code", "display"))
                yield Token(*words)


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for name, item in value.items():
            if name not in ("use", "type", "period"):
                yield from (text for text in elements(item, "") if isinstance(text, str))


def _token(name: str, *paths: str, system: str = "") -> Parameter:
    return Parameter(name, "token", paths or (name,), system)


def _date(name: str, *paths: str) -> Parameter:
    return Parameter(name, "date", paths)


def _string(name: str, *paths: str) -> Parameter:
    return Parameter(name, "string", paths or (name,))


_EVERY = (_token("_id", "id"), _date("_lastUpdated", "meta.lastUpdated"), _token("identifier"))
_SUBJECT = (Parameter("patient", "reference", ("subject",)), Parameter("subject", "reference", ("subject",)))
_GENDER = "http://hl7.org/fhir/administrative-gender"
_REQUEST = "http://hl7.org/fhir/request-"
_MEDICATION = "http://hl7.org/fhir/CodeSystem/medicationrequest-"

_OWN: Mapping[str, tuple[Parameter, ...]] = {
    "Patient": (
        _token("active"),
        _token("gender", system=_GENDER),
        _token("legal-sex", "gender", system=_GENDER),
        _token("telecom"),
        _token("phone", "telecom", system="phone"),
        _token("email", "telecom", system="email"),
        _token("address-use", "address.use"),
        _date("birthdate", "birthDate"),
        _string("name"),
        _string("family", "name.family"),
        _string("given", "name.given"),
        _string("address"),
        _string("address-city", "address.city"),
        _string("address-state", "address.state"),
        _string("address-postalcode", "address.postalCode"),
        _string("address-country", "address.country"),
    ),
    "Observation": (
        *_SUBJECT,
        _token("code"),
        _token("category"),
        _token("status", system="http://hl7.org/fhir/observation-status"),
        _date("date", "effectiveDateTime", "effectivePeriod", "effectiveInstant"),
    ),
    "Condition": (
        *_SUBJECT,
        _token("code"),
        _token("category"),
        _token("clinical-status", "clinicalStatus"),
        _date("onset-date", "onsetDateTime", "onsetPeriod"),
        _date("recorded-date", "recordedDate"),
    ),
    "MedicationRequest": (
        *_SUBJECT,
        _token("code", "medicationCodeableConcept"),
        _token("category"),
        _token("status", system=_MEDICATION + "status"),
        _token("intent", system=_MEDICATION + "intent"),
        _token("priority", system=_REQUEST + "priority"),
        _date("authoredon", "authoredOn"),
        _date("date", "dosageInstruction.timing.event", "dosageInstruction.timing.repeat.boundsPeriod"),
    ),
    "Procedure": (
        *_SUBJECT,
        _token("code"),
        _token("category"),
        _token("status", system="http://hl7.org/fhir/event-status"),
        _date("date", "performedDateTime", "performedPeriod"),
    ),
    "ServiceRequest": (
        *_SUBJECT,
        _token("code"),
        _token("category"),
        _token("status", system=_REQUEST + "status"),
        _token("intent", system=_REQUEST + "intent"),
        _token("priority", system=_REQUEST + "priority"),
        _date("authored", "authoredOn"),
        _date("occurrence", "occurrenceDateTime", "occurrencePeriod"),
    ),
    "AllergyIntolerance": (
        Parameter("patient", "reference", ("patient",)),
        _token("code"),
        _token("category"),
        _token("clinical-status", "clinicalStatus"),
        _token("criticality"),
        _date("date", "recordedDate"),
    ),
    "Communication": (
        *_SUBJECT,
        _token("category"),
        _token("status", system="http://hl7.org/fhir/event-status"),
        Parameter("in-response-to", "reference", ("inResponseTo",)),
        _date("sent"),
    ),
}

PARAMETERS: Mapping[str, Mapping[str, Parameter]] = {
    type_: {parameter.name: parameter for parameter in (*_EVERY, *own)} for type_, own in _OWN.items()
}
"""By resource type and name."""
