"""The CapabilityStatement: what the server does, read from the tables that it does it by."""

from __future__ import annotations

from typing import Any

from medgym_fhir.parameter import PARAMETERS

_INTERACTIONS = ("read", "vread", "search-type", "create")


def capability(base: str, now: str) -> dict[str, Any]:
    """What ``metadata`` answers."""
    return {
        "resourceType": "CapabilityStatement",
        "status": "active",
        "date": now,
        "kind": "instance",
        "implementation": {"description": "An embedded FHIR server of synthetic patients", "url": base},
        "fhirVersion": "4.0.1",
        "format": ["application/fhir+json", "json"],
        "rest": [{"mode": "server", "resource": [_resource(type_) for type_ in PARAMETERS]}],
    }


def _resource(type_: str) -> dict[str, Any]:
    return {
        "type": type_,
        "interaction": [{"code": code} for code in _INTERACTIONS],
        "versioning": "versioned",
        "readHistory": False,
        "updateCreate": False,
        "conditionalCreate": True,
        "conditionalUpdate": False,
        "conditionalDelete": "not-supported",
        "searchParam": [{"name": p.name, "type": p.kind} for p in PARAMETERS[type_].values()],
    }
